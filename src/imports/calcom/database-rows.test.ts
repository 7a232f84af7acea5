import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiType } from './api-shapes.ts'
import { readBooking } from './booking.ts'
import { databaseBooking } from './database-bookings.ts'
import { databaseType } from './database-types.ts'
import { type CalcomType, readType } from './event-type.ts'
import { readSubmission } from './forms.ts'
import { isOrganization } from './people.ts'
import type { Row } from './values.ts'

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
    readType(
      databaseType(
        { id: 1, title: 'Demo', length: 30, scheduleId: 7, userId: null, metadata },
        { ...none, hosts, schedule },
      ),
      at,
    ).hours.map(({ user, availability_rule }) => [
      user,
      availability_rule.uri,
      availability_rule.timezone,
      availability_rule.rules.length,
    ])

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
  const given = databaseType(
    { id: 1, length: 30, schedulingType: 'ROUND_ROBIN', isRRWeightsEnabled: true, offsetStart: 10 },
    { ...none, hosts },
  )

  test('asks its hosts in the order of their priorities', () =>
    assert.deepEqual(
      readType(given, at).hosts.map(({ member, priority }) => [member.uri, priority]),
      [
        ['user-1', 4],
        ['user-2', 0],
        ['user-3', 2],
      ],
    ))

  describe('says what it has that is not here, and nothing of what it has not', () => {
    const codes = ['start_offset', 'fixed_hosts', 'weighted_hosts']
    const saidOf = ({ left }: Pick<CalcomType, 'left'>) => left.map(({ code }) => code)
    const row = { id: 1, length: 30, schedulingType: 'ROUND_ROBIN' }
    const fixed = [{ userId: 1, isFixed: true }]

    const cases: readonly (readonly [string, Row, readonly Row[], readonly string[]])[] = [
      ['all three', { isRRWeightsEnabled: true, offsetStart: 10 }, hosts, codes],
      ['a host in every meeting', {}, fixed, ['fixed_hosts']],
      ['weights', { isRRWeightsEnabled: true }, [{ userId: 1, isFixed: false }], ['weighted_hosts']],
      ['an offset', { offsetStart: 10 }, [], ['start_offset']],
      [
        'an offset of nothing',
        { offsetStart: 0, isRRWeightsEnabled: false },
        [{ userId: 1, isFixed: false, weight: 50 }],
        [],
      ],
      [
        'a collective type, whose hosts all come',
        { schedulingType: 'COLLECTIVE', isRRWeightsEnabled: true },
        fixed,
        [],
      ],
    ]
    for (const [name, more, itsHosts, said] of cases)
      test(name, () => assert.deepEqual(saidOf(databaseType({ ...row, ...more }, { ...none, hosts: itsHosts })), said))

    const mandatory = { id: 1, schedulingType: 'roundRobin', hosts: [{ userId: 1, mandatory: true }] }
    const apiCases: readonly (readonly [string, object, readonly string[]])[] = [
      ['a mandatory host', {}, ['fixed_hosts']],
      ['an offset', { hosts: [{ userId: 1, mandatory: false }], offsetStart: 5 }, ['start_offset']],
      ['a collective type, whose hosts all come', { schedulingType: 'collective' }, []],
    ]
    for (const [name, more, said] of apiCases)
      test(`of the API: ${name}`, () => assert.deepEqual(saidOf(apiType({ ...mandatory, ...more }, null)), said))
  })

  test('of the API says its priorities in words', () => {
    const priorities = ['lowest', 'low', 'medium', 'high', 'highest', undefined]
    const fromApi = apiType(
      {
        id: 1,
        schedulingType: 'roundRobin',
        hosts: priorities.map((priority, index) => ({ userId: index + 1, priority })),
      },
      null,
    )
    assert.deepEqual(
      fromApi.hosts.map(({ priority }) => priority),
      [0, 1, 2, 3, 4, 2],
    )
  })
})

describe('a type of one person', () => {
  const row = { id: 1, length: 30, userId: 1, scheduleId: 7 }
  const hostsOf = (given: ReturnType<typeof databaseType>) =>
    given.hosts.map(({ userId, scheduleId, hours }) => [userId, scheduleId, hours?.timezone])

  test('has its owner for its host, at the hours of the schedule that it names', () => {
    assert.deepEqual(hostsOf(databaseType(row, { ...none, schedule })), [[1, 7, undefined]])
    assert.deepEqual(hostsOf(apiType({ id: 1, ownerId: 1, scheduleId: 7 }, null)), [[1, 7, undefined]])
  })

  test('has all who are assigned to it, where there are no rows of hosts', () =>
    assert.deepEqual(hostsOf(databaseType(row, { ...none, assigned: [1, 2], schedule })), [
      [1, 7, undefined],
      [2, null, undefined],
    ]))
})

