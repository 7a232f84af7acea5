import { hash } from 'node:crypto'
import { dayMilliseconds } from './civil.ts'
import { type ZoneReference, zoneNameFrom } from './clock.ts'
import { type DateTime, readDateTime, readDuration } from './date-time.ts'
import { type Component, type Property, propertyOf } from './reader.ts'
import { readRule } from './recurrence-rule.ts'

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

/** A rule that nobody can read: the event is busy from its start on. Kept in place of such rules, which could hold any text. */
const unreadableRule = 'unreadable'

/** The length of all rules and dates of an event: twenty years of days that are left out have less. */
const maxRecurrenceLength = 200_000
const recurrenceProperties = ['RRULE', 'EXRULE', 'RDATE', 'EXDATE']

/** Undefined for an event without a start that can be read: it cannot be in anybody's way. `ownAddresses` are in lower case. */
export const skeletonOf = (event: Component, zones: KnownZones, ownAddresses: ReadonlySet<string>): EventSkeleton | undefined => {
  const moment = (property: Property | undefined): Moment | undefined => (property ? momentsIn(property, zones)[0] : undefined)
  const start = moment(propertyOf(event, 'DTSTART'))
  if (!start) return undefined
  const replaced = propertyOf(event, 'RECURRENCE-ID')
  const replacedStart = moment(replaced)
  return {
    uid: uidDigest(propertyOf(event, 'UID')?.value || contentOf(event)),
    start,
    length: lengthOf(event, start, moment(propertyOf(event, 'DTEND'))),
    ...recurrenceOf(event, zones),
    replaces: replacedStart ? { start: replacedStart, andFuture: replaced?.parameters.get('RANGE')?.toUpperCase() === 'THISANDFUTURE' } : null,
    busy: busyOf(event, ownAddresses),
    sequence: Math.min(Math.max(Number.parseInt(propertyOf(event, 'SEQUENCE')?.value ?? '0', 10) || 0, 0), maxSequence),
  }
}

type Recurrence = Pick<EventSkeleton, 'rules' | 'exceptionRules' | 'extraDates' | 'exceptionDates'>

/** One for all events that do not recur: a hundred thousand of them are fewer objects for the garbage collector. */
export const noRecurrence: Recurrence = { rules: [], exceptionRules: [], extraDates: [], exceptionDates: [] }

const recurrenceOf = ({ properties, isCut }: Component, zones: KnownZones): Recurrence => {
  const lines = properties.filter(({ name }) => recurrenceProperties.includes(name))
  if (isCut || lines.reduce((sum, { value }) => sum + value.length, 0) > maxRecurrenceLength) return { ...noRecurrence, rules: [unreadableRule] }
  if (lines.length === 0) return noRecurrence
  const all = (wanted: string): Property[] => lines.filter(({ name }) => name === wanted)
  const rules = (wanted: string): string[] => all(wanted).map(({ value }) => (readRule(value) ? value : unreadableRule))
  return {
    rules: rules('RRULE'),
    exceptionRules: rules('EXRULE'),
    extraDates: all('RDATE').flatMap((property) => extraDatesIn(property, zones)),
    exceptionDates: all('EXDATE').flatMap((property) => momentsIn(property, zones)),
  }
}

const maxSequence = 2 ** 31 - 1

/** Of all events of an item: those of fifteen years of which each day is another one are fewer. */
const maxWeight = 20_000

/** How much there is to keep of an event: its dates, each with its zone where the calendar defines it itself. It is not counted beyond what is too much. */
export const weightOf = ({ start, length, replaces, rules, exceptionRules, extraDates, exceptionDates }: EventSkeleton): number => {
  let weight = 2 + [...rules, ...exceptionRules].reduce((sum, rule) => sum + rule.length, 0) / 16
  for (const moment of [start, ...(length.kind === 'until' ? [length.end] : []), ...(replaces ? [replaces.start] : [])]) weight += weightOfMoment(moment)
  for (const { start: extra } of extraDates) if (weight <= maxWeight) weight += 2 * weightOfMoment(extra)
  for (const moment of exceptionDates) if (weight <= maxWeight) weight += weightOfMoment(moment)
  return weight
}

const weightOfMoment = (moment: Moment): number => {
  const own = moment.kind === 'local' && moment.zone?.kind === 'own' ? moment.zone.observances : []
  return own.reduce((sum, { dates }) => sum + 4 + dates.length, 1)
}

/** The events of an item; or, where they are more than can be followed, one that is busy from the first of them on. */
export const followable = (events: readonly EventSkeleton[]): readonly EventSkeleton[] => {
  const [first] = events
  if (!first || events.reduce((sum, event) => (sum > maxWeight ? sum : sum + weightOf(event)), 0) <= maxWeight) return events
  // Whatever their zones are.
  const instant = events.reduce((earliest, { start }) => Math.min(earliest, localOf(start)), Number.POSITIVE_INFINITY) - dayMilliseconds
  return [
    {
      ...noRecurrence,
      ...{ uid: first.uid, start: { kind: 'utc', instant }, length: { kind: 'duration', days: 0, milliseconds: 0 }, rules: [unreadableRule] },
      ...{ replaces: null, busy: 'yes', sequence: 0 },
    },
  ]
}

/** On the clock of the moment itself. */
export const localOf = (moment: Moment): number =>
  moment.kind === 'date' ? moment.day * dayMilliseconds : moment.kind === 'utc' ? moment.instant : moment.local

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
