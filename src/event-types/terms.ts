import type { Rule } from '#availability/index.ts'
import type { EventType } from './event-type.ts'
import type { Host } from './host.ts'
import type { Location } from './location.ts'
import type { BookingWindow } from './scheduling-rules.ts'

/**
 * What a share offers, as it was when the share was created or changed: later changes to its type do not affect it.
 * Stored as JSON.
 */
export interface ShareTerms {
  readonly name: string
  readonly duration: number
  readonly durationOptions: readonly number[] | null
  readonly window: BookingWindow
  /** Minutes. */
  readonly minimumNotice: number
  readonly locations: readonly Location[] | null
  /** Whether the location is shown only after booking. */
  readonly hideLocation: boolean
  readonly hours: { readonly timezone: string; readonly rules: readonly Rule[] }
}

/** The parts of a bookable that the terms of a link replace. */
interface WithTerms {
  readonly eventType: Pick<EventType, 'name' | 'duration' | 'durationOptions' | 'locations' | 'rules'>
  readonly hosts: readonly Pick<Host, 'timezone' | 'rules'>[]
}

/**
 * A bookable as a link offers it. What it shows and what can be booked through it follow the same rules as the type
 * itself.
 */
export const underTerms = <Each extends WithTerms>(bookable: Each, terms: ShareTerms | null): Each => {
  if (terms === null) return bookable
  const { name, duration, durationOptions, window, minimumNotice, locations, hours } = terms
  const rules = { ...bookable.eventType.rules, booking_window: window, minimum_notice: minimumNotice }
  return {
    ...bookable,
    eventType: { ...bookable.eventType, name, duration, durationOptions, locations, rules },
    hosts: bookable.hosts.map((host) => ({ ...host, ...hours })),
  }
}
