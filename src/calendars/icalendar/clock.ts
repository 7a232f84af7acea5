import { findZone, zoneNames } from '#platform/time/zones.ts'
import { dayMilliseconds } from './civil.ts'
import { readDateTime } from './date-time.ts'
import { expandRule } from './expand-rule.ts'
import { type Component, propertyOf } from './reader.ts'
import { readRule } from './recurrence-rule.ts'
import windowsZones from './windows-zones.json' with { type: 'json' }

/** What is known of a time zone: a name of tzdata, or the changes that a calendar defines itself. */
export type ZoneReference =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'own'; readonly observances: readonly Observance[] }

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
export interface WallClock {
  instantOf(local: number): number
  localAt(instant: number): number
}

/** By the key of their TZID; undefined where the calendar defines a zone that cannot be read. */
export type KnownZones = ReadonlyMap<string, ZoneReference | undefined>

const maxNameLength = 200

/**
 * One for all ways in which calendars write the same TZID: as a text, with escapes, or as a parameter; quoted or not;
 * in any case.
 */
export const zoneKey = (tzid: string): string => plainOf(tzid).toLowerCase()

const plainOf = (tzid: string): string =>
  tzid
    .replace(/\\([,;\\:])/g, '$1')
    .trim()
    .replace(/^"|"$/g, '')
    .trim()

/** What a TZID means in a calendar that defines these. Undefined where nobody knows. */
export const zoneFor = (tzid: string, defined: KnownZones): ZoneReference | undefined => {
  const key = zoneKey(tzid)
  if (defined.has(key)) return defined.get(key)
  const name = zoneNameFrom(tzid)
  return name === undefined ? undefined : { kind: 'name', name }
}

const windows = new Map(Object.entries(windowsZones).map(([windowsName, name]) => [windowsName.toLowerCase(), name]))

/**
 * The name in tzdata for a TZID, where it is one that we know: as tzdata spells it, behind a vendor's prefix, or as
 * Windows calls it.
 */
export const zoneNameFrom = (tzid: string): string | undefined => {
  if (tzid.length > maxNameLength) return undefined
  const text = plainOf(tzid)
  if (/^(utc|gmt|z|etc\/utc)$/i.test(text)) return 'UTC'
  const segments = text.split('/').filter(Boolean)
  for (let from = 0; from < segments.length; from += 1) {
    const zone = findZone(segments.slice(from).join('/').replaceAll(' ', '_'))
    if (zone) return zone.name
  }
  return windows.get(text.toLowerCase()) ?? windows.get(`${text} standard time`.toLowerCase()) ?? zoneDisplayedAs(text)
}

/** What Windows shows to people, where no city of it has given its name to a zone. */
const displayed = new Map(
  Object.entries({
    'abu dhabi': 'Asia/Dubai',
    astana: 'Asia/Almaty',
    azores: 'Atlantic/Azores',
    beijing: 'Asia/Shanghai',
    bern: 'Europe/Zurich',
    brasilia: 'America/Sao_Paulo',
    'cabo verde is.': 'Atlantic/Cape_Verde',
    canberra: 'Australia/Sydney',
    'cape verde is.': 'Atlantic/Cape_Verde',
    'central america': 'America/Guatemala',
    chennai: 'Asia/Kolkata',
    'coordinated universal time': 'UTC',
    edinburgh: 'Europe/London',
    greenland: 'America/Nuuk',
    hawaii: 'Pacific/Honolulu',
    'indiana (east)': 'America/Indiana/Indianapolis',
    islamabad: 'Asia/Karachi',
    newfoundland: 'America/St_Johns',
    'new caledonia': 'Pacific/Noumea',
    "nuku'alofa": 'Pacific/Tongatapu',
    osaka: 'Asia/Tokyo',
    saskatchewan: 'America/Regina',
    alaska: 'America/Anchorage',
    arizona: 'America/Phoenix',
    'sri jayawardenepura': 'Asia/Colombo',
    'st. petersburg': 'Europe/Moscow',
    wellington: 'Pacific/Auckland',
    'west central africa': 'Africa/Lagos',
  }),
)

let cities: ReadonlyMap<string, string> | undefined

const zoneOfCity = (city: string): string | undefined => {
  cities ??= new Map(
    zoneNames().flatMap((name) =>
      name.includes('/')
        ? [
            [
              name
                .slice(name.lastIndexOf('/') + 1)
                .replaceAll('_', ' ')
                .toLowerCase(),
              name,
            ],
          ]
        : [],
    ),
  )
  return cities.get(city)
}

/**
 * `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`, and `Pacific Time (US & Canada)`. A zone whose offset
 * is another one is not meant.
 */
const zoneDisplayedAs = (text: string): string | undefined => {
  const [, sign, hours = '0', minutes = '0', names = text] =
    /^\((?:UTC|GMT)\s*(?:([+-])(\d{1,2}):?(\d{2})?)?\)\s*(.*)$/i.exec(text) ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  const isMeant = (name: string): boolean => names === text || standardOffsetOf(name) === offset
  const candidates = [names, ...names.split(',')].flatMap((part) => {
    const plain = part.trim().toLowerCase()
    const region = /^(.+?) time(?: \(.*\))?$/.exec(plain)?.[1]
    return [
      displayed.get(plain),
      zoneOfCity(plain),
      region === undefined ? undefined : windows.get(`${region} standard time`),
    ]
  })
  return candidates.find((name) => name !== undefined && isMeant(name))
}

