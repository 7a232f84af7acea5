import { z } from 'zod'
import { calendarDate, Rules } from '#availability/index.ts'
import { invalid } from '#contract/problem.ts'
import { flag, integer, referenceTo, zoneName } from '#contract/wire.ts'
import type { EventType } from './event-type.ts'
import { shareRequestExample } from './examples.ts'
import type { Host } from './host.ts'
import { Location, locationKinds, maxLocations } from './location.ts'
import { duration, durationOptions, typeName } from './requests.ts'
import { type BookingWindow, windowTypes } from './scheduling-rules.ts'
import type { ShareTerms } from './terms.ts'

const dayMinutes = 1440
const text = z.string().trim().max(255).nullish()

/** With a place in the list, and null for what its kind does not have: as shares show them. */
const ShareLocation = z
  .object({
    kind: z.enum(locationKinds),
    position: integer({ min: 0, max: 1000 }).nullish(),
    location: text.meta({ description: 'For `physical`, `custom` and `ask_invitee`' }),
    additional_info: text.meta({ description: 'For `physical` and `inbound_call`' }),
    phone_number: text.meta({ description: 'For `inbound_call`' }),
  })
  .transform(({ position, ...fields }, context) => {
    const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== ''))
    const read = Location.safeParse(filled)
    if (read.success) return { position: position ?? null, location: read.data }
    for (const { path } of read.error.issues) context.addIssue({ code: 'custom', path: [...path], message: 'is missing' })
    return z.NEVER
  })

export const CreateShareRequest = z
  .object({
    event_type: referenceTo('event_types').meta({ description: 'A one-on-one type; what is not sent is as the type has it' }),
    name: typeName.nullish(),
    duration: duration.nullish(),
    duration_options: durationOptions.nullish(),
    period_type: z
      .enum(windowTypes)
      .nullish()
      .meta({ description: '`moving`: so many days ahead; `available_moving`: so many Mondays to Fridays ahead; `fixed`: between two dates' }),
    start_date: calendarDate.nullish(),
    end_date: calendarDate.nullish(),
    max_booking_time: integer({ min: 1, max: 3650 * dayMinutes })
      .nullish()
      .meta({ description: 'How far ahead, in minutes; begun days count whole' }),
    hide_location: flag.nullish().meta({ description: 'Tell the place to those who have booked only; for a single `custom` location' }),
    location_configurations: z.array(ShareLocation).max(maxLocations).nullish(),
    availability_rule: z.object({ rules: Rules, timezone: zoneName }).nullish(),
  })
  .transform(({ event_type, ...wanted }) => ({ eventTypeId: event_type, wanted }))
  .meta({ examples: [shareRequestExample] })

type Wanted = z.output<typeof CreateShareRequest>['wanted']

/** What a share offers: what is wanted, and the rest as its type and its host have it now. Or a refusal that names the field. */
export const termsOf = (eventType: EventType, host: Host, wanted: Wanted): ShareTerms => {
  const locations = wanted.location_configurations ? inPlace(wanted.location_configurations) : eventType.locations
  const { timezone, rules } = wanted.availability_rule ?? host
  const [only, ...others] = locations ?? []
  return {
    name: wanted.name ?? eventType.name,
    ...durationsOf(eventType, wanted),
    window: windowOf(eventType.rules.booking_window, wanted),
    locations: only ? [only, ...others] : null,
    hideLocation: wanted.hide_location === true && only?.kind === 'custom' && others.length === 0,
    hours: { timezone, rules },
  }
}

const inPlace = (given: NonNullable<Wanted['location_configurations']>): Location[] =>
  given
    .map(({ position, location }, place) => ({ location, position: position ?? place }))
    .sort((a, b) => a.position - b.position)
    .map(({ location }) => location)

/** Where options are sent without one to begin with, it is the type's own if it is among them, or else the first. */
const durationsOf = (eventType: EventType, wanted: Wanted): Pick<ShareTerms, 'duration' | 'durationOptions'> => {
  const options = wanted.duration_options ?? eventType.durationOptions
  const standing = options === null || options.includes(eventType.duration) ? eventType.duration : (options[0] ?? eventType.duration)
  const chosen = wanted.duration ?? standing
  if (options !== null && !options.includes(chosen)) throw invalid({ parameter: 'duration', message: `must be one of: ${options.join(', ')}` })
  return { duration: chosen, durationOptions: options }
}

const windowOf = (standing: BookingWindow, { period_type, start_date, end_date, max_booking_time }: Wanted): BookingWindow => {
  const type = period_type ?? standing.type
  switch (type) {
    case 'unlimited':
      return { type, days: null, start_date: null, end_date: null }
    case 'moving':
    case 'available_moving': {
      const days = max_booking_time ? Math.ceil(max_booking_time / dayMinutes) : standing.days
      if (days === null) throw invalid({ parameter: 'max_booking_time', message: 'is missing' })
      return { type, days, start_date: null, end_date: null }
    }
    case 'fixed': {
      const [first, last] = [start_date ?? standing.start_date, end_date ?? standing.end_date]
      if (first === null || last === null) throw invalid(...missingDates(first, last))
      if (last < first) throw invalid({ parameter: 'end_date', message: 'must not be before start_date' })
      return { type, days: null, start_date: first, end_date: last }
    }
  }
}

const missingDates = (first: string | null, last: string | null) =>
  [first === null ? 'start_date' : '', last === null ? 'end_date' : ''].filter(Boolean).map((parameter) => ({ parameter, message: 'is missing' }))
