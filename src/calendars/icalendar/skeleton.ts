import { hash } from 'node:crypto'
import { dayMilliseconds } from './civil.ts'
import { type KnownZones, type ZoneReference, zoneFor } from './clock.ts'
import { type DateTime, type Duration, readDateTime, readDay, readDuration } from './date-time.ts'
import { type Component, type Property, propertyOf } from './reader.ts'
import { readRule } from './recurrence-rule.ts'

/** A moment of an event. `zone` is null for a floating time, and for a zone that nothing is known of. */
export type Moment =
  | { readonly kind: 'date'; readonly day: number }
  | { readonly kind: 'utc'; readonly instant: number }
  | { readonly kind: 'local'; readonly local: number; readonly zone: ZoneReference | null }

/** How long an occurrence is: until a moment, or days of the calendar and milliseconds of the clock. */
export type Length =
  | { readonly kind: 'until'; readonly end: Moment }
  | { readonly kind: 'duration'; readonly days: number; readonly milliseconds: number }

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
  /** It is not busy because it was canceled. */
  readonly isCanceled?: true
  /** Something of it could not be read: it is busy wherever it may be. */
  readonly isUnsure?: boolean
}

/** What a reader must be asked for. */
export const neededProperties = [
  ...[
    'UID',
    'DTSTART',
    'DTEND',
    'DURATION',
    'RRULE',
    'EXRULE',
    'RDATE',
    'EXDATE',
    'RECURRENCE-ID',
    'SEQUENCE',
    'STATUS',
    'TRANSP',
    'ATTENDEE',
    'FREEBUSY',
  ],
  ...['X-MICROSOFT-CDO-BUSYSTATUS', 'X-MICROSOFT-CDO-INTENDEDSTATUS', 'X-WR-TIMEZONE'],
  ...['TZID', 'X-LIC-LOCATION', 'TZOFFSETFROM', 'TZOFFSETTO'],
]

/**
 * A rule that nobody can read: the event is busy from its start on. Kept in place of such rules, which could hold any
 * text.
 */
export const unreadableRule = 'unreadable'

/** The length of all rules and dates of an event: twenty years of days that are left out have less. */
const maxRecurrenceLength = 200_000
const recurrenceProperties = ['RRULE', 'EXRULE', 'RDATE', 'EXDATE']

/**
 * What one component says. Nothing for an event without a start, which no calendar shows. `ownAddresses` are in lower
 * case.
 */
export const skeletonsOf = (
  component: Component,
  zones: KnownZones,
  ownAddresses: ReadonlySet<string>,
): readonly EventSkeleton[] => {
  if (component.name === 'VFREEBUSY') return freeBusyOf(component, zones)
  return propertyOf(component, 'DTSTART') ? [eventOf(component, zones, ownAddresses)] : []
}

/** What cannot be read is busy wherever it may be, and the event is marked, so that its owner is told. */
const eventOf = (event: Component, zones: KnownZones, ownAddresses: ReadonlySet<string>): EventSkeleton => {
  const reading = new Reading(zones)
  const start = startOf(event, reading)
  const length = lengthOf(event, start, reading)
  const recurrence = recurrenceOf(event, reading)
  const replaced = propertyOf(event, 'RECURRENCE-ID')
  const replacedStart = replaced && reading.momentsIn(replaced)[0]
  const uid = propertyOf(event, 'UID')?.value || contentOf(event)
  const isUnsure = reading.isUnsure || event.isUnended || (replaced !== undefined && !replacedStart)
  return {
    // An occurrence of which nobody knows which one it replaces stands beside all of them.
    uid: uidDigest(replaced && !replacedStart ? `${uid}\n${contentOf(event)}` : uid),
    start: start ?? beginningOfTime,
    length: length ?? noLength,
    ...(start && length ? recurrence : { ...noRecurrence, rules: [unreadableRule] }),
    replaces: replacedStart
      ? { start: replacedStart, andFuture: replaced?.parameters.get('RANGE')?.toUpperCase() === 'THISANDFUTURE' }
      : null,
    busy: busyOf(event, ownAddresses),
    sequence: Math.min(Math.max(Number.parseInt(propertyOf(event, 'SEQUENCE')?.value ?? '0', 10) || 0, 0), maxSequence),
    ...(propertyOf(event, 'STATUS')?.value.toUpperCase() === 'CANCELLED' ? { isCanceled: true as const } : {}),
    ...(isUnsure ? { isUnsure } : {}),
  }
}

