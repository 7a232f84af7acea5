import type { Language } from '../../languages/language.ts'
import type { PageTexts } from '../../languages/page-texts.ts'

/** How a page speaks: its words, and how its language writes days and times. Only one language travels with a page. */
export interface PageLanguage extends Pick<Language, 'locale' | 'firstWeekday' | 'date' | 'month' | 'firstDay' | 'halves' | 'minutes' | 'hours'> {
  readonly texts: PageTexts
}

/** What stands before the words of a place. */
export type PlaceKind = 'spot' | 'phone' | 'video'

/** Where a meeting can take place. */
export interface PlaceChoice {
  readonly sign: PlaceKind
  readonly title: string
  readonly detail: string | null
  /** What only the invitee can say about it. */
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

/** What can be booked on a page, as a stranger may know it. */
export interface PublicEventType {
  readonly name: string
  /** Of the page itself; a time stands below it. */
  readonly path: string
  /** Where months are asked for, with what is asked along. */
  readonly months: string
  readonly monthsQuery: Readonly<Record<string, string>>
  readonly hosts: readonly { readonly name: string; readonly avatarUrl: string | null }[]
  readonly descriptionHtml: string | null
  readonly durations: readonly number[]
  readonly isGroup: boolean
  readonly places: readonly PlaceChoice[]
  readonly questions: readonly AskedQuestion[]
  readonly splitsName: boolean
  /** For somebody who moves a booking: when it is now. Nothing else is asked of them. */
  readonly bookedNow: string | null
}

/**
 * The instant it starts, what the clock shows then, how many can still come, which of two equal times it is, and what the clock
 * shows at its end, where the clock is changed before.
 */
export type Time = readonly [start: string, clock: string, remaining: number, offset?: string | null, until?: string]

/** What is open in a month, by the days of the zone that was asked for. */
export interface Month {
  readonly month: string
  readonly timezone: string
  readonly today: string
  readonly days: Readonly<Record<string, readonly Time[]>>
  /** Whether it makes sense to look further. */
  readonly hasPrevious: boolean
  readonly hasNext: boolean
}

/** The time somebody is about to book. */
export interface Slot {
  readonly start: string
  readonly date: string
  readonly clock: string
  /** What the clock shows at its end. */
  readonly until: string
  /** Which of two times that the clock shows alike. */
  readonly offset?: string | null
}

/** By the name of the field; several where several can be chosen. */
export type Values = Readonly<Record<string, readonly string[]>>
export type Complaints = Readonly<Record<string, string>>

/** Everything that the page for booking begins with. */
export interface BookingData {
  readonly language: PageLanguage
  readonly eventType: PublicEventType
  readonly month: Month
  readonly date: string | null
  readonly slot: Slot | null
  readonly duration: number
  readonly hour12: boolean
  readonly timezone: string
  /** Somebody said so; else the browser is asked. */
  readonly isZoneChosen: boolean
  readonly token: string
  readonly values: Values
  readonly complaints: Complaints
  /** What is wrong with the whole. */
  readonly message: string | null
  /** Carried from page to page: begins with `?`, or is empty. */
  readonly query: string
  readonly hidesDetails: boolean
}

/** What a booking is answered with. */
export type BookingResponse =
  | { readonly outcome: 'booked'; readonly to: string; readonly redirect: string | null; readonly event: string; readonly invitee: string }
  | { readonly outcome: 'wrong'; readonly complaints: Complaints; readonly message: string | null }
  | { readonly outcome: 'taken'; readonly message: string }
  | { readonly outcome: 'refused'; readonly message: string; readonly token?: string }

/** What the script must know of a page. */
export interface PageData {
  /** The name of what is told to a page that shows this one in a frame. */
  readonly viewed: 'profile_page_viewed' | 'event_type_viewed' | null
  readonly isEmbedded: boolean
  readonly booking: BookingData | null
}
