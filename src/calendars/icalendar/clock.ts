import { findZone } from '#platform/time/zones.ts'
import { dayMilliseconds } from './civil.ts'
import { readDateTime } from './date-time.ts'
import { expandRule } from './expand-rule.ts'
import { type Component, propertyOf } from './reader.ts'
import { readRule } from './recurrence-rule.ts'
import windowsZones from './windows-zones.json' with { type: 'json' }

/** What is known of a time zone: a name of tzdata, or the changes that a calendar defines itself. */
export type ZoneReference = { readonly kind: 'name'; readonly name: string } | { readonly kind: 'own'; readonly observances: readonly Observance[] }

/** A STANDARD or DAYLIGHT part of a VTIMEZONE. */
export interface Observance {
  /** On the clock before the change. */
  readonly start: number
  readonly rule: string | null
  readonly dates: readonly number[]
  readonly before: number
  readonly after: number
}

/** From the clock on the wall to UTC, and back. */
export interface Clock {
  instantOf(local: number): number
  localAt(instant: number): number
}

const maxNameLength = 200

const windows = new Map(Object.entries(windowsZones).map(([windowsName, name]) => [windowsName.toLowerCase(), name]))

/** The name in tzdata for a TZID, where it is one that we know: as tzdata spells it, behind a vendor's prefix, or as Windows calls it. */
export const zoneNameFrom = (tzid: string): string | undefined => {
  if (tzid.length > maxNameLength) return undefined
  const text = tzid.trim().replace(/^"|"$/g, '')
  if (/^(utc|gmt|z|etc\/utc)$/i.test(text)) return 'UTC'
  const segments = text.split('/').filter(Boolean)
  for (let from = 0; from < segments.length; from += 1) {
    const zone = findZone(segments.slice(from).join('/').replaceAll(' ', '_'))
    if (zone) return zone.name
  }
  return windows.get(text.toLowerCase()) ?? windows.get(`${text} standard time`.toLowerCase())
}

/** Of all values together: more than the history of any real zone has. It is kept with every event that names it. */
const maxZoneLength = 30_000

/** The definition in a calendar counts only for a name that we do not know: those that servers write are often wrong. */
export const readZone = (timezone: Component): { readonly tzid: string; readonly zone: ZoneReference } | undefined => {
  const tzid = propertyOf(timezone, 'TZID')?.value
  if (tzid === undefined) return undefined
  const name = zoneNameFrom(tzid) ?? zoneNameFrom(propertyOf(timezone, 'X-LIC-LOCATION')?.value ?? '')
  if (name !== undefined) return { tzid, zone: { kind: 'name', name } }
  const length = timezone.components.reduce((sum, { properties }) => properties.reduce((before, { value }) => before + value.length, sum), 0)
  if (length > maxZoneLength) return undefined
  const observances = timezone.components.flatMap((part) => observanceFrom(part) ?? [])
  return observances.length === 0 ? undefined : { tzid, zone: { kind: 'own', observances } }
}

const observanceFrom = (part: Component): Observance | undefined => {
  const start = readDateTime(propertyOf(part, 'DTSTART')?.value ?? '')
  const before = offsetFrom(propertyOf(part, 'TZOFFSETFROM')?.value)
  const after = offsetFrom(propertyOf(part, 'TZOFFSETTO')?.value)
  if (start?.kind !== 'local' || before === undefined || after === undefined) return undefined
  const dates = part.properties.filter(({ name }) => name === 'RDATE').flatMap(({ value }) => value.split(',').map(readDateTime))
  return {
    start: start.local,
    rule: propertyOf(part, 'RRULE')?.value ?? null,
    dates: dates.flatMap((date) => (date?.kind === 'local' ? [date.local] : [])),
    before,
    after,
  }
}

const offsetFrom = (text: string | undefined): number | undefined => {
  const match = /^([+-])(\d{2})(\d{2})(\d{2})?$/.exec(text ?? '')
  if (!match) return undefined
  const [hours, minutes, seconds] = [match[2], match[3], match[4] ?? '0'].map(Number) as [number, number, number]
  return (match[1] === '-' ? -1 : 1) * (hours * 3_600_000 + minutes * 60_000 + seconds * 1000)
}

export const clockFrom = (zone: ZoneReference): Clock | undefined => (zone.kind === 'name' ? findZone(zone.name) : knownClock(zone.observances))

const maxKnownClocks = 20
const knownClocks = new Map<string, Clock>()

/** A calendar names the same zone in thousands of events, each time as another object once it was stored. */
const knownClock = (observances: readonly Observance[]): Clock => {
  const key = JSON.stringify(observances)
  const clock = knownClocks.get(key) ?? ownClock(observances)
  // Those that were used last stay.
  knownClocks.delete(key)
  knownClocks.set(key, clock)
  const [oldest] = knownClocks.size > maxKnownClocks ? knownClocks.keys() : []
  if (oldest !== undefined) knownClocks.delete(oldest)
  return clock
}

const ownClockUntil = Date.UTC(2101, 0, 1)
/** From 1601, where programs let a rule begin that has always held, until then. */
const maxStepsOfARule = 500
const maxChanges = 2_000

interface Change {
  readonly at: number
  readonly before: number
  readonly after: number
}

/** The changes that a VTIMEZONE names, until the end of the century. */
const ownClock = (observances: readonly Observance[]): Clock => {
  const changes: Change[] = []
  for (const observance of observances) if (changes.length < maxChanges) changes.push(...changesOf(observance))
  changes.sort((a, b) => a.at - b.at)
  const offsetAt = (instant: number): number => {
    let [low, high] = [0, changes.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((changes[middle] as Change).at <= instant) low = middle + 1
      else high = middle
    }
    return changes[low - 1]?.after ?? changes[0]?.before ?? 0
  }
  return {
    localAt: (instant) => instant + offsetAt(instant),
    instantOf: (local) => {
      // What holds the day before, and what holds the day after: nothing changes twice in between.
      const before = offsetAt(local - dayMilliseconds)
      const instants = [before, offsetAt(local + dayMilliseconds)].map((offset) => local - offset).filter((instant) => instant + offsetAt(instant) === local)
      return instants.length > 0 ? Math.min(...instants) : local - before
    },
  }
}

const changesOf = ({ start, rule, dates, before, after }: Observance): Change[] => {
  const locals = new Set([start, ...dates])
  const read = rule === null ? undefined : readRule(rule)
  // A zone changes at one time of a day.
  if (read && [read.byHour, read.byMinute, read.bySecond].every(({ length }) => length <= 1)) {
    const until = read.until?.kind === 'utc' ? read.until.instant + before : read.until?.kind === 'local' ? read.until.local : undefined
    let steps = 0
    for (const local of expandRule({ ...read, until }, start, start)) {
      steps += 1
      if (steps > maxStepsOfARule || (local ?? 0) > ownClockUntil) break
      if (local !== undefined) locals.add(local)
    }
  }
  return [...locals].map((local) => ({ at: local - before, before, after }))
}
