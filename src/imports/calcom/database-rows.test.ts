import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiType } from './api-shapes.ts'
import { readBooking } from './booking.ts'
import { databaseBooking } from './database-bookings.ts'
import { databaseType } from './database-types.ts'
import { readType } from './event-type.ts'
import { readSubmission } from './forms.ts'
import { isOrganization } from './people.ts'

const at = new Date('2026-01-01T00:00:00Z')
const none = { hosts: [], assigned: [], customInputs: [], links: [], schedule: undefined }
const schedule = {
  uri: 'schedule-7',
  default: false,
  name: 'Sales',
  user: 'user-1',
  timezone: 'Europe/Berlin',
  rules: [{ type: 'wday', wday: 'monday', intervals: [] }],
}

describe('a type of a team that names a schedule', () => {
  const hosts = [
    { userId: 1, scheduleId: null },
    { userId: 2, scheduleId: 9 },
  ]
  const hoursOf = (metadata: object | null) =>
    readType(databaseType({ id: 1, title: 'Demo', length: 30, scheduleId: 7, userId: null, metadata }, { ...none, hosts, schedule }), at).hours.map(
      ({ user, availability_rule }) => [user, availability_rule.uri, availability_rule.timezone, availability_rule.rules.length],
    )

  test('has these hours for all its hosts, also for those whose schedule it is not', () =>
    assert.deepEqual(hoursOf(null), [
      ['user-1', 'schedule-7', null, 0],
      ['user-2', null, 'Europe/Berlin', 1],
    ]))

  test('leaves each host their own where it says so', () =>
    assert.deepEqual(hoursOf({ config: { useHostSchedulesForTeamEvent: true } }), [['user-2', 'schedule-9', null, 0]]))
})

describe('a round robin', () => {
  const hosts = [
    { userId: 1, priority: 4, isFixed: true, weight: 50 },
    { userId: 2, priority: 0, isFixed: false, weight: 100 },
    { userId: 3, priority: null },
  ]
  const given = databaseType({ id: 1, length: 30, schedulingType: 'ROUND_ROBIN', isRRWeightsEnabled: true, offsetStart: 10 }, { ...none, hosts })

  test('asks its hosts in the order of their priorities', () =>
    assert.deepEqual(
      readType(given, at).hosts.map(({ member, priority }) => [member.uri, priority]),
      [
        ['user-1', 4],
        ['user-2', 0],
        ['user-3', 2],
      ],
    ))

  test('says that nobody is in every meeting here, that there are no weights, and that times begin with the hours', () =>
    assert.deepEqual(
      ['every meeting', 'weight', '10 minutes'].filter((words) => !given.left.some((sentence) => sentence.includes(words))),
      [],
    ))

  test('of the API says its priorities in words, and who is always there', () => {
    const fromApi = apiType(
      { id: 1, lengthInMinutes: 30, schedulingType: 'roundRobin', hosts: [{ userId: 1, priority: 'highest', mandatory: true }, { userId: 2 }], offsetStart: 5 },
      null,
    )
    assert.deepEqual(
      fromApi.hosts.map(({ userId, priority }) => [userId, priority]),
      [
        [1, 4],
        [2, 2],
      ],
    )
    assert.deepEqual(fromApi.left.length, 2)
  })
})

test('a type whose app takes money is said to be paid for; one whose app is switched off is not', () => {
  const left = (enabled: boolean) => databaseType({ id: 1, price: 0, metadata: { apps: { stripe: { enabled, price: 5000, currency: 'eur' } } } }, none).left
  assert.deepEqual([left(true).length, left(false).length], [1, 0])
})

test('an organization is one by its column, and by its metadata where there is no column', () =>
  assert.deepEqual([{ isOrganization: true }, { metadata: { isOrganization: true } }, { isOrganization: false, metadata: null }].map(isOrganization), [
    true,
    true,
    false,
  ]))

describe('a booking', () => {
  const related = { attendees: [{ id: 1, bookingId: 5, email: 'ann@calcom.test', name: 'Ann' }], seats: [], types: new Map(), hostsOfTypes: new Map() }
  const row = { id: 5, uid: 'moved', status: 'cancelled', rescheduled: true, startTime: '2026-03-03T10:00:00', endTime: '2026-03-03T10:30:00' }

  test('that its invitee has moved was canceled by the invitee', () => {
    const { cancellation } = readBooking(databaseBooking({ ...row, rescheduledBy: 'ann@calcom.test' }, { ...related, references: [] })).meeting
    assert.deepEqual([cancellation?.canceled_by, cancellation?.canceler_type], ['Ann', 'invitee'])
  })

  test('does not take place where a deleted conference was', () => {
    const references = [
      { bookingId: 5, meetingUrl: 'https://zoom.test/old', deleted: true },
      { bookingId: 5, meetingUrl: 'https://zoom.test/new', deleted: null },
    ]
    assert.equal(databaseBooking({ ...row, location: 'integrations:zoom' }, { ...related, references }).joinUrl, 'https://zoom.test/new')
  })
})

test('an answer to a routing form that is the id of an option is said in the words of the option', () => {
  const options = [
    { id: 'a1', label: 'Sales' },
    { id: 'b2', label: 'Support' },
  ]
  const form = { fields: [{ id: 'team', label: 'Team', type: 'multiselect', options }] }
  const response = { team: { label: 'Team', value: ['b2', 'a1'] }, one: { value: 'a1' }, old: { label: 'Old', value: 'Sales' } }
  const answers = readSubmission({ id: 1, formId: 'f', response }, at, form).questions_and_answers
  assert.deepEqual(
    answers.map(({ question, answer }) => [question, answer]),
    [
      ['Team', 'Support, Sales'],
      ['Question', 'a1'],
      ['Old', 'Sales'],
    ],
  )
})
