import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { assertAlike, assertAnswer, assertStatus, denied, notFound } from '../../support/answers.ts'
import { factsDuring } from '../../support/bookings.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'
import { aReceiver } from '../../support/receiver.ts'
import { aSubscription, webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()
const { owner, admin, colleague, outsider, organizationId } = await aCast(app)
const newUrl = (): string => `https://hooks.client.test/${randomUUID()}`
const guarded = await aSubscription(app, owner, newUrl())
const remove = (uri: string, token = owner.token) => app.ask(`DELETE ${uri}`, { token })

describe('DELETE /webhook_subscriptions/{uuid}', () => {
  test('204 without a body, by its full address; then it is gone, and one fact is recorded', async () => {
    const hook = await aSubscription(app, owner, newUrl())
    const facts = await factsDuring(app, organizationId, async () => {
      const answer = await remove(hook.uri)
      assertStatus(answer, 204)
      assert.equal(answer.text, '')
    })
    assert.deepEqual(
      facts.map(({ name, subject }) => [name, subject.uri]),
      [['webhook_subscription.deleted', hook.uri]],
    )
    assertAnswer(await app.ask(`GET ${hook.uri}`, { token: owner.token }), 404, notFound)
    assertAnswer(await remove(hook.uri), 404, notFound)
  })

  test('nothing is sent afterwards, not even what was waiting', async () => {
    const receiver = await aReceiver()
    receiver.behave(() => 500)
    const hook = await aSubscription(app, owner, receiver.url, { events: ['event_type.created'] })
    await anEventType(app, owner)
    await app.work()
    assert.equal(receiver.received.length, 1)
    assertStatus(await remove(hook.uri), 204)
    await anEventType(app, owner)
    app.clock.advance(3_600_000)
    await app.work()
    assert.equal(receiver.received.length, 1)
  })

  test("403: without permission; 204: one's own", async () => {
    const hook = await aSubscription(app, owner, newUrl())
    assertAnswer(await remove(hook.uri, colleague.token), 403, denied())
    assertStatus(await remove(hook.uri, admin.token), 204)
    const own = await aSubscription(app, colleague, newUrl(), { scope: 'user', user: colleague.uri })
    assertStatus(await remove(own.uri, colleague.token), 204)
  })

  test("404: another organization's looks nonexistent, and stays", async () => {
    const foreign = await aSubscription(app, outsider, newUrl())
    const answer = await remove(foreign.uri)
    assertAnswer(answer, 404, notFound)
    assertAlike(answer, await remove(`/webhook_subscriptions/${randomUUID()}`))
    assertStatus(await app.ask(`GET ${foreign.uri}`, { token: outsider.token }), 200)
  })

  guardTests(app, owner, 'webhooks:write', 204, (asked) => app.ask(`DELETE ${guarded.uri}`, asked))
})
