import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type TakenSpan, workingHours } from '#availability/index.ts'
import { detailBody, Problem } from '#contract/problem.ts'
import type { BookableHost, EventType } from '#event-types/index.ts'
import { asOfferedForMove, type MeetingRequest, planBooking, takenWith, withRequestedDuration } from './booking.ts'
import { alreadyFilled } from './problems.ts'

const now = new Date('2026-03-02T08:00:00Z')
const nine = new Date('2026-03-03T09:00:00Z')
const minutesAfter = (start: Date, minutes: number): Date => new Date(start.getTime() + minutes * 60_000)

const aType = (settings: Partial<EventType> = {}, rules: Partial<EventType['rules']> = {}): EventType => ({
  id: 'type',
  organizationId: 'organization',
  owner: { membershipId: 'one', userId: 'one', name: 'One', slug: 'one' },
  name: 'Intro call',
  slug: 'intro-call',
  active: true,
  kind: 'solo',
  pooling: null,
  type: 'StandardEventType',
  duration: 30,
  durationOptions: null,
  seats: 1,
  color: '#0069ff',
  descriptionPlain: null,
  descriptionHtml: null,
  internalNote: null,
  secret: false,
  adminManaged: false,
  locale: 'en',
  position: 0,
  questions: [],
  locations: null,
  isPayable: true,
  bookingRules: { approval: null, email_confirmation: false, payment: null, waiting_list: null },
  rules: {
    start_time_increment: 30,
    buffer_before: 0,
    buffer_after: 0,
    minimum_notice: 0,
    booking_window: { type: 'unlimited', days: null, start_date: null, end_date: null },
    max_per_day: null,
    max_per_week: null,
    ...rules,
  },
  redirectUrl: null,
  nameFormat: 'combined',
  reminders: [],
  linkId: null,
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
  ...settings,
})

/** A host, and how many meetings of the round robin they were assigned. */
type TestHost = BookableHost & { readonly assigned: number }

const aHost = (membershipId: string, settings: Partial<TestHost> = {}): TestHost => ({
  id: membershipId,
  membershipId,
  userId: membershipId,
  name: membershipId,
  email: `${membershipId}@acme.test`,
  priority: 0,
  assigned: 0,
  rooms: {},
  timezone: 'UTC',
  rules: workingHours,
  schedule: null,
  ...settings,
})

const aMeeting = (
  host: string,
  startsAt: Date,
  { minutes = 30, eventTypeId = 'type', scheduledEventId = 'event', seatsTaken = 1 } = {},
): TakenSpan => {
  const endsAt = minutesAfter(startsAt, minutes)
  return {
    membershipId: host,
    start: startsAt,
    end: endsAt,
    startsAt,
    endsAt,
    kind: 'meeting',
    scheduledEventId,
    eventTypeId,
    seatsTaken,
  }
}

const plan = (
  eventType: EventType,
  hosts: readonly TestHost[],
  wish: Partial<MeetingRequest> = {},
  taken: readonly TakenSpan[] = [],
) => {
  const time = { taken, assigned: new Map(hosts.map((host) => [host.membershipId, host.assigned])) }
  const found = planBooking(
    { eventType, hosts, areHostsBusy: false },
    time,
    { startsAt: nine, location: undefined, ...wish },
    now,
    { id: 'new', random: () => 'random' },
  )
  if (!found) throw alreadyFilled()
  return found
}

const codeOf = (work: () => unknown): unknown => {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error.details[0]?.code ?? error.details.map(detailBody)[0]?.message
    throw error
  }
}

const who = (
  hosts: readonly TestHost[],
  wish: Partial<MeetingRequest> = {},
  taken: readonly TakenSpan[] = [],
): string[] => plan(aType({ pooling: 'round_robin' }), hosts, wish, taken).hosts.map(({ membershipId }) => membershipId)

