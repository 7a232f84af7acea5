// seconds: 60
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBooking, anInviteeNamed, hours } from '../../support/bookings.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { mailApp, recipientOf } from '../../support/mail.ts'

const later = hours(30)

test('C6: a server that falls silent in the middle holds nobody for ever, and what it did not take arrives later, with the same id', async () => {
  const app = await mailApp()
  const { colleague } = await aCast(app)
  const eventType = await anEventType(app, colleague, { active: true, reminders: [] })
  const silenced = anInviteeNamed()
  const seen: string[] = []
  app.mailServer.behave((stage, address) => {
    if (address !== silenced.email) return undefined
    seen.push(stage)
    return stage === 'data' ? 'hang' : undefined
  })
  await aBooking(app, colleague, eventType, { start_time: later(), invitee: silenced })
  const began = performance.now()
  await app.work()
  const seconds = (performance.now() - began) / 1000
  console.log(`given up after ${Math.round(seconds)} s`)
  assert.ok(seconds < 60, `${seconds} s`)
  assert.ok(seen.includes('data'))
  const mine = () => app.mailServer.received.filter((one) => recipientOf(one) === silenced.email)
  assert.equal(mine().length, 0)
  app.mailServer.behave(() => undefined)
  app.clock.advance(120_000)
  await app.work()
  assert.equal(mine().length, 1)
})

test('a thousand messages leave one process: so many a second', async () => {
  const app = await mailApp()
  const { colleague } = await aCast(app)
  const eventType = await anEventType(app, colleague, { active: true, reminders: [] })
  await app.work()
  const guests = (index: number) => Array.from({ length: 10 }, (_, guest) => `guest.${index}.${guest}@client.test`)
  const before = app.mailServer.received.length
  for (let index = 0; index < 84; index += 1)
    await aBooking(app, colleague, eventType, { start_time: later(), event_guests: guests(index) })
  const began = performance.now()
  await app.work()
  const count = app.mailServer.received.length - before
  console.log(
    `${count} messages, ${Math.round((count * 1000) / (performance.now() - began))} a second, over ${app.mailServer.most()} connections`,
  )
  assert.equal(count, 84 * 12)
  assert.ok(app.mailServer.most() <= 10)
})
