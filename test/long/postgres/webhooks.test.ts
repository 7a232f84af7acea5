// seconds: 60
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordFact, system } from '#activity/index.ts'
import { eventTypeExample } from '#event-types/index.ts'
import { aFounder } from '../../support/cast.ts'
import { aReceiver } from '../../support/receiver.ts'
import { aSubscription, type WebhookApp, webhookApp } from '../../support/webhooks.ts'

/** So many event types as if they had been made, in a hundredth of the time. */
const happenings = async (app: WebhookApp, organizationId: string, count: number): Promise<void> => {
  for (let done = 0; done < count; done += 100) {
    await app.context.database.write(async (tx) => {
      for (let inner = 0; inner < 100; inner += 1)
        await recordFact(tx, {
          name: 'event_type.created',
          organizationId,
          actor: system,
          subject: eventTypeExample,
          occurredAt: app.clock.now(),
        })
    })
  }
}

const events = ['event_type.created']

test('C2: ten thousand messages for a receiver that is away for an hour: all arrive, once each, over at most five connections', async () => {
  const app = await webhookApp()
  const person = await aFounder(app)
  const receiver = await aReceiver()
  await aSubscription(app, person, receiver.url, { events })
  receiver.behave(() => 503)
  await happenings(app, person.principal.organizationId, 10_000)
  await app.work()
  assert.equal(receiver.received.length, 10_000)
  app.clock.advance(3_600_000)
  const delivered = new Map<string, number>()
  receiver.behave(({ id }) => {
    delivered.set(id, (delivered.get(id) ?? 0) + 1)
    return 200
  })
  const began = performance.now()
  await app.work()
  console.log(`a backlog of ${delivered.size} was gone after ${Math.round((performance.now() - began) / 1000)} s`)
  assert.equal(delivered.size, 10_000)
  assert.ok([...delivered.values()].every((times) => times === 1))
  assert.ok(receiver.most() <= 5, `${receiver.most()} connections at once`)
})

test('throughput: one worker, twenty receivers on this machine', async () => {
  const app = await webhookApp()
  const person = await aFounder(app)
  const receivers = await Promise.all(Array.from({ length: 20 }, () => aReceiver()))
  for (const receiver of receivers) await aSubscription(app, person, receiver.url, { events, signing_key: 'key' })
  await happenings(app, person.principal.organizationId, 500)
  const began = performance.now()
  await app.work()
  const seconds = (performance.now() - began) / 1000
  const count = receivers.reduce((sum, { received }) => sum + received.length, 0)
  console.log(
    `${count} messages in ${seconds.toFixed(1)} s: ${Math.round(count / seconds)} a second, announcing and receiving included`,
  )
  assert.equal(count, 10_000)
})