const beginningOfTime: Moment = { kind: 'utc', instant: 0 }
const noLength: Length = { kind: 'duration', days: 0, milliseconds: 0 }
const oneDay: Length = { kind: 'duration', days: 1, milliseconds: 0 }

/** An item of which nothing can be read: it may be at any time. */
export const unreadableItem = (text: string): EventSkeleton => ({
  ...noRecurrence,
  ...{
    uid: uidDigest(text),
    start: beginningOfTime,
    length: noLength,
    rules: [unreadableRule],
    replaces: null,
    busy: 'yes',
    sequence: 0,
    isUnsure: true,
  },
})

/** Reads the moments of one component, and notices what cannot be read. */
class Reading {
  readonly #zones: KnownZones
  isUnsure = false

  constructor(zones: KnownZones) {
    this.#zones = zones
  }

  momentsIn({ parameters, value }: Property): Moment[] {
    return value.split(',').flatMap((text) => this.moment(text, parameters) ?? [])
  }

  moment(text: string, parameters: Property['parameters']): Moment | undefined {
    const read = readDateTime(text)
    if (!read) this.isUnsure = true
    return read && this.#located(read, parameters.get('TZID'))
  }

  /** A zone that nobody knows: the event is where it would be in the zone of its calendar, which may be wrong. */
  #located(read: DateTime, tzid: string | undefined): Moment {
    if (read.kind !== 'local') return read
    if (tzid === undefined) return { ...read, zone: null }
    const zone = zoneFor(tzid, this.#zones)
    if (!zone) this.isUnsure = true
    return { ...read, zone: zone ?? null }
  }
}

/** Undefined where not even a day can be read: then it may have begun at any time. */
const startOf = (event: Component, reading: Reading): Moment | undefined => {
  const { value, parameters } = propertyOf(event, 'DTSTART') as Property
  const day = readDay(value)
  // Wherever on earth that day is.
  return reading.moment(value, parameters) ?? (day === undefined ? undefined : { kind: 'date', day: day - 1 })
}

/** Undefined where nobody knows when it ends. */
const lengthOf = (event: Component, start: Moment | undefined, reading: Reading): Length | undefined => {
  // Of such a start the day alone could be read: it is somewhere in three days.
  const vagueDays = start?.kind === 'date' && reading.isUnsure ? 3 : 0
  const end = propertyOf(event, 'DTEND')
  if (end) return lengthUntil(end, start, reading)
  const given = propertyOf(event, 'DURATION')
  const duration = given && readDuration(given.value)
  if (given && !duration) reading.isUnsure = true
  if (given)
    return duration && withDays(forward(lengthOfDuration(duration), millisecondsOf(duration), reading), vagueDays)
  return start?.kind === 'date' ? { ...oneDay, days: vagueDays || 1 } : noLength
}

const lengthOfDuration = (duration: Duration): Length => ({ kind: 'duration', ...duration })
const millisecondsOf = ({ days, milliseconds }: Duration): number => days * dayMilliseconds + milliseconds

const withDays = (length: Length, days: number): Length =>
  length.kind === 'duration' ? { ...length, days: length.days + days } : length

const lengthUntil = (
  { value, parameters }: Property,
  start: Moment | undefined,
  reading: Reading,
): Length | undefined => {
  const end = reading.moment(value, parameters)
  if (!end) {
    const day = readDay(value)
    return day === undefined ? undefined : { kind: 'until', end: { kind: 'date', day: day + 2 } }
  }
  return lengthBetween(start, end, reading)
}

