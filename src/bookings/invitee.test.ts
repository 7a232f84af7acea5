import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  asInvitee,
  detailsOf,
  guestsFrom,
  type Invitee,
  type NewInvitee,
  nameFrom,
  recordedPreferences,
  schedulingMethodOf,
} from './invitee.ts'
import { noTracking } from './tracking.ts'

test('a full name or its parts; the full name wins', () => {
  assert.deepEqual(nameFrom({ name: 'Demo Invitee' }), { name: 'Demo Invitee', firstName: null, lastName: null })
  assert.deepEqual(nameFrom({ name: 'Demo', last_name: 'Invitee' }), {
    name: 'Demo',
    firstName: null,
    lastName: 'Invitee',
  })
  assert.deepEqual(nameFrom({ first_name: 'Demo' }), { name: 'Demo', firstName: 'Demo', lastName: null })
  assert.deepEqual(nameFrom({ first_name: 'Demo', last_name: 'Invitee' }), {
    name: 'Demo Invitee',
    firstName: 'Demo',
    lastName: 'Invitee',
  })
  assert.deepEqual(nameFrom({ name: 'Mx Demo', first_name: 'Demo', last_name: 'Invitee' }), {
    name: 'Mx Demo',
    firstName: 'Demo',
    lastName: 'Invitee',
  })
  assert.equal(nameFrom({ last_name: 'Invitee' }), undefined)
  assert.equal(nameFrom({}), undefined)
})

test('guests: each once, in their first spelling, and never the invitee', () => {
  assert.deepEqual(guestsFrom(['A@x.test', 'a@x.test', 'ME@x.test', 'b@x.test', 'B@x.test'], 'Me@X.test'), [
    'A@x.test',
    'b@x.test',
  ])
  assert.deepEqual(guestsFrom([], 'me@x.test'), [])
})

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
  payment: null,
}

test('a move keeps what is about the invitee, not what is about the meeting', () => {
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

test('a new invitee is active, neither canceled nor moved nor absent, and as old as the booking', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  const old = { id: 'before', scheduledEventId: 'e0' }
  const added: NewInvitee = {
    ...details,
    id: 'i',
    person: Buffer.alloc(1),
    old,
    linkId: 'l',
    schedulingMethod: 'api',
    scheduledBy: { membershipId: 'm', userId: 'u' },
  }
  const {
    organizationId,
    scheduledEventId,
    status,
    new: next,
    scheduledByUserId,
    noShow,
    cancellation,
    createdAt,
    updatedAt,
    ...rest
  } = asInvitee('o', 'e', added, now)
  assert.deepEqual(
    { organizationId, scheduledEventId, status, next, scheduledByUserId, noShow, cancellation, createdAt, updatedAt },
    {
      organizationId: 'o',
      scheduledEventId: 'e',
      status: 'active',
      next: null,
      scheduledByUserId: 'u',
      noShow: null,
      cancellation: null,
      createdAt: now,
      updatedAt: now,
    },
  )
  assert.deepEqual({ ...rest }, { ...added })
  assert.equal(asInvitee('o', 'e', { ...added, scheduledBy: null }, now).scheduledByUserId, null)
})

test('a client with a token books by the API, a host by instant book', () => {
  const token = { kind: 'token' } as Parameters<typeof schedulingMethodOf>[0]['via']
  const session = { kind: 'session' } as Parameters<typeof schedulingMethodOf>[0]['via']
  assert.equal(schedulingMethodOf({ via: token }), 'api')
  assert.equal(schedulingMethodOf({ via: session }), 'instant_book')
})

test('how the booking page was read is recorded as far as it is known', () => {
  assert.deepEqual(recordedPreferences({ locale: 'de', timeNotation: '24h' }), { locale: 'de', time_notation: '24h' })
  assert.deepEqual(recordedPreferences({ locale: 'de', timeNotation: null }), { locale: 'de' })
  assert.deepEqual(recordedPreferences({ locale: null, timeNotation: '12h' }), { time_notation: '12h' })
  assert.deepEqual(recordedPreferences({ locale: null, timeNotation: null }), {})
})
