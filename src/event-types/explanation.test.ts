// seconds: 3
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rule, TakenSpan } from '#availability/index.ts'
import {
  aRandomBookable,
  day,
  minute,
  type Random,
  type RandomBookable,
  randomFrom,
  takenWithin,
} from '../../test/support/random-bookables.ts'
import { sized } from '../../test/support/sized.ts'
import type { BookableHost } from './bookable.ts'
import { explainSpan, reasonsAt, type TimeReason } from './explanation.ts'
import { hostTimeOf } from './host.ts'
import type { HostReason } from './host-reasons.ts'
import { lookupSpanOf, openingsOf } from './openings.ts'

type AnyReason = TimeReason<BookableHost>

const kinds = ['meeting', 'meeting', 'meeting', 'reserved', 'external', 'unknown'] as const

/**
 * With everything else that can be in the way: switched off, without hosts, other hours on dates, and time that is
 * taken otherwise.
 */
const aCase = (random: Random): RandomBookable => {
  const { below, oneOf } = random
  const one = aRandomBookable(random)
  const override = (): Rule => ({
    type: 'date',
    date: new Date(one.from + below(7) * day).toISOString().slice(0, 10),
    intervals: oneOf([[], [{ from: '10:00', to: '11:00' }]]),
  })
  return {
    ...one,
    eventType: { ...one.eventType, active: below(15) > 0, deletedAt: below(30) === 0 ? new Date(0) : null },
    hosts:
      below(30) === 0
        ? []
        : one.hosts.map((host) => (below(3) === 0 ? { ...host, rules: [...host.rules, override()] } : host)),
    taken: one.taken.map((taken): TakenSpan => {
      const kind = taken.eventTypeId === one.eventType.id ? 'meeting' : oneOf(kinds)
      return kind === 'meeting'
        ? taken
        : { ...taken, kind, start: taken.startsAt, end: taken.endsAt, scheduledEventId: null, eventTypeId: null }
    }),
    now: one.now + oneOf([0, 0, 0, 1, 3]) * day,
  }
}

const around = ({ eventType, hosts, taken }: RandomBookable, start: number) => ({
  eventType,
  hosts,
  taken: takenWithin(taken, lookupSpanOf(eventType, { start, end: start + 1 })),
})

const isOffered = (one: RandomBookable, start: number): boolean =>
  openingsOf(around(one, start), { start, end: start + 1 }, one.now).some((opening) => opening.start === start)

const always: readonly Rule[] = (
  ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
).map((wday) => ({
  type: 'wday',
  wday,
  intervals: [{ from: '00:00', to: '24:00' }],
}))

/** The same without what the reason says. */
const without = (one: RandomBookable, reason: AnyReason, start: number): RandomBookable => {
  const withRules = (rules: Partial<RandomBookable['eventType']['rules']>): RandomBookable => ({
    ...one,
    eventType: { ...one.eventType, rules: { ...one.eventType.rules, ...rules } },
  })
  switch (reason.kind) {
    case 'off':
      return { ...one, eventType: { ...one.eventType, active: true, deletedAt: null } }
    case 'unpayable':
      return { ...one, eventType: { ...one.eventType, isPayable: true } }
    case 'no_host':
      return { ...one, hosts: aRandomBookable(randomFrom(start)).hosts }
    case 'past':
      return { ...one, now: start }
    case 'notice':
      return withRules({ minimum_notice: 0 })
    case 'window':
      return withRules({ booking_window: { type: 'unlimited', days: null, start_date: null, end_date: null } })
    case 'collective':
      return withoutOfHost(one, reason.host, reason.reasons[0] as HostReason, start)
    case 'round_robin': {
      const [first] = reason.hosts
      return first ? withoutOfHost(one, first.host, first.reasons[0] as HostReason, start) : one
    }
    default:
      return withoutOfHost(one, one.hosts[0], reason, start)
  }
}

/**
 * The hours that began last before the start continue through the next day, so that the grid stays where it is; all
 * hours where none began.
 */
const longerHours = (host: BookableHost, start: number): readonly Rule[] => {
  const { zone, hours } = hostTimeOf(host, [])
  const today = Math.floor(zone.localAt(start) / day)
  const ranges = hours.dates.get(today) ?? hours.weekly[(today + 4) % 7] ?? []
  const begun = ranges.findLast(({ from }) => today * day + from * minute <= zone.localAt(start))
  // Where an hour comes twice, hours that begin within it are closed again at its second time, however long they last.
  const comesTwice = zone.localAt(start + 120 * minute) - zone.localAt(start) < 120 * minute
  if (!begun || comesTwice) return always
  const from = `${String(Math.floor(begun.from / 60)).padStart(2, '0')}:${String(begun.from % 60).padStart(2, '0')}`
  const dates = [today, today + 1].map((date) => new Date(date * day).toISOString().slice(0, 10))
  const longer = dates.map(
    (date, index): Rule => ({ type: 'date', date, intervals: [{ from: index === 0 ? from : '00:00', to: '24:00' }] }),
  )
  return [...host.rules.filter((rule) => rule.type !== 'date' || !dates.includes(rule.date)), ...longer]
}

