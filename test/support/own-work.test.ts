import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBooking, anInviteeNamed } from './bookings.ts'
import { aFounder } from './cast.ts'
import { anEventType } from './event-types.ts'
import { mailApp, recipientOf } from './mail.ts'

const day = 24 * 3_600_000

test("a worker whose clock is days ahead leaves to another file what is that one's to announce, to send and to remind of", async () => {
  const [ahead, ours] = [await mailApp(), await mailApp()]
  const owner = await aFounder(ours)
  const eventType = await anEventType(ours, owner, { active: true })
  const [announced, unannounced] = [anInviteeNamed(), anInviteeNamed()]
  await aBooking(ours, owner, eventType, { start_time: '2026-03-05T09:00:00Z', invitee: announced })
  await ours.work()
  await aBooking(ours, owner, eventType, { start_time: '2026-03-05T10:00:00Z', invitee: unannounced })
  const got = (app: typeof ours, email: string): string[] =>
    app.mailServer.received
      .filter((one) => recipientOf(one) === email)
      .map(({ subject }) => /^\w+(?=:)/.exec(subject)?.[0] ?? 'Booked')

  await aFounder(ahead)
  ahead.clock.advance(3 * day)
  await ahead.work()
  for (const { email } of [announced, unannounced]) assert.deepEqual(got(ahead, email), [])

  await ours.work()
  for (const { email } of [announced, unannounced]) assert.deepEqual(got(ours, email), ['Booked'])
  ours.clock.advance(2 * day)
  await ours.work()
  for (const { email } of [announced, unannounced]) assert.deepEqual(got(ours, email), ['Booked', 'Reminder'])
})