const lengthBetween = (start: Moment | undefined, end: Moment, reading: Reading): Length => {
  if (start?.kind !== end.kind) return { kind: 'until', end }
  const length = localOf(end) - localOf(start)
  // Programs that end a day on itself mean that day.
  if (end.kind === 'date' && length === 0) return oneDay
  const isSameClock =
    end.kind !== 'local' || (start.kind === 'local' && JSON.stringify(end.zone) === JSON.stringify(start.zone))
  return isSameClock ? forward({ kind: 'until', end }, length, reading) : { kind: 'until', end }
}

/** An event that ends before it begins is a mistake, and nobody knows which of the two is wrong. */
const forward = (length: Length, milliseconds: number, reading: Reading): Length => {
  if (milliseconds >= 0) return length
  reading.isUnsure = true
  return oneDay
}

/** The busy times that somebody publishes instead of events (RFC 5545 §3.6.4). */
const freeBusyOf = (component: Component, zones: KnownZones): readonly EventSkeleton[] => {
  const reading = new Reading(zones)
  const uid = uidDigest(propertyOf(component, 'UID')?.value || contentOf(component))
  return (['yes', 'tentative'] as const).flatMap((busy) => {
    const lines = component.properties.filter(
      ({ name, parameters }) => name === 'FREEBUSY' && busyOfPeriod(parameters.get('FBTYPE')) === busy,
    )
    const length = lines.reduce((sum, { value }) => sum + value.length, 0)
    const { dates, isReadable } = extraDatesIn(length > maxRecurrenceLength ? [] : lines, reading)
    const isWhole = isReadable && length <= maxRecurrenceLength && !component.isCut
    const [first, ...others] = dates
    if (!first && isWhole) return []
    const start = first?.start ?? beginningOfTime
    const recurrence = isWhole ? { ...noRecurrence, extraDates: others } : { ...noRecurrence, rules: [unreadableRule] }
    const isUnsure = reading.isUnsure || component.isUnended || !isWhole
    return [
      {
        uid,
        start,
        length: first?.length ?? noLength,
        ...recurrence,
        replaces: null,
        busy,
        sequence: 0,
        ...(isUnsure ? { isUnsure } : {}),
      },
    ]
  })
}

const busyOfPeriod = (type = 'BUSY'): EventSkeleton['busy'] =>
  type.toUpperCase() === 'FREE' ? 'no' : type.toUpperCase() === 'BUSY-TENTATIVE' ? 'tentative' : 'yes'

type Recurrence = Pick<EventSkeleton, 'rules' | 'exceptionRules' | 'extraDates' | 'exceptionDates'>

/** One for all events that do not recur: a hundred thousand of them are fewer objects for the garbage collector. */
export const noRecurrence: Recurrence = { rules: [], exceptionRules: [], extraDates: [], exceptionDates: [] }

const recurrenceOf = ({ properties, isCut }: Component, reading: Reading): Recurrence => {
  const lines = properties.filter(({ name }) => recurrenceProperties.includes(name))
  if (isCut || lines.reduce((sum, { value }) => sum + value.length, 0) > maxRecurrenceLength)
    return { ...noRecurrence, rules: [unreadableRule] }
  if (lines.length === 0) return noRecurrence
  const all = (wanted: string): Property[] => lines.filter(({ name }) => name === wanted)
  const rules = (wanted: string): string[] => all(wanted).map(({ value }) => (readRule(value) ? value : unreadableRule))
  const { dates, isReadable } = extraDatesIn(all('RDATE'), reading)
  return {
    rules: [...rules('RRULE'), ...(isReadable ? [] : [unreadableRule])],
    exceptionRules: rules('EXRULE'),
    extraDates: dates,
    exceptionDates: all('EXDATE').flatMap((property) => reading.momentsIn(property)),
  }
}

const maxSequence = 2 ** 31 - 1

/** Of all events of an item: those of fifteen years of which each day is another one are fewer. */
const maxWeight = 20_000

/**
 * How much there is to keep of an event: its dates, each with its zone where the calendar defines it itself. It is not
 * counted beyond what is too much.
 */
