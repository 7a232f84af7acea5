import { findZone } from '#platform/time/zones.ts'
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

const windows = new Map(Object.entries(windowsZones).map(([windowsName, name]) => [windowsName.toLowerCase(), name]))

/** The name in tzdata for a TZID, where it is one that we know: as tzdata spells it, behind a vendor's prefix, or as Windows calls it. */
export const zoneNameFrom = (tzid: string): string | undefined => {
  const text = tzid.trim().replace(/^"|"$/g, '')
  if (/^(utc|gmt|z|etc\/utc)$/i.test(text)) return 'UTC'
  const segments = text.split('/').filter(Boolean)
  for (let from = 0; from < segments.length; from += 1) {
    const zone = findZone(segments.slice(from).join('/').replaceAll(' ', '_'))
    if (zone) return zone.name
  }
  return windows.get(text.toLowerCase()) ?? windows.get(`${text} standard time`.toLowerCase())
}

/** More than the history of any real zone. */
const maxObservances = 300

/** The definition in a calendar counts only for a name that we do not know: those that servers write are often wrong. */
export const readZone = (timezone: Component): { readonly tzid: string; readonly zone: ZoneReference } | undefined => {
  const tzid = propertyOf(timezone, 'TZID')?.value
  if (tzid === undefined) return undefined
  const name = zoneNameFrom(tzid) ?? zoneNameFrom(propertyOf(timezone, 'X-LIC-LOCATION')?.value ?? '')
  if (name !== undefined) return { tzid, zone: { kind: 'name', name } }
  const observances = timezone.components.slice(-maxObservances).flatMap((part) => observanceFrom(part) ?? [])
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
    dates: dates.slice(-maxChangesOfAnObservance).flatMap((date) => (date?.kind === 'local' ? [date.local] : [])),
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
const maxChangesOfAnObservance = 500

/** The changes that a VTIMEZONE names, until the end of the century. */
const ownClock = (observances: readonly Observance[]): Clock => {
  const changes = observances.flatMap(changesOf).sort((a, b) => a.at - b.at)
  const offsets = [...new Set(changes.flatMap(({ before, after }) => [before, after]))]
  const offsetAt = (instant: number): number => changes.findLast(({ at }) => at <= instant)?.after ?? changes[0]?.before ?? 0
  return {
    localAt: (instant) => instant + offsetAt(instant),
    instantOf: (local) => {
      const instants = offsets.map((offset) => local - offset).filter((instant) => instant + offsetAt(instant) === local)
      return instants.length > 0 ? Math.min(...instants) : local - offsetAt(local - 86_400_000)
    },
  }
}

const changesOf = ({ start, rule, dates, before, after }: Observance): { readonly at: number; readonly before: number; readonly after: number }[] => {
  const locals = [start, ...dates]
  const read = rule === null ? undefined : readRule(rule)
  if (read) {
    const until = read.until?.kind === 'utc' ? read.until.instant + before : read.until?.kind === 'local' ? read.until.local : undefined
    for (const local of expandRule({ ...read, until }, start, start)) {
      if (local === undefined || locals.length > maxChangesOfAnObservance || local > ownClockUntil) break
      locals.push(local)
    }
  }
  return [...new Set(locals)].map((local) => ({ at: local - before, before, after }))
}
