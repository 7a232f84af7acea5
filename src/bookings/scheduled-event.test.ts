import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leftBy, type ScheduledEvent } from './scheduled-event.ts'

const booked = new Date('2026-03-02T08:00:00Z')
const now = new Date('2026-03-03T08:00:00Z')
const cancellation = { by: 'A Host', type: 'host' as const, reason: null, at: now }
const guest = (email: string) => ({ email, since: booked })
const meeting = {
  status: 'active',
  inviteesTotal: 3,
  inviteesActive: 2,
  guests: [guest('one@client.test'), guest('two@client.test')],
  cancellation: null,
  updatedAt: booked,
} as Partial<ScheduledEvent> as ScheduledEvent
const one = { guests: ['one@client.test'], createdAt: booked }
const two = { guests: ['two@client.test'], createdAt: booked }

test('a meeting that others still come to goes on, without the guests of whoever left', () => {
  assert.deepEqual(leftBy(meeting, [one], cancellation), { ...meeting, inviteesActive: 1, guests: [], updatedAt: now })
})

test('a meeting that everybody has left is canceled, and shows the guests of those who came last', () => {
  assert.deepEqual(leftBy(meeting, [one, two], cancellation), {
    ...meeting,
    status: 'canceled',
    inviteesActive: 0,
    cancellation,
    updatedAt: now,
  })
})
