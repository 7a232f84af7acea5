import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Zone } from '#platform/time/zone.ts'
import { findZone, zoneNames } from '#platform/time/zones.ts'
import { cases } from '../../test/support/sized.ts'
import { type Hours, hoursOn, type Range } from './hours.ts'
import {
  anyStarts,
  type HostTime,
  hostsFreeAtStart,
  openStarts,
  type SlotRules,
  type Span,
  sharedStarts,
} from './slots.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const zoneOf = (name: string): Zone => {
  const zone = findZone(name)
  assert.ok(zone, name)
  return zone
}
const at = (text: string): number => Date.parse(text)
const between = (from: string, to: string): Span => ({ start: at(from), end: at(to) })
const everyDay = (...ranges: Range[]): Hours => ({ weekly: Array(7).fill(ranges), dates: new Map() })
const host = (zone: string, hours: Hours, busy: Span[] = []): HostTime => ({ zone: zoneOf(zone), hours, busy })
const rules = (changes: Partial<SlotRules> = {}): SlotRules => ({
  duration: 30,
  increment: 30,
  bufferBefore: 0,
  bufferAfter: 0,
  ...changes,
})
const walls = (zone: string, starts: readonly number[]): string[] =>
  starts.map((start) => new Date(zoneOf(zone).localAt(start)).toISOString().slice(11, 16))

describe('one host', () => {
  test('every increment from the start of the hours, as long as the meeting ends within them', () => {
    const starts = openStarts(
      host('Europe/Lisbon', everyDay({ from: 540, to: 640 })),
      rules({ duration: 45 }),
      between('2026-06-01T00:00Z', '2026-06-02T00:00Z'),
    )
    assert.deepEqual(walls('Europe/Lisbon', starts), ['09:00', '09:30'])
  })

  test('a meeting may end when the hours end, and begin when another one ends', () => {
    const busy = [between('2026-06-01T08:00Z', '2026-06-01T08:30Z')]
    const starts = openStarts(
      host('Europe/Lisbon', everyDay({ from: 540, to: 600 }), busy),
      rules(),
      between('2026-06-01T00:00Z', '2026-06-02T00:00Z'),
    )
    assert.deepEqual(walls('Europe/Lisbon', starts), ['09:30'])
  })

  test('buffers are kept free on both sides', () => {
    const busy = [between('2026-06-01T10:00Z', '2026-06-01T10:30Z')]
    const wanted = rules({ bufferBefore: 15, bufferAfter: 10 })
    const starts = openStarts(
      host('UTC', everyDay({ from: 540, to: 720 }), busy),
      wanted,
      between('2026-06-01T00:00Z', '2026-06-02T00:00Z'),
    )
    assert.deepEqual(walls('UTC', starts), ['09:00', '11:00', '11:30'])
  })

  test('a long busy time that began before a short one still counts after it', () => {
    const busy = [between('2026-06-01T09:00Z', '2026-06-01T11:00Z'), between('2026-06-01T09:30Z', '2026-06-01T09:45Z')]
    const starts = openStarts(
      host('UTC', everyDay({ from: 540, to: 720 }), busy),
      rules(),
      between('2026-06-01T00:00Z', '2026-06-02T00:00Z'),
    )
    assert.deepEqual(walls('UTC', starts), ['11:00', '11:30'])
  })

  test('a date has its own hours, and a date without hours is a day off', () => {
    const dates = new Map([
      [at('2026-06-02T00:00Z') / day, [{ from: 600, to: 630 }]],
      [at('2026-06-03T00:00Z') / day, []],
    ])
    const starts = openStarts(
      host('UTC', { ...everyDay({ from: 540, to: 570 }), dates }),
      rules(),
      between('2026-06-01T00:00Z', '2026-06-05T00:00Z'),
    )
    assert.deepEqual(
      starts.map((start) => new Date(start).toISOString().slice(8, 16)),
      ['01T09:00', '02T10:00', '04T09:00'],
    )
  })

  test('a full day offers nothing', () => {
    const full = {
      ...host('UTC', everyDay({ from: 540, to: 570 })),
      fullDays: new Set([at('2026-06-02T00:00Z') / day]),
    }
    assert.equal(openStarts(full, rules(), between('2026-06-01T00:00Z', '2026-06-04T00:00Z')).length, 2)
  })
})

