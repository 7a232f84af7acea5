import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailsOf, guestsFrom, type Invitee, nameFrom } from './invitee.ts'
import { noTracking } from './tracking.ts'

test('a full name or its parts; the full name wins', () => {
  assert.deepEqual(nameFrom({ name: 'Demo Invitee' }), { name: 'Demo Invitee', firstName: null, lastName: null })
  assert.deepEqual(nameFrom({ name: 'Demo', last_name: 'Invitee' }), { name: 'Demo', firstName: null, lastName: 'Invitee' })
  assert.deepEqual(nameFrom({ first_name: 'Demo' }), { name: 'Demo', firstName: 'Demo', lastName: null })
  assert.deepEqual(nameFrom({ first_name: 'Demo', last_name: 'Invitee' }), { name: 'Demo Invitee', firstName: 'Demo', lastName: 'Invitee' })
  assert.deepEqual(nameFrom({ name: 'Mx Demo', first_name: 'Demo', last_name: 'Invitee' }), { name: 'Mx Demo', firstName: 'Demo', lastName: 'Invitee' })
  assert.equal(nameFrom({ last_name: 'Invitee' }), undefined)
  assert.equal(nameFrom({}), undefined)
})

test('guests: each once, in their first spelling, and never the invitee', () => {
  assert.deepEqual(guestsFrom(['A@x.test', 'a@x.test', 'ME@x.test', 'b@x.test', 'B@x.test'], 'Me@X.test'), ['A@x.test', 'b@x.test'])
  assert.deepEqual(guestsFrom([], 'me@x.test'), [])
})

test('a move keeps what is about the invitee, not what is about the meeting', () => {
  const details = {
    email: 'me@x.test',
    name: 'Demo Invitee',
    firstName: 'Demo',
    lastName: 'Invitee',
    timezone: 'UTC',
    locale: 'de' as const,
    timeNotation: '24h' as const,
    textReminderNumber: '+46701234567',
    answers: [{ question: 'Company', answer: 'Client AB', position: 0 }],
    tracking: { ...noTracking, utm_source: 'x' },
    guests: ['a@x.test'],
    routingFormSubmissionId: 's',
  }
  const at = new Date('2026-03-02T10:00:00Z')
  const invitee: Invitee = {
    ...details,
    id: 'i',
    scheduledEventId: 'e',
    organizationId: 'o',
    status: 'active',
    old: null,
    new: null,
    linkId: 'l',
    schedulingMethod: null,
    scheduledByUserId: null,
    noShow: { id: 'n', at },
    cancellation: null,
    createdAt: at,
    updatedAt: at,
  }
  assert.deepEqual(detailsOf(invitee), details)
})