export const weightOf = ({
  start,
  length,
  replaces,
  rules,
  exceptionRules,
  extraDates,
  exceptionDates,
}: EventSkeleton): number => {
  let weight = 2 + [...rules, ...exceptionRules].reduce((sum, rule) => sum + rule.length, 0) / 16
  for (const moment of [start, ...(length.kind === 'until' ? [length.end] : []), ...(replaces ? [replaces.start] : [])])
    weight += weightOfMoment(moment)
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
  if (!first || events.reduce((sum, event) => (sum > maxWeight ? sum : sum + weightOf(event)), 0) <= maxWeight)
    return events
  // Whatever their zones are.
  const instant =
    events.reduce((earliest, { start }) => Math.min(earliest, localOf(start)), Number.POSITIVE_INFINITY) -
    dayMilliseconds
  return [
    {
      ...noRecurrence,
      ...{
        uid: first.uid,
        start: { kind: 'utc', instant },
        length: { kind: 'duration', days: 0, milliseconds: 0 },
        rules: [unreadableRule],
      },
      ...{ replaces: null, busy: 'yes', sequence: 0, isUnsure: true },
    },
  ]
}

/** On the clock of the moment itself. */
export const localOf = (moment: Moment): number =>
  moment.kind === 'date' ? moment.day * dayMilliseconds : moment.kind === 'utc' ? moment.instant : moment.local

/** In place of a UID that is missing: events that are not the same must not be taken for versions of one. */
const contentOf = ({ properties }: Component): string =>
  properties.map(({ name, value }) => `${name}:${value}`).join('\n')

export const uidDigest = (uid: string): string => hash('sha256', uid, 'base64url').slice(0, 22)

/** Dates, or periods with an end or a duration of their own; and whether all of them can be read. */
const extraDatesIn = (
  properties: readonly Property[],
  reading: Reading,
): { readonly dates: EventSkeleton['extraDates']; readonly isReadable: boolean } => {
  const dates: EventSkeleton['extraDates'][number][] = []
  let isReadable = true
  for (const { parameters, value } of properties) {
    for (const text of value.split(',').filter((one) => one.trim() !== '')) {
      const [from = '', to] = text.split('/')
      const start = reading.moment(from, parameters)
      const duration = to === undefined ? undefined : readDuration(to)
      const end = to === undefined || duration ? undefined : reading.moment(to, parameters)
      if (start && (to === undefined || duration || end))
        dates.push({
          start,
          length: end
            ? lengthBetween(start, end, reading)
            : duration
              ? forward(lengthOfDuration(duration), millisecondsOf(duration), reading)
              : null,
        })
      else isReadable = false
    }
  }
  return { dates, isReadable }
}

/** Some servers write the principal of an attendee in place of an address, and the address beside it. */
const isOwn = ({ name, value, parameters }: Property, ownAddresses: ReadonlySet<string>): boolean =>
  name === 'ATTENDEE' &&
  [value, parameters.get('EMAIL') ?? ''].some((text) =>
    ownAddresses.has(
      text
        .trim()
        .toLowerCase()
        .replace(/^mailto:/, ''),
    ),
  )

const busyOf = (event: Component, ownAddresses: ReadonlySet<string>): EventSkeleton['busy'] => {
  const textOf = (name: string): string => propertyOf(event, name)?.value.toUpperCase() ?? ''
  const answers = event.properties
    .filter((property) => isOwn(property, ownAddresses))
    .map(({ parameters }) => parameters.get('PARTSTAT')?.toUpperCase())
  // One who is invited under two addresses comes if either says so.
  const answer = answers.find((one) => one !== 'DECLINED') ?? answers[0]
  const outlook = textOf('X-MICROSOFT-CDO-BUSYSTATUS')
  if (textOf('STATUS') === 'CANCELLED' || textOf('TRANSP') === 'TRANSPARENT' || answer === 'DECLINED') return 'no'
  if (outlook === 'FREE' || outlook === 'WORKINGELSEWHERE') return 'no'
  return textOf('STATUS') === 'TENTATIVE' || answer === 'TENTATIVE' || outlook === 'TENTATIVE' ? 'tentative' : 'yes'
}