describe('over midnight', () => {
  const lateAndEarly = everyDay({ from: 0, to: 60 }, { from: 1350, to: 1440 })
  const night = between('2026-06-01T12:00Z', '2026-06-02T12:00Z')
  const onDay = (date: string, ...ranges: Range[]): Hours => ({
    ...lateAndEarly,
    dates: new Map([[at(date) / day, ranges]]),
  })

  test('a meeting may run past midnight if the hours do, and each day has its own grid', () => {
    assert.deepEqual(walls('UTC', openStarts(host('UTC', lateAndEarly), rules({ duration: 60 }), night)), [
      '22:30',
      '23:00',
      '23:30',
      '00:00',
    ])
    assert.deepEqual(
      walls('UTC', openStarts(host('UTC', lateAndEarly), rules({ duration: 100, increment: 40 }), night)),
      ['22:30', '23:10'],
    )
    assert.deepEqual(walls('UTC', openStarts(host('UTC', lateAndEarly), rules({ duration: 151 }), night)), [])
  })

  test('not if the next day begins later, or is a day off', () => {
    const wanted = rules({ duration: 60 })
    assert.deepEqual(
      walls('UTC', openStarts(host('UTC', onDay('2026-06-02T00:00Z', { from: 1, to: 60 })), wanted, night)),
      ['22:30', '23:00'],
    )
    assert.deepEqual(walls('UTC', openStarts(host('UTC', onDay('2026-06-02T00:00Z')), wanted, night)), [
      '22:30',
      '23:00',
    ])
    assert.deepEqual(
      walls('UTC', openStarts(host('UTC', onDay('2026-06-01T00:00Z', { from: 1350, to: 1439 })), wanted, night)),
      ['22:30', '00:00'],
    )
  })

  test('no meeting begins on a full day, but one may end on it', () => {
    const fullOn = (date: string): HostTime => ({ ...host('UTC', lateAndEarly), fullDays: new Set([at(date) / day]) })
    const everyOther = host('UTC', everyDay({ from: 0, to: 1440 }))
    for (const starts of [
      (full: HostTime) => openStarts(full, rules({ duration: 60 }), night),
      (full: HostTime) => sharedStarts([everyOther, full], rules({ duration: 60 }), night),
    ]) {
      assert.deepEqual(walls('UTC', starts(fullOn('2026-06-02T00:00Z'))), ['22:30', '23:00', '23:30'])
      assert.deepEqual(walls('UTC', starts(fullOn('2026-06-01T00:00Z'))), ['00:00'])
    }
  })

  test('collective: for all hosts, also in time zones an hour apart', () => {
    const late = host('UTC', everyDay({ from: 0, to: 30 }, { from: 1380, to: 1440 }))
    assert.deepEqual(walls('UTC', sharedStarts([host('UTC', lateAndEarly), late], rules({ duration: 60 }), night)), [
      '23:00',
      '23:30',
    ])
    assert.deepEqual(walls('UTC', sharedStarts([late, host('UTC', lateAndEarly)], rules({ duration: 60 }), night)), [
      '23:00',
      '23:30',
    ])
  })

  test('when the clock changes after midnight, the elapsed time of the hours counts', () => {
    const hours = everyDay({ from: 0, to: 120 }, { from: 1350, to: 1440 })
    const onNight = (date: string) =>
      openStarts(host('Europe/Lisbon', hours), rules({ duration: 150 }), {
        start: at(`${date}T20:00Z`),
        end: at(`${date}T23:59Z`),
      })
    // 01:00 becomes 02:00: an hour less; 02:00 becomes 01:00: an hour more; and a night like any other.
    assert.deepEqual(walls('Europe/Lisbon', onNight('2027-03-27')), ['22:30'])
    assert.deepEqual(walls('Europe/Lisbon', onNight('2027-10-30')), ['22:30', '23:00', '23:30', '00:00', '00:30'])
    assert.deepEqual(walls('Europe/Lisbon', onNight('2027-11-30')), ['22:30', '23:00', '23:30'])
  })

  test('when the last hour of the day is skipped or repeated', () => {
    const wanted = rules({ duration: 60 })
    const skipped = openStarts(
      host('America/Nuuk', everyDay({ from: 0, to: 60 }, { from: 1320, to: 1440 })),
      wanted,
      between('2027-03-27T15:00Z', '2027-03-28T15:00Z'),
    )
    assert.deepEqual(walls('America/Nuuk', skipped), ['22:00', '22:30', '00:00'])
    const twice = openStarts(
      host('America/Nuuk', everyDay({ from: 0, to: 60 }, { from: 1380, to: 1440 })),
      wanted,
      between('2027-10-30T15:00Z', '2027-10-31T15:00Z'),
    )
    assert.deepEqual(walls('America/Nuuk', twice), ['23:00', '23:30', '23:00', '23:30', '00:00'])
  })
})

