import { hash } from 'node:crypto'
import type { ZoneReference } from './clock.ts'
import { zoneNameFrom } from './clock.ts'
import { type DateTime, readDateTime, readDuration } from './date-time.ts'
import { type Component, type Property, propertyOf } from './reader.ts'

/** A moment of an event. `zone` is null for a floating time, and for a zone that nothing is known of. */
export type Moment =
  | { readonly kind: 'date'; readonly day: number }
  | { readonly kind: 'utc'; readonly instant: number }
  | { readonly kind: 'local'; readonly local: number; readonly zone: ZoneReference | null }

/** How long an occurrence is: until a moment, or days of the calendar and milliseconds of the clock. */
export type Length = { readonly kind: 'until'; readonly end: Moment } | { readonly kind: 'duration'; readonly days: number; readonly milliseconds: number }

/** What is kept of a VEVENT: when it is, and whether it makes busy. No title, no text, no people. */
export interface EventSkeleton {
  /** A digest: the UID itself may tell who is invited. */
  readonly uid: string
  readonly start: Moment
  readonly length: Length
  readonly rules: readonly string[]
  readonly exceptionRules: readonly string[]
  readonly extraDates: readonly { readonly start: Moment; readonly length: Length | null }[]
  readonly exceptionDates: readonly Moment[]
  /** Set for an occurrence that differs from its rule. */
  readonly replaces: { readonly start: Moment; readonly andFuture: boolean } | null
  readonly busy: 'yes' | 'tentative' | 'no'
  readonly sequence: number
}

/** What a reader must be asked for. */
export const neededProperties = [
  ...['UID', 'DTSTART', 'DTEND', 'DURATION', 'RRULE', 'EXRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID', 'SEQUENCE', 'STATUS', 'TRANSP', 'ATTENDEE'],
  ...['X-MICROSOFT-CDO-BUSYSTATUS', 'X-MICROSOFT-CDO-INTENDEDSTATUS', 'X-WR-TIMEZONE'],
  ...['TZID', 'X-LIC-LOCATION', 'TZOFFSETFROM', 'TZOFFSETTO'],
]

export type KnownZones = ReadonlyMap<string, ZoneReference>

/** Undefined for an event without a start that can be read: it cannot be in anybody's way. `ownAddresses` are in lower case. */
export const skeletonOf = (event: Component, zones: KnownZones, ownAddresses: ReadonlySet<string>): EventSkeleton | undefined => {
  const moment = (property: Property | undefined): Moment | undefined => (property ? momentsIn(property, zones)[0] : undefined)
  const start = moment(propertyOf(event, 'DTSTART'))
  if (!start) return undefined
  const replaced = propertyOf(event, 'RECURRENCE-ID')
  const replacedStart = moment(replaced)
  const all = (name: string): Property[] => event.properties.filter((property) => property.name === name)
  return {
    uid: uidDigest(propertyOf(event, 'UID')?.value || contentOf(event)),
    start,
    length: lengthOf(event, start, moment(propertyOf(event, 'DTEND'))),
    rules: all('RRULE').map(({ value }) => value),
    exceptionRules: all('EXRULE').map(({ value }) => value),
    extraDates: all('RDATE').flatMap((property) => extraDatesIn(property, zones)),
    exceptionDates: all('EXDATE').flatMap((property) => momentsIn(property, zones)),
    replaces: replacedStart ? { start: replacedStart, andFuture: replaced?.parameters.get('RANGE')?.toUpperCase() === 'THISANDFUTURE' } : null,
    busy: busyOf(event, ownAddresses),
    sequence: Number.parseInt(propertyOf(event, 'SEQUENCE')?.value ?? '0', 10) || 0,
  }
}

/** In place of a UID that is missing: events that are not the same must not be taken for versions of one. */
const contentOf = ({ properties }: Component): string => properties.map(({ name, value }) => `${name}:${value}`).join('\n')

export const uidDigest = (uid: string): string => hash('sha256', uid, 'base64url').slice(0, 22)

const momentsIn = ({ parameters, value }: Property, zones: KnownZones): Moment[] =>
  value.split(',').flatMap((text) => {
    const read = readDateTime(text)
    return read ? [located(read, parameters.get('TZID'), zones)] : []
  })

const located = (read: DateTime, tzid: string | undefined, zones: KnownZones): Moment => {
  if (read.kind !== 'local') return read
  if (tzid === undefined) return { ...read, zone: null }
  const name = zoneNameFrom(tzid)
  return { ...read, zone: name === undefined ? (zones.get(tzid) ?? null) : { kind: 'name', name } }
}

/** Dates, or periods with an end or a duration of their own. */
const extraDatesIn = ({ parameters, value }: Property, zones: KnownZones): EventSkeleton['extraDates'] =>
  value.split(',').flatMap((text) => {
    const [from = '', to] = text.split('/')
    const read = readDateTime(from)
    if (!read) return []
    const start = located(read, parameters.get('TZID'), zones)
    if (to === undefined) return [{ start, length: null }]
    const end = readDateTime(to)
    const duration = readDuration(to)
    const length: Length | null = end
      ? { kind: 'until', end: located(end, parameters.get('TZID'), zones) }
      : duration
        ? { kind: 'duration', ...duration }
        : null
    return [{ start, length }]
  })

const lengthOf = (event: Component, start: Moment, end: Moment | undefined): Length => {
  if (end) return { kind: 'until', end }
  const duration = readDuration(propertyOf(event, 'DURATION')?.value ?? '')
  if (duration) return { kind: 'duration', ...duration }
  return { kind: 'duration', days: start.kind === 'date' ? 1 : 0, milliseconds: 0 }
}

const busyOf = (event: Component, ownAddresses: ReadonlySet<string>): EventSkeleton['busy'] => {
  const textOf = (name: string): string => propertyOf(event, name)?.value.toUpperCase() ?? ''
  const own = event.properties.find(({ name, value }) => name === 'ATTENDEE' && ownAddresses.has(value.replace(/^mailto:/i, '').toLowerCase()))
  const answer = own?.parameters.get('PARTSTAT')?.toUpperCase()
  const outlook = textOf('X-MICROSOFT-CDO-BUSYSTATUS')
  if (textOf('STATUS') === 'CANCELLED' || textOf('TRANSP') === 'TRANSPARENT' || answer === 'DECLINED') return 'no'
  if (outlook === 'FREE' || outlook === 'WORKINGELSEWHERE') return 'no'
  return textOf('STATUS') === 'TENTATIVE' || answer === 'TENTATIVE' || outlook === 'TENTATIVE' ? 'tentative' : 'yes'
}
