import type { Notation } from '../../languages/language.ts'

/** What can be said about a meeting. */
export type MeetingChangeKind = 'booked' | 'moved' | 'canceled' | 'reminder'

export type RecipientRole = 'invitee' | 'guest' | 'host'

/** A span of time as a mail keeps it: milliseconds since 1970. */
export interface MailSpan {
  readonly startsAt: number
  readonly endsAt: number
}

export interface NamedAddress {
  readonly name: string
  readonly email: string
}

/** Where they meet: what it is, and what is known of it. */
export interface MailPlace {
  readonly kind: 'text' | 'they_call' | 'you_call' | 'conference'
  readonly text: string | null
  readonly info: string | null
}

/** All that a mail about a meeting says, to one person. Kept as JSON until it is sent. */
export interface MeetingMailData {
  readonly kind: MeetingChangeKind
  readonly to: RecipientRole
  readonly name: string
  readonly locale: string
  readonly zone: string
  readonly notation: Notation | null
  readonly event: string
  readonly span: MailSpan
  /** When it was to be, before it was moved. */
  readonly before: MailSpan | null
  readonly place: MailPlace | null
  readonly hosts: readonly NamedAddress[]
  /** Null when it is about all of them at once. */
  readonly invitee: (NamedAddress & { readonly id: string }) | null
  readonly guests: readonly string[]
  readonly answers: readonly { readonly question: string; readonly answer: string }[]
  readonly seats: { readonly taken: number; readonly limit: number } | null
  readonly canceledBy: string | null
  readonly reason: string | null
  readonly calendar: CalendarReference | null
}

/** Where the meeting stands in a calendar. */
export interface CalendarReference {
  readonly uid: string
  readonly sequence: number
  readonly method: 'REQUEST' | 'CANCEL'
  readonly organizer: NamedAddress
}

/** Mail that has nothing to do with a meeting. No link is in it: it is made from the id when the mail is sent. */
export type AccountMailData =
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

export type MailData = MeetingMailData | AccountMailData

export const isMeetingMail = (mail: MailData): mail is MeetingMailData => 'calendar' in mail

/** A mail as it is sent. */
export interface RenderedMail {
  readonly subject: string
  readonly text: string
  /** What stands in the body of the page. */
  readonly html: string
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string }
  /** The Message-ID that mail programs group the messages of one meeting by. */
  readonly thread?: string
  readonly replyTo?: NamedAddress
  /** Where whoever gets it can say that they want no more of its kind. */
  readonly unsubscribe?: string
}