const standardOffsetOf = (name: string): number | undefined => {
  const zone = findZone(name)
  const offsets = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)].map(
    (instant) => (zone?.localAt(instant) ?? Number.NaN) - instant,
  )
  return Math.min(...offsets)
}

/** Of all values together: more than the history of any real zone has. It is kept with every event that names it. */
const maxZoneLength = 30_000

/**
 * The definition in a calendar counts only for a name that we do not know: those that servers write are often wrong.
 */
export const readZone = (
  timezone: Component,
): { readonly key: string; readonly zone: ZoneReference | undefined } | undefined => {
  const tzid = propertyOf(timezone, 'TZID')?.value
  if (tzid === undefined) return undefined
  const key = zoneKey(tzid)
  const location = zoneNameFrom(propertyOf(timezone, 'X-LIC-LOCATION')?.value ?? '')
  const name = isAbbreviation(tzid) && hasSummerTime(timezone) ? location : (zoneNameFrom(tzid) ?? location)
  if (name !== undefined) return { key, zone: { kind: 'name', name } }
  const length = timezone.components.reduce(
    (sum, { properties }) => properties.reduce((before, { value }) => before + value.length, sum),
    0,
  )
  const parts = timezone.components.filter((part) => part.name === 'STANDARD' || part.name === 'DAYLIGHT')
  const observances = length > maxZoneLength ? [] : parts.flatMap((part) => observanceFrom(part) ?? [])
  // A zone without one of its changes would be an hour off, and nobody would know.
  const isWhole = observances.length > 0 && observances.length === parts.length
  return { key, zone: isWhole ? { kind: 'own', observances } : undefined }
}

/** `EST` is a zone without summer time, and in many calendars the name of one that has it. */
export const isAbbreviation = (tzid: string): boolean => /^[A-Z]{3,4}$/i.test(plainOf(tzid))

const hasSummerTime = ({ components }: Component): boolean => components.some(({ name }) => name === 'DAYLIGHT')

const observanceFrom = (part: Component): Observance | undefined => {
  const start = readDateTime(propertyOf(part, 'DTSTART')?.value ?? '')
  const before = offsetFrom(propertyOf(part, 'TZOFFSETFROM')?.value)
  const after = offsetFrom(propertyOf(part, 'TZOFFSETTO')?.value)
  if (start?.kind !== 'local' || before === undefined || after === undefined) return undefined
  const rule = propertyOf(part, 'RRULE')?.value || null
  const dates = part.properties
    .filter(({ name }) => name === 'RDATE')
    .flatMap(({ value }) => value.split(',').map(readDateTime))
  if ((rule !== null && !readRule(rule)) || dates.includes(undefined)) return undefined
  return {
    start: start.local,
    rule,
    dates: dates.flatMap((date) => (date?.kind === 'local' ? [date.local] : [])),
    before,
    after,
  }
}

const offsetFrom = (text: string | undefined): number | undefined => {
  const match = /^([+-])(\d{2}):?(\d{2}):?(\d{2})?$/.exec(text?.trim() ?? '')
  if (!match) return undefined
  const [hours, minutes, seconds] = [match[2], match[3], match[4] ?? '0'].map(Number) as [number, number, number]
  return (match[1] === '-' ? -1 : 1) * (hours * 3_600_000 + minutes * 60_000 + seconds * 1000)
}

export const clockFrom = (zone: ZoneReference): WallClock | undefined =>
  zone.kind === 'name' ? findZone(zone.name) : knownClock(zone.observances)

const maxKnownClocks = 20
const knownClocks = new Map<string, WallClock>()

/** A calendar names the same zone in thousands of events, each time as another object once it was stored. */
const knownClock = (observances: readonly Observance[]): WallClock => {
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
const ownClock = (observances: readonly Observance[]): WallClock => {
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
      const instants = [before, offsetAt(local + dayMilliseconds)]
        .map((offset) => local - offset)
        .filter((instant) => instant + offsetAt(instant) === local)
      return instants.length > 0 ? Math.min(...instants) : local - before
    },
  }
}

const changesOf = ({ start, rule, dates, before, after }: Observance): Change[] => {
  const locals = new Set([start, ...dates])
  const read = rule === null ? undefined : readRule(rule)
  // A zone changes at one time of a day.
  if (read && [read.byHour, read.byMinute, read.bySecond].every(({ length }) => length <= 1)) {
    const until =
      read.until?.kind === 'utc'
        ? read.until.instant + before
        : read.until?.kind === 'local'
          ? read.until.local
          : undefined
    let steps = 0
    for (const local of expandRule({ ...read, until }, start, start)) {
      steps += 1
      if (steps > maxStepsOfARule || (local ?? 0) > ownClockUntil) break
      if (local !== undefined) locals.add(local)
    }
  }
  return [...locals].map((local) => ({ at: local - before, before, after }))
}