const withoutOfHost = (
  one: RandomBookable,
  host: BookableHost | undefined,
  reason: HostReason,
  start: number,
): RandomBookable => {
  const withRules = (rules: Partial<RandomBookable['eventType']['rules']>): RandomBookable => ({
    ...one,
    eventType: { ...one.eventType, rules: { ...one.eventType.rules, ...rules } },
  })
  switch (reason.kind) {
    case 'hours':
    case 'override':
    case 'too_long':
      return {
        ...one,
        hosts: one.hosts.map((other) => (other === host ? { ...other, rules: longerHours(other, start) } : other)),
      }
    case 'grid':
      return withRules({ start_time_increment: 1 })
    case 'day_limit':
      return withRules({ max_per_day: null })
    case 'week_limit':
      return withRules({ max_per_week: null })
    case 'seats':
      return { ...one, eventType: { ...one.eventType, seats: one.eventType.seats + 5 } }
    default:
      return { ...one, taken: one.taken.filter((taken) => taken !== reason.taken) }
  }
}

/** Reasons without their values, but with whose they are and of what. */
const keysOf = (reasons: readonly (AnyReason | HostReason)[]): string[] =>
  reasons.flatMap((reason) => {
    if (reason.kind === 'collective') return keysOf(reason.reasons).map((key) => `${reason.host.id}: ${key}`)
    if (reason.kind === 'round_robin')
      return reason.hosts.flatMap(({ host, reasons: own }) => keysOf(own).map((key) => `${host.id}: ${key}`))
    return 'taken' in reason
      ? `${reason.kind} ${reason.taken.scheduledEventId} ${reason.taken.start.getTime()}`
      : reason.kind
  })

const kindOf = (key: string): string => key.replace(/^.*: /, '').replace(/ .*$/, '')

const cases = sized(300, 10_000)

test(`${cases} random hosts, types and times: offered exactly when no reason is given, and each reason that is removed leaves the others`, () => {
  const random = randomFrom(20261116)
  const seen: Record<string, number> = {}
  for (let round = 0; round < cases; round += 1) {
    let one = aCase(random)
    const near = random.below(2) === 0 ? undefined : one.taken[random.below(one.taken.length)]
    const start = near
      ? near.startsAt.getTime() + random.oneOf([0, 0, 5, -30, 60]) * minute
      : one.from + random.below(7 * 288) * 5 * minute
    for (let step = 0; ; step += 1) {
      const reasons = reasonsAt(around(one, start), start, one.now)
      const showError = (what: string): never =>
        assert.fail(
          `round ${round}, step ${step}, ${new Date(start).toISOString()}: ${what}. ${JSON.stringify(keysOf(reasons))} ${JSON.stringify(one)}`,
        )
      if ((reasons.length === 0) !== isOffered(one, start)) showError('the reasons and open times differ')
      const [first] = reasons
      seen[first?.kind ?? 'offered'] = (seen[first?.kind ?? 'offered'] ?? 0) + 1
      if (!first) break
      if (step > 100) showError('there is no end of reasons')
      const removed = without(one, first, start)
      const left = keysOf(reasonsAt(around(removed, start), start, removed.now))
      const [gone, ...others] = keysOf(reasons)
      if (left.includes(gone as string)) showError(`${gone} is still there`)
      // Another time of asking, a free seat, or another host changes what else is said; and a rule of the type is a
      // reason of each host.
      const lost = others.filter((key) => !left.includes(key) && kindOf(key) !== kindOf(gone as string))
      if (left.length > 0 && lost.length > 0 && !['past', 'no_host', 'seats'].includes(first.kind))
        showError(`without ${gone}, ${lost} are gone`)
      one = removed
    }
  }
  console.log(`Reasons: ${JSON.stringify(seen)}`)
  for (const kind of [
    'off',
    'no_host',
    'past',
    'notice',
    'window',
    'hours',
    'override',
    'too_long',
    'grid',
    'day_limit',
    'week_limit',
    'seats',
  ])
    assert.ok(seen[kind], `${kind} was tried`)
  for (const kind of ['meeting', 'buffer', 'reserved', 'calendar', 'unread', 'collective', 'round_robin'])
    assert.ok(seen[kind], `${kind} was tried`)
})

test('a day lists every start, each with its first reason or as open times offer it', () => {
  const random = randomFrom(20261117)
  for (let round = 0; round < sized(20, 200); round += 1) {
    const one = aCase(random)
    const span = { start: one.from + random.below(6) * day, end: one.from + 7 * day }
    const times = { ...one, taken: takenWithin(one.taken, lookupSpanOf(one.eventType, span)) }
    const explained = explainSpan(times, span, one.now)
    const offered = explained.filter(({ reason }) => !reason).map(({ start }) => start)
    assert.deepEqual(offered, [...new Set(openingsOf(times, span, one.now).map(({ start }) => start))])
    for (const { start, reason } of explained.slice(0, 100))
      assert.equal(reason?.kind, reasonsAt(around(one, start), start, one.now)[0]?.kind)
  }
})