describe('the night the clocks change', () => {
  test('a skipped start moves forward, and neighbours stay at least an increment apart', () => {
    const starts = openStarts(
      host('America/New_York', everyDay({ from: 60, to: 300 })),
      rules(),
      between('2027-03-14T00:00Z', '2027-03-15T00:00Z'),
    )
    assert.deepEqual(walls('America/New_York', starts), ['01:00', '01:30', '03:00', '03:30', '04:00', '04:30'])
  })

  test('a repeated hour is offered twice', () => {
    const starts = openStarts(
      host('Europe/Berlin', everyDay({ from: 60, to: 210 })),
      rules(),
      between('2027-10-30T20:00Z', '2027-10-31T20:00Z'),
    )
    assert.deepEqual(walls('Europe/Berlin', starts), ['01:00', '01:30', '02:00', '02:30', '02:00', '02:30', '03:00'])
  })

  test('hours within a repeated hour are two spans, and no meeting runs from one into the other', () => {
    const starts = openStarts(
      host('Europe/Berlin', everyDay({ from: 120, to: 165 })),
      rules({ increment: 15 }),
      between('2027-10-30T20:00Z', '2027-10-31T20:00Z'),
    )
    assert.deepEqual(walls('Europe/Berlin', starts), ['02:00', '02:15', '02:00', '02:15'])
  })

  test("Lord Howe's half hour: no two hourly slots overlap", () => {
    for (const night of ['2027-04-03T10:00Z', '2027-10-02T10:00Z']) {
      const starts = openStarts(
        host('Australia/Lord_Howe', everyDay({ from: 0, to: 1440 })),
        rules({ duration: 60, increment: 60 }),
        {
          start: at(night),
          end: at(night) + day,
        },
      )
      starts.reduce((before, start) => {
        assert.ok(start - before >= hour, new Date(start).toISOString())
        return start
      }, Number.NEGATIVE_INFINITY)
      assert.ok(starts.length >= 22)
    }
  })

  test('Samoa offers nothing on the day it skipped', () => {
    const starts = openStarts(
      host('Pacific/Apia', everyDay({ from: 540, to: 600 })),
      rules(),
      between('2011-12-28T00:00Z', '2012-01-02T00:00Z'),
    )
    const days = starts.map((start) => new Date(zoneOf('Pacific/Apia').localAt(start)).toISOString().slice(0, 10))
    assert.ok(!days.includes('2011-12-30'))
    assert.ok(days.includes('2011-12-29') && days.includes('2011-12-31'))
  })
})

describe('several hosts', () => {
  const monday = between('2026-06-01T00:00Z', '2026-06-02T00:00Z')
  const early = host('UTC', everyDay({ from: 540, to: 660 }), [between('2026-06-01T09:30Z', '2026-06-01T10:00Z')])
  const late = host('UTC', everyDay({ from: 600, to: 720 }))

  test('collective: only when all hosts are free', () =>
    assert.deepEqual(walls('UTC', sharedStarts([early, late], rules(), monday)), ['10:00', '10:30']))
  test('collective: hours with different offsets of the grid can still meet', () => {
    const odd = host('UTC', everyDay({ from: 555, to: 720 }))
    assert.deepEqual(walls('UTC', sharedStarts([early, odd], rules(), monday)), ['10:00', '10:30'])
  })
  test('round robin: when any host is free, each time once', () => {
    assert.deepEqual(walls('UTC', anyStarts([early, late], rules(), monday)), [
      '09:00',
      '10:00',
      '10:30',
      '11:00',
      '11:30',
    ])
  })
  test('round robin: a host is free at exactly their own open times', () => {
    assert.deepEqual(hostsFreeAtStart([early, late], rules(), at('2026-06-01T10:30Z')), [early, late])
    assert.deepEqual(hostsFreeAtStart([early, late], rules(), at('2026-06-01T11:00Z')), [late])
    assert.deepEqual(hostsFreeAtStart([early, late], rules(), at('2026-06-01T10:15Z')), [])
  })
  test('no hosts, no times', () =>
    assert.deepEqual([sharedStarts([], rules(), monday), anyStarts([], rules(), monday)], [[], []]))
})

