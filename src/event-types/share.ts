import { z } from 'zod'
import { calendarDate, Rules, writeDay } from '#availability/index.ts'
import { invalid } from '#contract/problem.ts'
import { says } from '#contract/reasons.ts'
import { flag, integer, pathId, referenceTo, zoneName } from '#contract/wire.ts'
import { minute } from '#platform/time/durations.ts'
import type { EventType } from './event-type.ts'
import { shareRequestExample } from './examples.ts'
import { type Host, zoneOf } from './host.ts'
import { Location, locationKinds, maxLocations } from './location.ts'
import { duration, durationOptions, typeName } from './requests.ts'
import { type BookingWindow, windowTypes } from './scheduling-rules.ts'
import type { ShareTerms } from './terms.ts'

/** A single-use link with its own terms. */
export interface Share {
  readonly id: string
  readonly organizationId: string
  readonly eventTypeId: string
  /** The membership that created it. */
  readonly createdBy: string
  readonly terms: ShareTerms
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly usedAt: Date | null
}

export const shareStatuses = ['active', 'booked', 'expired'] as const

export const shareStatus = (
  { usedAt, expiresAt }: Pick<Share, 'usedAt' | 'expiresAt'>,
  now: Date,
): (typeof shareStatuses)[number] => {
  if (usedAt !== null) return 'booked'
  return expiresAt > now ? 'active' : 'expired'
}

const dayMinutes = 1440
const text = z.string().trim().max(255).nullish()

/** With a position in the list, and null for fields that its kind does not have: as shares show them. */
const ShareLocation = z
  .object({
    kind: z.enum(locationKinds),
    position: integer({ min: 0, max: 1000 }).nullish(),
    location: text.meta({ description: 'For `physical`, `custom`, and `ask_invitee`' }),
    additional_info: text.meta({ description: 'For `physical` and `inbound_call`' }),
    phone_number: text.meta({ description: 'For `inbound_call`' }),
  })
  .transform(({ position, ...fields }, context) => {
    const filled = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== ''),
    )
    const read = Location.safeParse(filled)
    if (read.success) return { position: position ?? null, location: read.data }
    for (const { path } of read.error.issues)
      context.addIssue({ code: 'custom', path: [...path], message: says('missing') })
    return z.NEVER
  })

/** The settings of the event type that a share can override. */
const overrides = {
  name: typeName.nullish(),
  duration: duration.nullish().meta({
    description: "One of `duration_options`, of the event type's options, or its duration if it has no options",
  }),
  duration_options: durationOptions.nullish(),
  period_type: z.enum(windowTypes).nullish().meta({
    description: '`moving`: a number of days; `available_moving`: a number of weekdays; `fixed`: between two dates',
  }),
  start_date: calendarDate.nullish(),
  end_date: calendarDate.nullish(),
  max_booking_time: integer({ min: 1, max: 3650 * dayMinutes })
    .nullish()
    .meta({
      description:
        'How far into the future, in minutes; partial days count as whole days. With `fixed` and without `end_date`, the date range ends that far from now',
    }),
  min_booking_time: integer({ min: 0, max: 525_600 }).nullish().meta({ description: 'The minimum notice in minutes' }),
  hide_location: flag
    .nullish()
    .meta({ description: 'Show the location only after booking; for a single `custom` location' }),
  location_configurations: z.array(ShareLocation).max(maxLocations).nullish(),
  availability_rule: z.object({ rules: Rules, timezone: zoneName }).nullish(),
}

const Overrides = z.object(overrides)

type SentOverrides = z.output<typeof Overrides>

/** Clients that send back what they have read put the fields here. Fields outside of it win. */
const share_override = Overrides.optional().meta({ description: 'The same fields in the shape of the resource' })

const overridesIn = ({
  share_override: inside = {},
  ...outside
}: SentOverrides & { share_override?: SentOverrides | undefined }): SentOverrides => ({
  ...inside,
  ...Object.fromEntries(Object.entries(outside).filter(([, value]) => value !== undefined)),
})

export const CreateShareRequest = z
  .object({
    event_type: referenceTo('event_types').meta({
      description: 'A one-on-one event type; fields you leave out have its values',
    }),
    ...overrides,
    share_override,
  })
  .transform(({ event_type, ...sent }) => ({ eventTypeId: event_type, wanted: overridesIn(sent) }))
  .meta({ examples: [shareRequestExample] })

export const UpdateShareRequest = z
  .object({ uuid: pathId, ...overrides, share_override })
  .transform(({ uuid, ...sent }) => ({ shareId: uuid, wanted: overridesIn(sent) }))

/** The terms of a share that overrides nothing. */
export const typeTerms = (eventType: EventType, { timezone, rules }: Pick<Host, 'timezone' | 'rules'>): ShareTerms => ({
  name: eventType.name,
  duration: eventType.duration,
  durationOptions: eventType.durationOptions,
  window: eventType.rules.booking_window,
  minimumNotice: eventType.rules.minimum_notice,
  locations: eventType.locations,
  hideLocation: false,
  hours: { timezone, rules },
})