describe('the next host of a round robin', () => {
  test('highest priority first; then fewest meetings; then list order', () => {
    assert.deepEqual(who([aHost('one'), aHost('two', { priority: 1, assigned: 9 })]), ['two'])
    assert.deepEqual(
      who([
        aHost('one', { priority: 2, assigned: 3 }),
        aHost('two', { priority: 2, assigned: 1 }),
        aHost('three', { priority: 1 }),
      ]),
      ['two'],
    )
    assert.deepEqual(who([aHost('one', { assigned: 1 }), aHost('two', { assigned: 1 })]), ['one'])
  })

  test('only among the free hosts', () => {
    const hosts = [aHost('one'), aHost('two', { assigned: 5 })]
    assert.deepEqual(who(hosts, {}, [aMeeting('one', nine)]), ['two'])
    assert.equal(
      codeOf(() => who(hosts, {}, [aMeeting('one', nine), aMeeting('two', nine, { eventTypeId: 'other' })])),
      'already_filled',
    )
  })

  test('a moved meeting keeps its host while that host is free', () => {
    const hosts = [aHost('one', { priority: 5 }), aHost('two', { assigned: 9 })]
    assert.deepEqual(who(hosts, { preferring: new Set(['two']) }), ['two'])
    assert.deepEqual(who(hosts, { preferring: new Set(['two']) }, [aMeeting('two', nine)]), ['one'])
    assert.deepEqual(who(hosts, { preferring: new Set(['gone']) }), ['one'])
  })
})

describe('what will be booked', () => {
  test('start and end, with and without buffers', () => {
    const { meeting, joins, location } = plan(aType({ duration: 45 }, { buffer_before: 15, buffer_after: 10 }), [
      aHost('one'),
    ])
    assert.deepEqual(meeting, {
      scheduledEventId: 'new',
      eventTypeId: 'type',
      startsAt: nine,
      endsAt: minutesAfter(nine, 45),
      bufferedFrom: minutesAfter(nine, -15),
      bufferedTo: minutesAfter(nine, 55),
    })
    assert.deepEqual([joins, location], [false, null])
  })

  test('a time that is not offered is refused: off the grid, outside the hours, taken, past', () => {
    for (const startsAt of [
      minutesAfter(nine, 10),
      minutesAfter(nine, -30),
      minutesAfter(now, -60),
      new Date(nine.getTime() + 1),
    ])
      assert.equal(
        codeOf(() => plan(aType(), [aHost('one')], { startsAt })),
        'already_filled',
      )
    assert.equal(
      codeOf(() => plan(aType(), [aHost('one')], {}, [aMeeting('one', minutesAfter(nine, 15))])),
      'already_filled',
    )
    assert.equal(
      codeOf(() => plan(aType({ active: false }), [aHost('one')])),
      'already_filled',
    )
    assert.equal(
      planBooking(
        { eventType: aType(), hosts: [aHost('one')], areHostsBusy: true },
        { taken: [], assigned: new Map() },
        { startsAt: nine, location: undefined },
        now,
        { id: 'new', random: () => 'random' },
      ),
      undefined,
    )
    assert.equal(
      codeOf(() => plan(aType(), [])),
      'already_filled',
    )
  })

  test('collective: all hosts or none', () => {
    const both = [aHost('one'), aHost('two')]
    assert.equal(plan(aType({ pooling: 'collective' }), both).hosts.length, 2)
    assert.equal(
      codeOf(() => plan(aType({ pooling: 'collective' }), both, {}, [aMeeting('two', nine)])),
      'already_filled',
    )
  })

  test('group: joins the existing meeting while there are seats; a meeting of another type is a conflict', () => {
    const group = aType({ kind: 'group', seats: 2 })
    const hosts = [aHost('one')]
    assert.equal(plan(group, hosts).joins, false)
    assert.equal(plan(group, hosts, {}, [aMeeting('one', minutesAfter(nine, 60))]).joins, false)
    const joining = plan(group, hosts, {}, [aMeeting('one', nine)])
    assert.deepEqual([joining.joins, joining.meeting.scheduledEventId], [true, 'event'])
    assert.equal(
      codeOf(() => plan(group, hosts, {}, [aMeeting('one', nine, { seatsTaken: 2 })])),
      'already_filled',
    )
    assert.equal(
      codeOf(() => plan(group, hosts, {}, [aMeeting('one', nine, { eventTypeId: 'other' })])),
      'already_filled',
    )
    assert.equal(
      codeOf(() => plan(aType(), hosts, {}, [aMeeting('one', nine)])),
      'already_filled',
    )
  })

  test('who comes next finds what was planned before: in a group a seat fewer, elsewhere the time taken', () => {
    const group = aType({ kind: 'group', seats: 2 })
    const hosts = [aHost('one')]
    const others = [aMeeting('one', minutesAfter(nine, 60), { scheduledEventId: 'later' })]
    const first = takenWith(others, plan(group, hosts, {}, others))
    assert.deepEqual(
      first.map(({ scheduledEventId, seatsTaken }) => [scheduledEventId, seatsTaken]),
      [
        ['new', 1],
        ['later', 1],
      ],
      'in the order of time',
    )
    const second = plan(group, hosts, {}, first)
    assert.deepEqual([second.joins, second.meeting.scheduledEventId], [true, 'new'])
    const both = takenWith(first, second)
    assert.deepEqual(
      both.map(({ scheduledEventId, seatsTaken }) => [scheduledEventId, seatsTaken]),
      [
        ['new', 2],
        ['later', 1],
      ],
    )
    assert.equal(
      codeOf(() => plan(group, hosts, {}, both)),
      'already_filled',
    )
    const buffered = aType({ rules: { ...aType().rules, buffer_before: 15, buffer_after: 15 } })
    const alone = takenWith([], plan(buffered, hosts))
    assert.deepEqual(alone, [
      {
        ...aMeeting('one', nine, { scheduledEventId: 'new' }),
        start: minutesAfter(nine, -15),
        end: minutesAfter(nine, 45),
      },
    ])
    assert.equal(
      codeOf(() => plan(buffered, hosts, {}, alone)),
      'already_filled',
    )
  })

  test('group: an invitee who asks for another duration than the existing meeting is refused', () => {
    const group = aType({ kind: 'group', seats: 2, durationOptions: [30, 60] })
    const taken = [aMeeting('one', nine, { minutes: 60 })]
    assert.equal(plan(group, [aHost('one')], {}, taken).joins, true)
    assert.equal(plan(withRequestedDuration(group, 60), [aHost('one')], { duration: 60 }, taken).joins, true)
    assert.equal(
      codeOf(() => plan(group, [aHost('one')], { duration: 30 }, taken)),
      'already_filled',
    )
  })

  test('the conference room is that of the chosen host', () => {
    const eventType = aType({ pooling: 'round_robin', locations: [{ kind: 'zoom_conference' }] })
    const hosts = [
      aHost('one', { assigned: 1, rooms: { zoom_conference: 'https://one.test/{uuid}' } }),
      aHost('two', { rooms: { zoom_conference: 'https://two.test/{uuid}' } }),
    ]
    assert.equal(plan(eventType, hosts).location?.join_url, 'https://two.test/new')
  })
})