const aSituation = fc
  .record({
    zone: fc.constantFrom(...zoneNames()),
    from: fc.integer({ min: at('2024-01-01T00:00Z') / minute, max: at('2037-01-01T00:00Z') / minute }),
    nearChange: fc.boolean(),
    days: fc.integer({ min: 1, max: 9 }),
    ranges: fc.array(fc.tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 96 })), {
      minLength: 1,
      maxLength: 3,
    }),
    overMidnight: fc.option(fc.tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 86, max: 95 }))),
    daysOff: fc.subarray([0, 1, 2, 3, 4, 5, 6], { maxLength: 2 }),
    fullDays: fc.option(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 })),
    duration: fc.constantFrom(15, 20, 30, 45, 60, 90),
    increment: fc.constantFrom(5, 10, 15, 20, 30, 45, 60),
    bufferBefore: fc.constantFrom(0, 5, 15),
    bufferAfter: fc.constantFrom(0, 10, 30),
    busy: fc.array(fc.tuple(fc.integer({ min: -200, max: 9 * 1440 }), fc.integer({ min: 1, max: 300 })), {
      maxLength: 12,
    }),
  })
  .map(({ zone: name, from, nearChange, days, ranges, overMidnight, daysOff, fullDays, busy, ...slotRules }) => {
    const zone = zoneOf(name)
    const [change] = zone.changesBetween(from * minute, from * minute + 400 * day)
    const start = nearChange && change ? change.at - 2 * day : from * minute
    const quarters = overMidnight ? [[0, overMidnight[0]] as const, [overMidnight[1], 96] as const, ...ranges] : ranges
    const open = disjoint(quarters.map(([a, b]) => ({ from: Math.min(a, b - 1) * 15, to: Math.max(a + 1, b) * 15 })))
    const hours: Hours = {
      weekly: Array.from({ length: 7 }, (_, weekday) => (daysOff.includes(weekday) ? [] : open)),
      dates: new Map(),
    }
    const firstDay = Math.floor(zone.localAt(start) / day)
    const full = fullDays && { fullDays: new Set(fullDays.map((index) => firstDay + index)) }
    const spans = busy
      .map(([begin, length]) => ({ start: start + begin * minute, end: start + (begin + length) * minute }))
      .sort((a, b) => a.start - b.start)
    return {
      name,
      host: { zone, hours, busy: spans, ...full },
      rules: slotRules,
      span: { start, end: start + days * day },
    }
  })

const disjoint = (ranges: Range[]): Range[] => {
  const kept: Range[] = []
  for (const range of ranges.sort((a, b) => a.from - b.from)) if (range.from >= (kept.at(-1)?.to ?? 0)) kept.push(range)
  return kept
}

interface Situation {
  readonly host: HostTime
  readonly rules: SlotRules
}

/** The reference, minute by minute: is the whole meeting within the local hours, and clear of what is busy? */
const isPossible = (
  { host: { zone, hours, busy, fullDays }, rules: { duration, bufferBefore, bufferAfter } }: Situation,
  start: number,
): boolean => {
  const isOpen = (instant: number): boolean => {
    const local = zone.localAt(instant)
    const today = Math.floor(local / day)
    const minutes = (local - today * day) / minute
    return hoursOn(hours, today).some(({ from, to }) => from <= minutes && minutes < to)
  }
  if (fullDays?.has(Math.floor(zone.localAt(start) / day))) return false
  for (let instant = start; instant < start + duration * minute; instant += minute) if (!isOpen(instant)) return false
  return !busy.some(
    (taken) => taken.start < start + (duration + bufferAfter) * minute && start - bufferBefore * minute < taken.end,
  )
}

/**
 * A slow reference: every point of every grid, and from there minute by minute through its own hours, past midnight if
 * they continue.
 */
const everyStart = ({ host, rules: wanted, span }: Situation & { readonly span: Span }): number[] => {
  const { zone, hours } = host
  const found: number[] = []
  const days = Math.floor(zone.localAt(span.end) / day) - Math.floor(zone.localAt(span.start) / day) + 3
  const firstDay = Math.floor(zone.localAt(span.start) / day) - 1
  for (const today of Array.from({ length: days }, (_, index) => firstDay + index)) {
    for (const { from, to } of hoursOn(hours, today)) {
      const [next] = hoursOn(hours, today + 1)
      const until = to === 1440 && next?.from === 0 ? 1440 + next.to : to
      const minutesAt = (instant: number): number => (zone.localAt(instant) - today * day) / minute
      const lasts = (start: number): boolean => {
        for (let instant = start; instant < start + wanted.duration * minute; instant += minute)
          if (minutesAt(instant) < from || minutesAt(instant) >= until) return false
        return true
      }
      const points = new Set<number>()
      for (
        let local = today * day + from * minute;
        local < today * day + to * minute;
        local += wanted.increment * minute
      ) {
        const instants = zone.instantsOf(local)
        for (const instant of instants.length > 0 ? instants : [zone.instantOf(local)]) points.add(instant)
      }
      let previous = Number.NEGATIVE_INFINITY
      for (const point of [...points].sort((a, b) => a - b)) {
        if (point - previous < wanted.increment * minute || minutesAt(point) >= to || !lasts(point)) continue
        previous = point
        if (point >= span.start && point < span.end && isPossible({ host, rules: wanted }, point)) found.push(point)
      }
    }
  }
  return found.sort((a, b) => a - b)
}