/** These terms with the changes applied, or a refusal that names the field. What is not sent, or null, stays. */
export const changedTerms = (current: ShareTerms, wanted: SentOverrides, now: Date): ShareTerms => {
  const [only, ...others] =
    (wanted.location_configurations ? inOrderOfPosition(wanted.location_configurations) : current.locations) ?? []
  const { timezone, rules } = wanted.availability_rule ?? current.hours
  return {
    name: wanted.name ?? current.name,
    ...durationsOf(current, wanted),
    window: windowOf(current.window, wanted, { now, timezone }),
    minimumNotice: wanted.min_booking_time ?? current.minimumNotice,
    locations: only ? [only, ...others] : null,
    hideLocation: (wanted.hide_location ?? current.hideLocation) && only?.kind === 'custom' && others.length === 0,
    hours: { timezone, rules },
  }
}

/** These terms, with those of the type where null was sent: in an update, null removes an override. */
export const restoredTerms = (current: ShareTerms, ofType: ShareTerms, wanted: SentOverrides): ShareTerms => {
  const isNull = (...names: readonly (keyof SentOverrides)[]): boolean => names.some((name) => wanted[name] === null)
  const shown = shownWindow(current.window)
  const windowFields = ['period_type', 'start_date', 'end_date', 'max_booking_time'] as const
  const durationOptions = isNull('duration_options') ? ofType.durationOptions : current.durationOptions
  const keepsDuration =
    !isNull('duration') && (durationOptions?.includes(current.duration) ?? !isNull('duration_options'))
  return {
    name: isNull('name') ? ofType.name : current.name,
    duration: keepsDuration ? current.duration : ofType.duration,
    durationOptions,
    // Fields without a value in this kind of window are null already.
    window: windowFields.some((name) => wanted[name] === null && shown[name] !== null) ? ofType.window : current.window,
    minimumNotice: isNull('min_booking_time') ? ofType.minimumNotice : current.minimumNotice,
    locations: isNull('location_configurations') ? ofType.locations : current.locations,
    hideLocation: isNull('hide_location') ? ofType.hideLocation : current.hideLocation,
    hours: isNull('availability_rule') ? ofType.hours : current.hours,
  }
}

const inOrderOfPosition = (given: NonNullable<SentOverrides['location_configurations']>): Location[] =>
  given
    .map(({ position, location }, index) => ({ location, position: position ?? index }))
    .sort((a, b) => a.position - b.position)
    .map(({ location }) => location)

/** When options are sent without a duration, it is the current one if that is among them, otherwise the first. */
const durationsOf = (current: ShareTerms, wanted: SentOverrides): Pick<ShareTerms, 'duration' | 'durationOptions'> => {
  const options = wanted.duration_options ?? current.durationOptions
  const possible = options ?? [current.duration]
  const chosen =
    wanted.duration ?? (possible.includes(current.duration) ? current.duration : (possible[0] ?? current.duration))
  if (!possible.includes(chosen))
    throw invalid({ parameter: 'duration', reason: 'not_a_duration', values: { choices: possible.join(', ') } })
  return { duration: chosen, durationOptions: options }
}

export const shownWindow = ({ type, days, start_date, end_date }: BookingWindow) => ({
  period_type: type,
  start_date,
  end_date,
  max_booking_time: days && days * dayMinutes,
})

const windowOf = (
  current: BookingWindow,
  wanted: SentOverrides,
  clock: { readonly now: Date; readonly timezone: string },
): BookingWindow => {
  const shown = shownWindow(current)
  // Sent back unchanged, it is no change.
  const change = <Name extends keyof typeof shown>(name: Name) =>
    wanted[name] === shown[name] ? null : (wanted[name] ?? null)
  const type = change('period_type') ?? current.type
  const [start, end, minutes] = [change('start_date'), change('end_date'), change('max_booking_time')]
  if (type === current.type && start === null && end === null && minutes === null) return current
  switch (type) {
    case 'unlimited':
      return { type, days: null, start_date: null, end_date: null }
    case 'moving':
    case 'available_moving': {
      const days = minutes ? Math.ceil(minutes / dayMinutes) : current.days
      if (days === null) throw invalid({ parameter: 'max_booking_time', reason: 'missing' })
      return { type, days, start_date: null, end_date: null }
    }
    case 'fixed': {
      const isFromNow = minutes !== null && end === null
      const [first, last] = isFromNow
        ? [
            start ?? dayAt(clock.now.getTime(), clock.timezone),
            dayAt(clock.now.getTime() + minutes * minute, clock.timezone),
          ]
        : [start ?? current.start_date, end ?? current.end_date]
      if (first === null || last === null) throw invalid(...missingDates(first, last))
      if (last < first)
        throw invalid({
          parameter: isFromNow ? 'max_booking_time' : 'end_date',
          reason: 'end_before_start',
        })
      return { type, days: isFromNow ? Math.ceil(minutes / dayMinutes) : null, start_date: first, end_date: last }
    }
  }
}

const dayAt = (instant: number, timezone: string): string =>
  writeDay(Math.floor(zoneOf(timezone).localAt(instant) / (dayMinutes * minute)))

const missingDates = (first: string | null, last: string | null) =>
  [first === null ? 'start_date' : '', last === null ? 'end_date' : '']
    .filter(Boolean)
    .map((parameter) => ({ parameter, reason: 'missing' as const }))