test('rules of a type: buffers, limits, and how far ahead it can be booked', () => {
  const rows = {
    beforeEventBuffer: 5,
    afterEventBuffer: 10,
    bookingLimits: { PER_DAY: 3, PER_WEEK: 8 },
    periodType: 'ROLLING',
    periodDays: 20,
  }
  const rulesOf = (more: object) => databaseType({ id: 1, ...rows, ...more }, none).rules
  const { before, after, perDay, perWeek, window } = rulesOf({ periodCountCalendarDays: true })
  assert.deepEqual(
    { before, after, perDay, perWeek, window },
    { before: 5, after: 10, perDay: 3, perWeek: 8, window: { type: 'moving', days: 20 } },
  )
  assert.deepEqual(rulesOf({ periodType: 'ROLLING_WINDOW' }).window, { type: 'available_moving', days: 20 })
  const ofApi = (type: string) => apiType({ id: 1, bookingWindow: { type, value: 20 } }, 1).rules.window
  assert.deepEqual([ofApi('calendarDays').type, ofApi('businessDays').type], ['moving', 'available_moving'])
})

describe('what a type has that has no counterpart here gets one remark', () => {
  const cases = {
    confirmation_there: { requiresConfirmation: true },
    long_limits: { bookingLimits: { PER_MONTH: 9 } },
    minute_limits: { durationLimits: { PER_DAY: 60 } },
    paid_there: { price: 500 },
    recurring_there: { recurringEvent: { freq: 2, count: 4, interval: 1 } },
  }
  for (const [code, more] of Object.entries(cases))
    test(code, () =>
      assert.deepEqual(
        databaseType({ id: 1, ...more }, none).left.map((remark) => remark.code),
        [code],
      ),
    )

  test('a limit per year', () =>
    assert.equal(databaseType({ id: 1, bookingLimits: { PER_YEAR: 9 } }, none).left[0]?.code, 'long_limits'))

  test('bookings that hosts confirm at short notice only: here they confirm all', () => {
    const ofApi = (confirmationPolicy: object) => apiType({ id: 1, confirmationPolicy }, 1)
    const stored = databaseType(
      { id: 1, requiresConfirmation: true, metadata: { requiresConfirmationThreshold: { time: 2, unit: 'hours' } } },
      none,
    )
    const codes = ['confirmation_there', 'confirmation_always']
    const cases = [
      [ofApi({ type: 'always' }), true, codes.slice(0, 1)],
      [ofApi({ type: 'time' }), true, codes],
      [ofApi({ disabled: true }), false, []],
      [stored, true, codes],
    ] as const
    for (const [{ isConfirmed, left }, expected, said] of cases)
      assert.deepEqual([isConfirmed, left.map(({ code }) => code)], [expected, said])
  })
})

describe('a private link', () => {
  const cases: readonly (readonly [string, object, boolean | undefined])[] = [
    ['of a version without limits books once', {}, false],
    ['that can be used once books once', { maxUsageCount: 1, usageCount: 0 }, false],
    ['with one use left books once', { maxUsageCount: 3, usageCount: 2 }, false],
    ['that was used up is spent', { maxUsageCount: 1, usageCount: 1 }, true],
    ['with several uses left does not come', { maxUsageCount: 3, usageCount: 1 }, undefined],
    ['without a limit does not come', { maxUsageCount: null, usageCount: 0 }, undefined],
    [
      'that works until a day does not come',
      { expiresAt: '2026-12-01 00:00:00', maxUsageCount: 1, usageCount: 0 },
      undefined,
    ],
  ]
  for (const [name, more, isSpent] of cases)
    test(name, () => {
      const { links, left } = databaseType({ id: 1 }, { ...none, links: [{ id: 4, link: 'abc', ...more }] })
      assert.deepEqual(links, isSpent === undefined ? [] : [{ id: 'private-link-4', code: 'abc', isSpent }])
      assert.equal(left.length, isSpent === undefined ? 1 : 0)
    })
})

test('a type whose app takes money is said to be paid for; one whose app is switched off is not', () => {
  const left = (enabled: boolean) =>
    databaseType({ id: 1, price: 0, metadata: { apps: { stripe: { enabled, price: 5000, currency: 'eur' } } } }, none)
      .left
  assert.deepEqual([left(true).length, left(false).length], [1, 0])
})

test('an organization is one by its column, and by its metadata where there is no column', () =>
  assert.deepEqual(
    [{ isOrganization: true }, { metadata: { isOrganization: true } }, { isOrganization: false, metadata: null }].map(
      isOrganization,
    ),
    [true, true, false],
  ))

