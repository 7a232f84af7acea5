import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiBooking, apiType } from './api-shapes.ts'
import { readBooking } from './booking.ts'

const booking = {
  uid: 'one',
  title: 'Chat',
  status: 'cancelled',
  start: '2026-03-03T10:00:00.000Z',
  end: '2026-03-03T10:30:00.000Z',
  hosts: [{ id: 1, email: 'host@calcom.test' }],
  attendees: [
    { email: 'Ann@calcom.test', name: 'Ann', timeZone: 'UTC', seatUid: 'seat-1' },
    { email: 'bob@calcom.test', name: 'Bob', timeZone: 'UTC', seatUid: 'seat-2' },
  ],
}

describe('who canceled a booking of a Cal.com', () => {
  const cases = {
    'ann@CALCOM.test': ['Ann', 'invitee'],
    'bob@calcom.test': ['Bob', 'invitee'],
    'host@calcom.test': ['host@calcom.test', 'host'],
  }
  for (const [address, expected] of Object.entries(cases))
    test(`${address} is the ${expected[1]}`, () => {
      const { cancellation } = readBooking(apiBooking({ ...booking, cancelledByEmail: address })).meeting
      assert.deepEqual([cancellation?.canceled_by, cancellation?.canceler_type], expected)
    })
})

test('a type of a Cal.com whose repetition is switched off does not repeat', () => {
  assert.deepEqual(apiType({ id: 1, recurrence: { disabled: true } }, 1).left, [])
  assert.equal(apiType({ id: 1, recurrence: { interval: 1, occurrences: 4, frequency: 'weekly' } }, 1).left.length, 1)
})

test('a host among the attendees of a booking of the API is no invitee, unless they booked', () => {
  const attendees = ['host@calcom.test', 'Host@calcom.test', 'ann@calcom.test'].map((email) => ({ email, name: email }))
  assert.deepEqual(
    apiBooking({ ...booking, attendees }).attendees.map(({ email }) => email),
    ['host@calcom.test', 'ann@calcom.test'],
  )
})