describe('duration', () => {
  const options = aType({ durationOptions: [30, 60] })

  test('as requested, if it is one of the options; otherwise the default of the type', () => {
    assert.equal(withRequestedDuration(options, undefined).duration, 30)
    assert.equal(withRequestedDuration(options, 60).duration, 60)
    assert.equal(withRequestedDuration(aType(), 30).duration, 30)
    assert.equal(
      codeOf(() => withRequestedDuration(options, 45)),
      'must be one of: 30, 60',
    )
    assert.equal(
      codeOf(() => withRequestedDuration(aType(), 60)),
      'must be one of: 30',
    )
  })

  test('a moved meeting keeps its duration, if that is still an option', () => {
    const hour = { startsAt: nine, endsAt: minutesAfter(nine, 60) }
    assert.equal(asOfferedForMove(options, hour).duration, 60)
    assert.equal(asOfferedForMove(aType({ durationOptions: [15, 30] }), hour).duration, 30)
    assert.equal(asOfferedForMove(aType(), hour).duration, 30)
  })

  test('a booked one-off meeting can be moved; a meeting of an inactive type cannot', () => {
    const meeting = { startsAt: nine, endsAt: minutesAfter(nine, 30) }
    assert.equal(asOfferedForMove(aType({ active: false, type: 'AdhocEventType' }), meeting).active, true)
    assert.equal(
      asOfferedForMove(aType({ active: false, type: 'AdhocEventType', deletedAt: now }), meeting).active,
      false,
    )
    assert.equal(asOfferedForMove(aType({ active: false }), meeting).active, false)
    assert.equal(asOfferedForMove(aType(), meeting).active, true)
  })
})
