import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { assertAlike, assertAnswer, denied, notFound, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aRemovedMember } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, colleague, outsider, organization } = await aCast(app)

describe('GET /users/{uuid}', () => {
  test('200: a member sees a colleague, as that colleague sees themselves', async () => {
    const seen = resourceOf(await app.ask(`GET ${owner.uri}`, { token: colleague.token }))
    assert.deepEqual(seen, resourceOf(await app.ask('GET /users/me', { token: owner.token })))
    assert.equal(seen.current_organization, organization)
  })

  test('200: oneself', async () => {
    assert.equal(resourceOf(await app.ask(`GET ${colleague.uri}`, { token: colleague.token })).email, colleague.email)
  })

  test('200: an id in capitals is the same id', async () => {
    assert.equal(
      resourceOf(await app.ask(`GET /users/${owner.id.toUpperCase()}`, { token: colleague.token })).uri,
      owner.uri,
    )
  })

  test('403: a former member', async () => {
    const removed = await aRemovedMember(app, owner)
    assertAnswer(await app.ask(`GET ${removed.uri}`, { token: owner.token }), 403, denied())
  })

  test("404: another organization's user looks nonexistent", async () => {
    const foreign = await app.ask(`GET ${outsider.uri}`, { token: owner.token })
    assertAnswer(foreign, 404, notFound)
    assertAlike(foreign, await app.ask(`GET /users/${randomUUID()}`, { token: owner.token }))
  })

  for (const odd of [
    '0',
    'not-a-uuid',
    'ME',
    owner.id.slice(1),
    `${owner.id}0`,
    '%00',
    '%F0%9F%98%80',
    'a'.repeat(400),
    owner.membershipId,
  ]) {
    test(`404: a malformed id: ${odd.slice(0, 40)}`, async () => {
      assertAnswer(await app.ask(`GET /users/${odd}`, { token: owner.token }), 404, notFound)
    })
  }

  guardTests(app, colleague, 'users:read', 200, (asked) => app.ask(`GET ${colleague.uri}`, asked))
})
