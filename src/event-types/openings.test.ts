import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type TakenSpan, workingHours } from '#availability/index.ts'
import type { Host } from './host.ts'
import { type BookableTimes, lookupSpanOf, openingsOf } from './openings.ts'
import { defaultSchedulingRules, type SchedulingRules } from './scheduling-rules.ts'

const minute = 60_000
const at = (text: string): number => Date.parse(text)
const monday = at('2026-03-02T08:00Z')

const aHost = (id: string, timezone = 'UTC'): Host => ({
  id,
  membershipId: id,
  userId: id,
  priority: 0,
  timezone,
  rules: workingHours,
  schedule: null,
})

interface Wanted
  extends Partial<Omit<BookableTimes['eventType'], 'rules'>>,
    Partial<Pick<BookableTimes, 'hosts' | 'taken'>> {
  readonly rules?: Partial<SchedulingRules>
}

const aBookable = ({ rules = {}, hosts = [aHost('host')], taken = [], ...settings }: Wanted = {}): BookableTimes => ({
  eventType: {
    id: 'type',
    active: true,
    deletedAt: null,
    isPayable: true,
    kind: 'solo',
    pooling: null,
    duration: 60,
    seats: 1,
    ...settings,
    rules: { ...defaultSchedulingRules(60), start_time_increment: 60, ...rules },
  },
  hosts,
  taken,
})

const aMeeting = (
  start: string,
  { host = 'host', eventTypeId = 'type', seatsTaken = 1, minutes = 60 } = {},
): TakenSpan => {
  const [startsAt, endsAt] = [new Date(at(start)), new Date(at(start) + minutes * minute)]
  return {
    membershipId: host,
    start: startsAt,
    end: endsAt,
    startsAt,
    endsAt,
    kind: 'meeting',
    scheduledEventId: 'event',
    eventTypeId,
    seatsTaken,
  }
}

const days = (bookable: BookableTimes, from: string, to: string, now = monday): string[] =>
  openingsOf(bookable, { start: at(from), end: at(to) }, now).map(({ start }) =>
    new Date(start).toISOString().slice(5, 16),
  )

describe('openings', () => {
  test('respect the minimum notice', () => {
    assert.deepEqual(days(aBookable(), '2026-03-02T08:00Z', '2026-03-03T00:00Z'), [
      '03-02T12:00',
      '03-02T13:00',
      '03-02T14:00',
      '03-02T15:00',
      '03-02T16:00',
    ])
  })

  test('end with the window, on the last minute of its last day', () => {
    const rules = {
      minimum_notice: 0,
      booking_window: { type: 'moving', days: 1, start_date: null, end_date: null },
    } as const
    assert.deepEqual(
      [
        ...new Set(
          days(aBookable({ rules }), '2026-03-02T08:00Z', '2026-03-20T00:00Z').map((time) => time.slice(0, 5)),
        ),
      ],
      ['03-02', '03-03'],
    )
  })

  test('there are none of a type that is inactive, deleted or without hosts', () => {
    const week = ['2026-03-02T08:00Z', '2026-03-09T00:00Z'] as const
    for (const bookable of [
      aBookable({ active: false }),
      aBookable({ deletedAt: new Date(0) }),
      aBookable({ hosts: [] }),
    ])
      assert.deepEqual(days(bookable, ...week), [])
  })

  test('a day at its limit is full, in the time zone of the host', () => {
    // 23:30 on the third in New York is the fourth in UTC.
    const hosts = [aHost('host', 'America/New_York')]
    const taken = [aMeeting('2026-03-04T04:30Z')]
    const bookable = aBookable({ hosts, taken, rules: { minimum_notice: 0, max_per_day: 1 } })
    assert.deepEqual(
      [...new Set(days(bookable, '2026-03-03T08:00Z', '2026-03-05T04:00Z').map((time) => time.slice(0, 5)))],
      ['03-04'],
    )
  })

  test('a week at its limit is full from Monday to Sunday', () => {
    const taken = [aMeeting('2026-03-04T10:00Z'), aMeeting('2026-03-05T10:00Z')]
    const bookable = aBookable({ taken, rules: { minimum_notice: 0, max_per_week: 2 } })
    assert.deepEqual(
      [...new Set(days(bookable, '2026-03-02T08:00Z', '2026-03-11T00:00Z').map((time) => time.slice(0, 5)))],
      ['03-09', '03-10'],
    )
  })

  test('meetings of another type take time, but do not count towards the limit', () => {
    const taken = [aMeeting('2026-03-03T09:00Z', { eventTypeId: 'other' })]
    const bookable = aBookable({ taken, rules: { minimum_notice: 0, max_per_day: 1 } })
    assert.equal(days(bookable, '2026-03-03T00:00Z', '2026-03-04T00:00Z').length, 7)
  })

  test('a group meeting can be joined until it is full', () => {
    const bookable = (seatsTaken: number): BookableTimes =>
      aBookable({
        kind: 'group',
        seats: 3,
        rules: { minimum_notice: 0 },
        taken: [aMeeting('2026-03-03T10:00Z', { seatsTaken })],
      })
    const span = { start: at('2026-03-03T09:30Z'), end: at('2026-03-03T11:30Z') }
    assert.deepEqual(
      openingsOf(bookable(1), span, monday).map(({ remaining }) => remaining),
      [2, 3],
    )
    assert.deepEqual(
      openingsOf(bookable(3), span, monday).map(({ remaining }) => remaining),
      [3],
    )
  })

  test('collective: when all hosts are free; round robin: when any host is free', () => {
    const hosts = [aHost('one'), aHost('two')]
    const taken = [aMeeting('2026-03-03T09:00Z', { host: 'one' }), aMeeting('2026-03-03T10:00Z', { host: 'two' })]
    const between = ['2026-03-03T09:00Z', '2026-03-03T12:00Z'] as const
    const rules = { minimum_notice: 0 }
    assert.deepEqual(days(aBookable({ hosts, taken, rules, pooling: 'collective' }), ...between), ['03-03T11:00'])
    assert.deepEqual(days(aBookable({ hosts, taken, rules, pooling: 'round_robin' }), ...between), [
      '03-03T09:00',
      '03-03T10:00',
      '03-03T11:00',
    ])
  })
})

test('a limit per week counts the whole week around the requested time', () => {
  const span = { start: at('2026-03-04T00:00Z'), end: at('2026-03-05T00:00Z') }
  const { start, end } = lookupSpanOf(aBookable({ rules: { max_per_week: 1 } }).eventType, span)
  assert.ok(start <= at('2026-03-01T00:00Z') && end >= at('2026-03-09T00:00Z'))
})
