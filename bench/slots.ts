// Run by the bench in a process of its own: the slot engine on fixed cases, and the first of them written
// straightforwardly with luxon.
import { createHash } from 'node:crypto'
import { DateTime } from 'luxon'
import { anyStarts, type HostTime, openStarts, type Span, sharedStarts } from '#availability/index.ts'
import type { Zone } from '#platform/time/zone.ts'
import { findZone } from '#platform/time/zones.ts'

/** Small, seeded, and the same everywhere. */
const mulberry32 = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const window: Span = { start: Date.parse('2027-03-01T00:00+01:00'), end: Date.parse('2027-03-31T23:59:59+02:00') }
const rules = { duration: 30, increment: 30, bufferBefore: 0, bufferAfter: 0 }
const officeHours = [{ from: 9 * 60, to: 17 * 60 }]
const hours = { weekly: [[], officeHours, officeHours, officeHours, officeHours, officeHours, []], dates: new Map() }

const zoneNameOf = (index: number): string => (index % 2 === 0 ? 'America/New_York' : 'Europe/Berlin')

const busyOf = (index: number): Span[] => {
  const draw = mulberry32(42 + index)
  const spans = Array.from({ length: 100 }, () => {
    const [onDay, quarter, length] = [
      Math.floor(draw() * 31),
      Math.floor(draw() * 32),
      [15, 30, 45, 60][Math.floor(draw() * 4)] as number,
    ]
    const start = Date.UTC(2027, 2, 1) + onDay * day + 13 * hour + quarter * 15 * minute
    return { start, end: start + length * minute }
  })
  return spans.sort((a, b) => a.start - b.start)
}

const hosts = Array.from(
  { length: 100 },
  (_, index): HostTime => ({ zone: findZone(zoneNameOf(index)) as Zone, hours, busy: busyOf(index) }),
)

const cases = {
  A: { run: () => openStarts(hosts[0] as HostTime, rules, window), goal: 0.05 },
  B: { run: () => sharedStarts(hosts.slice(0, 10), rules, window), goal: 0.25 },
  C: { run: () => anyStarts(hosts, rules, window), goal: 2 },
}

/** Case A as one writes it with a library for dates: day by day, slot by slot, each held against what is busy. */
const withLuxon = (): number[] => {
  const zone = zoneNameOf(0)
  const busy = hosts[0]?.busy ?? []
  const starts: number[] = []
  const last = DateTime.fromMillis(window.end, { zone })
  for (
    let today = DateTime.fromMillis(window.start, { zone }).startOf('day');
    today <= last;
    today = today.plus({ days: 1 })
  ) {
    if (today.weekday > 5) continue
    const closes = today.set({ hour: 17 })
    for (
      let start = today.set({ hour: 9 });
      start.plus({ minutes: 30 }) <= closes;
      start = start.plus({ minutes: 30 })
    ) {
      if (start.toMillis() < window.start || start.toMillis() >= window.end) continue
      const end = start.plus({ minutes: 30 })
      if (!busy.some((taken) => taken.start < end.toMillis() && start.toMillis() < taken.end))
        starts.push(start.toMillis())
    }
  }
  return starts
}

const calls = Number(process.env.BENCH_CALLS)

/** Milliseconds of CPU time a call, as the median of rounds. */
const cost = (run: () => unknown, calls: number): number => {
  for (let call = 0; call < calls; call += 1) run()
  const rounds = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    for (let call = 0; call < calls; call += 1) run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / calls
  })
  return rounds.sort((a, b) => a - b)[2] as number
}

const digestOf = (starts: readonly number[]): string =>
  createHash('sha256')
    .update(
      starts
        .map((start) => new Date(start).toISOString())
        .sort()
        .join(','),
    )
    .digest('hex')
    .slice(0, 16)

const measured = Object.entries(cases).map(([name, { run, goal }]) => ({
  name,
  count: run().length,
  digest: digestOf(run()),
  milliseconds: cost(run, name === 'C' ? calls / 10 : calls),
  goal,
}))
const luxon = { count: withLuxon().length, digest: digestOf(withLuxon()), milliseconds: cost(withLuxon, 5) }
const ratio = luxon.milliseconds / (measured[0]?.milliseconds ?? Number.NaN)
console.log(JSON.stringify({ cases: measured, luxon, ratio, goal: 150 }))