test('H2: the slots equal those of the slow reference, also around clock changes and midnight', () => {
  let slots = 0
  fc.assert(
    fc.property(aSituation, (situation) => {
      const expected = everyStart(situation)
      slots += expected.length
      assert.deepEqual(openStarts(situation.host, situation.rules, situation.span), expected, situation.name)
    }),
    { numRuns: cases(400), seed: 20260304 },
  )
  assert.ok(slots > cases(5000), `only ${slots} slots were looked at`)
})

test('H2: over random zones, hours and dates, every slot is possible, sorted, unique, and on the grid or moved out of a gap', () => {
  let slots = 0
  fc.assert(
    fc.property(aSituation, (situation) => {
      const starts = openStarts(situation.host, situation.rules, situation.span)
      for (const [index, start] of starts.entries()) {
        slots += 1
        assert.ok(isPossible(situation, start), `${situation.name} ${new Date(start).toISOString()} is not possible`)
        assert.ok(start >= situation.span.start && start < situation.span.end)
        assert.ok(index === 0 || start > (starts[index - 1] as number))
      }
    }),
    { numRuns: cases(3000), seed: 20260301 },
  )
  assert.ok(slots > cases(20_000), `only ${slots} slots were looked at`)
})

test('H2: on a day without a clock change, every possible point of the grid is offered', () => {
  fc.assert(
    fc.property(aSituation, (situation) => {
      const { host, rules: wanted, span } = situation
      const starts = new Set(openStarts(host, wanted, span))
      const quiet = (instant: number): boolean =>
        host.zone.changesBetween(instant - 2 * day, instant + 2 * day).length === 0
      for (let instant = Math.ceil(span.start / (5 * minute)) * 5 * minute; instant < span.end; instant += 5 * minute) {
        if (!quiet(instant)) continue
        const local = host.zone.localAt(instant)
        const today = Math.floor(local / day)
        const minutes = (local - today * day) / minute
        const [next] = hoursOn(host.hours, today + 1)
        const until = ({ to }: Range): number => (to === 1440 && next?.from === 0 ? 1440 + next.to : to)
        const range = hoursOn(host.hours, today).find(({ from, to }) => from <= minutes && minutes < to)
        if (range && minutes + wanted.duration > until(range)) {
          assert.ok(!starts.has(instant))
          continue
        }
        const isOnGrid = range !== undefined && (minutes - range.from) % wanted.increment === 0
        assert.equal(
          starts.has(instant),
          isOnGrid && isPossible(situation, instant),
          `${situation.name} ${new Date(instant).toISOString()}`,
        )
      }
    }),
    { numRuns: cases(300), seed: 20260302 },
  )
})

test('H2: a long window offers an instant exactly when a window of that instant alone does', () => {
  fc.assert(
    fc.property(aSituation, ({ host, rules: wanted, span }) => {
      for (const start of openStarts(host, wanted, span))
        assert.deepEqual(openStarts(host, wanted, { start, end: start + 1 }), [start])
    }),
    { numRuns: cases(500), seed: 20260303 },
  )
})

test('H2: two hosts can meet when the first alone could and the second has the whole time free', () => {
  let slots = 0
  fc.assert(
    fc.property(
      aSituation,
      aSituation,
      ({ host, rules: wanted, span, name }, { host: { zone, hours, fullDays }, name: otherName }) => {
        const other: HostTime = { zone, hours, busy: host.busy, ...(fullDays ? { fullDays } : {}) }
        const expected = openStarts(host, wanted, span).filter((start) =>
          isPossible({ host: other, rules: wanted }, start),
        )
        slots += expected.length
        assert.deepEqual(sharedStarts([host, other], wanted, span), expected, `${name} with ${otherName}`)
      },
    ),
    { numRuns: cases(400), seed: 20260305 },
  )
  assert.ok(slots > cases(1000), `only ${slots} slots were looked at`)
})
