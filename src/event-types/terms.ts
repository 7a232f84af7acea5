import type { Rule } from '#availability/index.ts'
import type { EventType } from './event-type.ts'
import type { Host } from './host.ts'
import type { Location } from './location.ts'
import type { BookingWindow } from './scheduling-rules.ts'

/** What a share offers, as it was when the share was made or changed: later changes to its type do not touch it. Kept as JSON. */
export interface ShareTerms {
  readonly name: string
  readonly duration: number
  readonly durationOptions: readonly number[] | null
  readonly window: BookingWindow
  /** Minutes. */
  readonly minimumNotice: number
  readonly locations: readonly Location[] | null
  /** Whether the place is told to those who have booked only. */
  readonly hideLocation: boolean
  readonly hours: { readonly timezone: string; readonly rules: readonly Rule[] }
}

/** The parts of a type, and of its hosts, that a share may have otherwise. */
interface Offered {
  readonly eventType: Pick<EventType, 'name' | 'duration' | 'durationOptions' | 'locations' | 'rules'>
  readonly hosts: readonly Pick<Host, 'timezone' | 'rules'>[]
}

/** A type and its hosts as a link offers them: what can be seen and booked through it follows the same rules as the type itself. */
export const underTerms = <Whole extends Offered>(whole: Whole, terms: ShareTerms | null): Whole => {
  if (terms === null) return whole
  const { name, duration, durationOptions, window, minimumNotice, locations, hours } = terms
  const rules = { ...whole.eventType.rules, booking_window: window, minimum_notice: minimumNotice }
  return {
    ...whole,
    eventType: { ...whole.eventType, name, duration, durationOptions, locations, rules },
    hosts: whole.hosts.map((host) => ({ ...host, ...hours })),
  }
}
