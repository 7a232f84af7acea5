import type { FieldErrors } from '#ui/forms.tsx'
import type { PageLanguage } from '#ui/page-language.ts'

/** Which icon a location has. */
export type LocationKind = 'spot' | 'phone' | 'video'

/** Where a meeting can take place. */
export interface LocationChoice {
  readonly sign: LocationKind
  readonly title: string
  readonly detail: string | null
  /** What the invitee must provide. */
  readonly asks: 'number' | 'place' | null
}

export interface AskedQuestion {
  readonly position: number
  readonly name: string
  readonly type: 'string' | 'text' | 'phone_number' | 'single_select' | 'multi_select'
  readonly required: boolean
  readonly choices: readonly string[]
  readonly includeOther: boolean
}

/** The event type of a page, as visitors may see it. */
export interface PublicEventType {
  readonly name: string
  readonly ownerName: string
  /** The page of its owner; null where a visitor was sent to this one alone. */
  readonly profilePath: string | null
  /** Of the page itself; a time is appended to it. */
  readonly path: string
  /** Where months are loaded from, and further parameters of that request. */
  readonly months: string
  readonly monthsQuery: Readonly<Record<string, string>>
  readonly hosts: readonly { readonly name: string; readonly avatarUrl: string | null }[]
  readonly descriptionHtml: string | null
  readonly durations: readonly number[]
  readonly isGroup: boolean
  readonly locations: readonly LocationChoice[]
  readonly questions: readonly AskedQuestion[]
  readonly splitsName: boolean
  /** For a move: the current time of the booking. Nothing else is asked. */
  readonly bookedNow: string | null
  /** A host confirms each booking. */
  readonly isRequested: boolean
  /** What is to be paid, as text. */
  readonly price: string | null
  /** Visitors who find no time can wait for one. */
  readonly hasWaitingList: boolean
}

/**
 * The instant it starts, its local time, the seats left, its offset if another start has the same local time, and the
 * local time of its end if the clock changes before.
 */
export type Time = readonly [start: string, clock: string, remaining: number, offset?: string | null, until?: string]

/** The open times of a month, by the days of the requested time zone. */
export interface Month {
  readonly month: string
  readonly timezone: string
  /** The city that the zone is named after, in the language of the page. */
  readonly city: string
  /** Of the zone now, in minutes. */
  readonly offset: number
  readonly today: string
  /** The local time at the server: `09:30`. */
  readonly clock: string
  readonly days: Readonly<Record<string, readonly Time[]>>
  /** Whether there is a bookable month before or after. */
  readonly hasPrevious: boolean
  readonly hasNext: boolean
  /** Of a month without times: the next that has some, or else an earlier one. Null if there is none at all. */
  readonly openMonth: string | null
}

/** Another event type of the same owner. */
export interface OtherType {
  readonly name: string
  readonly address: string
}

/** The chosen time. */
export interface Slot {
  readonly start: string
  readonly date: string
  readonly clock: string
  /** The local time of its end. */
  readonly until: string
  /** Set when the clock shows this time twice. */
  readonly offset?: string | null
}

/** By field name; several where several can be chosen. */
export type FormValues = Readonly<Record<string, readonly string[]>>

/** The initial data of the booking page. */
export interface BookingData {
  readonly language: PageLanguage
  readonly eventType: PublicEventType
  readonly month: Month
  readonly date: string | null
  readonly slot: Slot | null
  readonly duration: number
  readonly hour12: boolean
  readonly timezone: string
  /** Set by the visitor or the address; otherwise the browser's is used. */
  readonly isZoneChosen: boolean
  readonly token: string
  readonly values: FormValues
  readonly errors: FieldErrors
  /** An error of the whole form. */
  readonly message: string | null
  /** The message asks whether the address is to have another seat at the same group time. */
  readonly asksAnotherSeat: boolean
  /** What can be booked instead, if this type has no times at all. */
  readonly otherTypes: readonly OtherType[]
  /** Passed from page to page: begins with `?`, or is empty. */
  readonly query: string
  readonly hidesDetails: boolean
  /** Where the cities are loaded from, by which a time zone can be found. */
  readonly placesPath: string
}

/** The answer to a submitted form. */
export type BookingResponse =
  | {
      readonly outcome: 'booked'
      readonly to: string
      readonly redirect: string | null
      readonly event: string
      readonly invitee: string
    }
  /** The booking must pass something first. */
  | { readonly outcome: 'requested'; readonly to: string }
  /** The form is to be sent again with a proof of work. */
  | { readonly outcome: 'proof'; readonly challenge: string; readonly bits: number }
  | { readonly outcome: 'wrong'; readonly errors: FieldErrors; readonly message: string | null }
  | { readonly outcome: 'taken' | 'asked'; readonly message: string }
  | { readonly outcome: 'refused'; readonly message: string; readonly token?: string }

export type RefusedBooking = Exclude<BookingResponse, { outcome: 'booked' | 'requested' | 'proof' }>

/** The data of a page's script. */
export interface PageData {
  /** The name of the event that is posted to the embedding page. */
  readonly viewed: 'profile_page_viewed' | 'event_type_viewed' | null
  readonly isEmbedded: boolean
  readonly booking: BookingData | null
}
