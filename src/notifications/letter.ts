import type { Notation } from '../../languages/language.ts'

/** What can be said about a meeting. */
export type MeetingNews = 'booked' | 'moved' | 'canceled' | 'reminder'

export type Part = 'invitee' | 'guest' | 'host'

/** A span of time as a letter keeps it: milliseconds since 1970. */
export interface Span {
  readonly startsAt: number
  readonly endsAt: number
}

export interface Somebody {
  readonly name: string
  readonly email: string
}

/** Where they meet: what it is, and what is known of it. */
export interface MeetingPlace {
  readonly kind: 'text' | 'they_call' | 'you_call' | 'conference'
  readonly text: string | null
  readonly info: string | null
}

/** All that a mail about a meeting says, to one person. Kept as JSON until it is sent. */
export interface MeetingLetter {
  readonly kind: MeetingNews
  readonly to: Part
  readonly name: string
  readonly locale: string
  readonly zone: string
  readonly notation: Notation | null
  readonly event: string
  readonly span: Span
  /** When it was to be, before it was moved. */
  readonly before: Span | null
  readonly place: MeetingPlace | null
  readonly hosts: readonly Somebody[]
  /** Null when it is about all of them at once. */
  readonly invitee: (Somebody & { readonly id: string }) | null
  readonly guests: readonly string[]
  readonly answers: readonly { readonly question: string; readonly answer: string }[]
  readonly seats: { readonly taken: number; readonly limit: number } | null
  readonly canceledBy: string | null
  readonly reason: string | null
  readonly calendar: CalendarPlace | null
}

/** Where the meeting stands in a calendar. */
export interface CalendarPlace {
  readonly uid: string
  readonly sequence: number
  readonly method: 'REQUEST' | 'CANCEL'
  readonly organizer: Somebody
}

/** Mail that has nothing to do with a meeting. No link is in it: it is made from the id when the mail is sent. */
export type AccountLetter =
  | {
      readonly kind: 'invitation'
      readonly invitationId: string
      readonly sentAt: number
      readonly organization: string
      readonly inviter: string | null
      readonly locale: string
    }
  | {
      readonly kind: 'password_reset' | 'email_change'
      readonly linkId: string
      readonly expiresAt: number
      readonly name: string
      readonly locale: string
      readonly zone: string
      readonly notation: Notation
    }
  | { readonly kind: 'webhook_disabled'; readonly url: string; readonly name: string; readonly locale: string }

export type Letter = MeetingLetter | AccountLetter

export const isMeetingLetter = (letter: Letter): letter is MeetingLetter => 'calendar' in letter

/** A letter as it is sent. */
export interface Writing {
  readonly subject: string
  readonly text: string
  /** What stands in the body of the page. */
  readonly html: string
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string }
  /** The Message-ID that mail programs group the messages of one meeting by. */
  readonly thread?: string
  readonly replyTo?: Somebody
  /** Where whoever gets it can say that they want no more of its kind. */
  readonly unsubscribe?: string
}
