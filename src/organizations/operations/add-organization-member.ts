import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { invalid, Problem, refuse } from '#contract/problem.ts'
import { email, line, zoneName } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { alreadyMember } from '../problems.ts'
import { MembershipResource, toMembershipResource } from '../resources.ts'
import { findMembershipOfUser, insertMembership, lockMemberships } from '../store/memberships.ts'
import { findAccountByEmail, findFreeUserSlug, insertUser } from '../store/users.ts'

export const addOrganizationMember = write({
  name: 'add_organization_member',
  summary: 'Add a member with a new account, without an invitation',
  scopes: ['organizations:write'],
  input: z.object({
    name: line(255),
    email,
    role: z.enum(['admin', 'user']).default('user'),
    timezone: zoneName,
    password_hash: z.string().nullable(),
  }),
  output: MembershipResource,

  async run({ tx, principal, links, now }, { name, email, role, timezone, password_hash: passwordHash }) {
    const { organizationId } = principal
    if (!isAdmin(principal)) throw refuse('no_permission')
    await lockMemberships(tx, organizationId)
    const account = await findAccountByEmail(tx, email)
    if (account?.organizationId === organizationId)
      throw new Problem(alreadyMember, { reason: 'already_member', values: { email } })
    if (account) throw invalid({ parameter: 'email', reason: 'account_exists_invite' })

    const userId = randomUUID()
    await insertUser(
      tx,
      { id: userId, name, email, slug: await findFreeUserSlug(tx, name), timezone, passwordHash, awaitsWelcome: false },
      now,
    )
    await insertMembership(tx, organizationId, { userId, role }, now)
    const membership = await findMembershipOfUser(tx, organizationId, userId)
    if (!membership) throw new Error('A new member is not in the organization.')
    const resource = toMembershipResource(links, membership)
    await recordChange({ tx, principal, now }, 'organization_membership.created', resource)
    return resource
  },
})
