import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isAdmin, type Role, roles } from '#contract/principal.ts'
import { whyNotRemovable, whyRoleStays } from './membership.ts'

const member = (role: Role, id: string = role) => ({ id, role })
const notAllowed = 'no_permission_for_action'
const ownerStays = 'owner_role'
const oneselfStays = 'own_removal'

describe('whyNotRemovable', () => {
  const table: Record<Role, Record<Role | 'self', string | undefined>> = {
    owner: { owner: ownerStays, admin: undefined, user: undefined, self: oneselfStays },
    admin: { owner: ownerStays, admin: undefined, user: undefined, self: oneselfStays },
    user: { owner: notAllowed, admin: notAllowed, user: notAllowed, self: notAllowed },
  }
  for (const remover of roles) {
    for (const target of roles)
      test(`${remover} removes another ${target}`, () =>
        assert.equal(whyNotRemovable(member(remover), member(target, 'other')), table[remover][target]))
    test(`${remover} removes themselves`, () =>
      assert.equal(whyNotRemovable(member(remover), member(remover)), table[remover].self))
  }
})

describe('whyRoleStays', () => {
  const table: Record<Role, Record<Role, string | undefined>> = {
    owner: { owner: ownerStays, admin: undefined, user: undefined },
    admin: { owner: ownerStays, admin: undefined, user: undefined },
    user: { owner: notAllowed, admin: notAllowed, user: notAllowed },
  }
  for (const changer of roles)
    for (const target of roles)
      test(`${changer} changes ${target}`, () =>
        assert.equal(whyRoleStays(member(changer), member(target, 'other')), table[changer][target]))
  test('an admin may step back', () => assert.equal(whyRoleStays(member('admin'), member('admin')), undefined))
})

test('owners and admins administer, users do not', () =>
  assert.deepEqual(
    roles.map((role) => isAdmin({ role })),
    [true, true, false],
  ))