describe('a booking', () => {
  const related = {
    attendees: [{ id: 1, bookingId: 5, email: 'ann@calcom.test', name: 'Ann' }],
    seats: [],
    types: new Map(),
    hostsOfTypes: new Map(),
  }
  const row = {
    id: 5,
    uid: 'moved',
    status: 'cancelled',
    rescheduled: true,
    startTime: '2026-03-03T10:00:00',
    endTime: '2026-03-03T10:30:00',
  }

  test('that its invitee has moved was canceled by the invitee', () => {
    const { cancellation } = readBooking(
      databaseBooking({ ...row, rescheduledBy: 'ann@calcom.test' }, { ...related, references: [] }),
    ).meeting
    assert.deepEqual([cancellation?.canceled_by, cancellation?.canceler_type], ['Ann', 'invitee'])
  })

  test('does not take place where a deleted conference was', () => {
    const references = [
      { bookingId: 6, meetingUrl: 'https://zoom.test/another', deleted: null },
      { bookingId: 5, meetingUrl: 'https://zoom.test/old', deleted: true },
      { bookingId: 5, meetingUrl: 'https://zoom.test/new', deleted: null },
    ]
    assert.equal(
      databaseBooking({ ...row, location: 'integrations:zoom' }, { ...related, references }).joinUrl,
      'https://zoom.test/new',
    )
  })

  test('is held by the hosts among its attendees, but who booked is an invitee, also as a host of the type', () => {
    const attendees = ['Host@calcom.test', 'second@calcom.test', 'guest@calcom.test'].map((email, id) => ({
      id,
      bookingId: 5,
      email,
      name: email,
    }))
    const hosts = new Map([
      ['host@calcom.test', 1],
      ['second@calcom.test', 2],
    ])
    const read = databaseBooking(
      { ...row, userId: 3, eventTypeId: 1 },
      { ...related, attendees, hostsOfTypes: new Map([[1, hosts]]), references: [] },
    )
    assert.deepEqual(read.hostIds, [3, 2])
    assert.deepEqual(
      read.attendees.map(({ email }) => email),
      ['Host@calcom.test', 'guest@calcom.test'],
    )
  })

  test('that was rejected is canceled, with the reason', () => {
    const { status, cancellation } = readBooking(
      databaseBooking({ ...row, status: 'rejected', rejectionReason: 'Away' }, { ...related, references: [] }),
    ).meeting
    assert.deepEqual([status, cancellation?.reason], ['canceled', 'Away'])
  })

  test('keeps the buffers of its type, who did not come, and the notes of versions without forms', () => {
    const types = new Map([[1, { beforeEventBuffer: 5, afterEventBuffer: 10 }]])
    const [attendee] = related.attendees
    const given = { ...row, status: 'accepted', eventTypeId: 1, userId: 3, description: 'Bring the plan' }
    const { meeting, invitees } = readBooking(
      databaseBooking(given, { ...related, attendees: [{ ...attendee, noShow: true }], types, references: [] }),
    )
    const [host] = meeting.event_memberships
    assert.deepEqual(
      [host?.buffered_start_time, host?.buffered_end_time],
      [new Date('2026-03-03T09:55:00Z'), new Date('2026-03-03T10:40:00Z')],
    )
    assert.notEqual(invitees[0]?.no_show, null)
    assert.deepEqual(
      invitees[0]?.questions_and_answers?.map(({ answer }) => answer),
      ['Bring the plan'],
    )
  })

  test('with seats has the answers of each', () => {
    const attendees = [1, 2].map((id) => ({ id, bookingId: 5, email: `${id}@calcom.test` }))
    const seats = [1, 2].map((id) => ({
      attendeeId: id,
      referenceUid: `seat-${id}`,
      data: { responses: { topic: `Topic ${id}` } },
    }))
    const { invitees } = readBooking(
      databaseBooking({ ...row, responses: { topic: 'Topic 1' } }, { ...related, attendees, seats, references: [] }),
    )
    assert.deepEqual(
      invitees.map(({ uri, questions_and_answers }) => [uri, questions_and_answers?.[0]?.answer]),
      [
        ['seat-1', 'Topic 1'],
        ['seat-2', 'Topic 2'],
      ],
    )
  })
})

test('an answer to a routing form that is the id of an option is said in the words of the option', () => {
  const options = [
    { id: 'a1', label: 'Sales' },
    { id: 'b2', label: 'Support' },
  ]
  const form = { fields: [{ id: 'team', label: 'Team', type: 'multiselect', options }] }
  const response = {
    team: { label: 'Team', value: ['b2', 'a1'] },
    one: { value: 'a1' },
    old: { label: 'Old', value: 'Sales' },
  }
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

test('a telephone number of the host is called by the invitee; without one, the host calls', () =>
  assert.deepEqual(
    databaseType({ id: 1, locations: [{ type: 'phone' }, { type: 'phone', phone: '+4930123456' }] }, none).locations,
    [{ kind: 'outbound_call' }, { kind: 'inbound_call', phone_number: '+4930123456' }],
  ))

test('a hidden field of a form is no question', () => {
  const bookingFields = [
    { name: 'topic', label: 'Topic', type: 'text' },
    { name: 'old', label: 'Old', type: 'text', hidden: true },
  ]
  assert.deepEqual(
    databaseType({ id: 1, bookingFields }, none).questions.map(({ name }) => name),
    ['Topic'],
  )
})
