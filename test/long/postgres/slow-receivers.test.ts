// seconds: 8
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aFounder } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { eventually } from '../../support/eventually.ts'
import { withoutMail } from '../../support/mail.ts'
import { ownWork } from '../../support/own-work.ts'
import { aReceiver } from '../../support/receiver.ts'
import { aSubscription, webhookApp } from '../../support/webhooks.ts'

test('C3: twenty receivers that take a message and say nothing delay no other', async (t) => {
  const app = await webhookApp()
  const events = ['event_type.created']
  const person = await aFounder(app)
  const silent = await Promise.all(Array.from({ length: 20 }, () => aReceiver()))
  for (const receiver of silent) {
    receiver.behave(() => undefined)
    await aSubscription(app, person, receiver.url, { events })
  }
  const healthy = await aReceiver()
  const arrivals = new Map<string, number>()
  healthy.behave(({ body }) => {
    arrivals.set(body.payload.uri, performance.now())
    return 204
  })
  await aSubscription(app, person, healthy.url, { events })
  const { worker } = await ownWork(app, withoutMail(app.context))
  worker.start()
  t.after(async () => {
    for (const receiver of silent) receiver.stop()
    await worker.stop(10_000)
  })
  const memory = process.memoryUsage().rss
  const delays: number[] = []
  for (let count = 0; count < 20; count += 1) {
    const { uri } = await anEventType(app, person)
    const happened = performance.now()
    await eventually('the healthy one has heard of it', () => arrivals.has(uri))
    delays.push((arrivals.get(uri) ?? 0) - happened)
  }
  const most = Math.max(...silent.map((receiver) => receiver.most()))
  const grown = (process.memoryUsage().rss - memory) / 1024 / 1024
  delays.sort((a, b) => a - b)
  console.log(
    `healthy: p50 ${Math.round(delays[10] ?? 0)} ms, p95 ${Math.round(delays[18] ?? 0)} ms, at most ${Math.round(delays[19] ?? 0)} ms; ${Math.round(grown)} MB more; ${most} at once at a silent one`,
  )
  assert.equal(healthy.received.length, 20)
  assert.ok(most <= 5)
})
