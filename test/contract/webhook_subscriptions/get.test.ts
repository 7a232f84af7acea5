import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { assertAlike, assertAnswer, denied, notFound, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aGroup, aMember, inGroup } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'
import { aSubscription } from '../../support/webhooks.ts'

const app = await testApp()
const { owner, admin, colleague, outsider } = await aCast(app)
const group = await aGroup(app, owner)
const groupAdmin = await aMember(app, owner)
await inGroup(app, owner, group, { membership: groupAdmin.membershipUri }, 'admin')
const newUrl = (): string => `https://hooks.client.test/${randomUUID()}`
const hook = await aSubscription(app, owner, newUrl())
const ofUser = await aSubscription(app, colleague, newUrl(), { scope: 'user', user: colleague.uri })
const ofGroup = await aSubscription(app, groupAdmin, newUrl(), { scope: 'group', group: group.uri })
const foreign = await aSubscription(app, outsider, newUrl())

describe('GET /webhook_subscriptions/{uuid}', () => {
  test('200: for everybody who may create one like it', async () => {
    for (const [{ uri }, people] of [
      [hook, [owner, admin]],
      [ofUser, [owner, admin, colleague]],
      [ofGroup, [owner, admin, groupAdmin]],
    ] as const)
      for (const { token } of people) assert.equal(resourceOf(await app.ask(`GET ${uri}`, { token })).uri, uri)
  })

  test('403: for others', async () => {
    for (const [{ uri }, people] of [
      [hook, [colleague, groupAdmin]],
      [ofUser, [groupAdmin]],
      [ofGroup, [colleague]],
    ] as const)
      for (const { token } of people) assertAnswer(await app.ask(`GET ${uri}`, { token }), 403, denied())
  })

  test("404: another organization's looks nonexistent", async () => {
    const answer = await app.ask(`GET ${foreign.uri}`, { token: owner.token })
    assertAnswer(answer, 404, notFound)
    for (const id of [randomUUID(), 'odd', group.id])
      assertAlike(answer, await app.ask(`GET /webhook_subscriptions/${id}`, { token: owner.token }))
  })

  guardTests(app, owner, 'webhooks:read', 200, (asked) => app.ask(`GET ${hook.uri}`, asked))
})
