import type { Money } from '#contract/money.ts'
import type { MessageTrigger } from '#messages/index.ts'
import type { Notation } from '../../languages/language.ts'
import type { EntryChange } from '../../languages/mail-texts.ts'

/** What a mail about a meeting reports. */
export const meetingChangeKinds = ['booked', 'moved', 'canceled', 'reminder'] as const
export type MeetingChangeKind = (typeof meetingChangeKinds)[number]

export type RecipientRole = 'invitee' | 'guest' | 'host'

/** A span of time as a mail stores it: milliseconds since 1970. */
export interface MailSpan {
  readonly startsAt: number
  readonly endsAt: number
}

export interface NamedAddress {
  readonly name: string
  readonly email: string
}

/** Where the meeting takes place, and the details that are known. */
export interface MailLocation {
  readonly kind: 'text' | 'they_call' | 'you_call' | 'conference'
  readonly text: string | null
  readonly info: string | null
  /** A conference whose link is on its way. */
  readonly isComing?: boolean | undefined
}

/** The content of a mail about a meeting, to one recipient. Stored as JSON until it is sent. */
export interface MeetingMailData {
  readonly kind: MeetingChangeKind
  /** What is new about a meeting that they know of: its link. */
  readonly news?: 'link' | undefined
  readonly to: RecipientRole
  readonly name: string
  readonly locale: string
  readonly zone: string
  readonly notation: Notation | null
  /** The other side of the meeting, who may read the time in another zone. */
  readonly other?: { readonly name: string; readonly zone: string } | undefined
  readonly event: string
  readonly span: MailSpan
  /** The old time, when it was moved. */
  readonly before: MailSpan | null
  /** Stored mails have it under this name. */
  readonly place: MailLocation | null
  readonly hosts: readonly NamedAddress[]
  /** Null when it is about all invitees at once. */
  readonly invitee: (NamedAddress & { readonly id: string }) | null
  readonly guests: readonly string[]
  readonly answers: readonly { readonly question: string; readonly answer: string }[]
  readonly seats: { readonly taken: number; readonly limit: number } | null
  /** Who canceled or moved it. */
  readonly canceledBy: string | null
  readonly reason: string | null
  readonly paid?: Money | undefined
  /** The path of the page where the invitee of a canceled meeting can book another time. */
  readonly bookAgainPath?: string | null | undefined
  readonly calendar: CalendarReference | null
}

/** The calendar entry of the meeting. */
export interface CalendarReference {
  readonly uid: string
  readonly sequence: number
  readonly method: 'REQUEST' | 'CANCEL'
  readonly organizer: NamedAddress
}

/** Mail that is not about a meeting. It stores no link: that is made from the id when the mail is sent. */
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
      /** Where it is their first password: whose account it is. */
      readonly organization?: string | undefined
      readonly name: string
      readonly locale: string
      readonly zone: string
      readonly notation: Notation
    }
  | {
      readonly kind: 'webhook_disabled'
      readonly url: string
      /** When its creator lost access: why, and their name. */
      readonly reason?: 'creator_left' | 'creator_demoted' | undefined
      readonly creator?: string | undefined
      readonly name: string
      readonly locale: string
    }
  | {
      readonly kind: 'calendar_lost'
      readonly account: string
      readonly cause: CalendarLossCause
      /** Bookings are still accepted. */
      readonly staysOpen?: boolean | undefined
      readonly name: string
      readonly locale: string
    }
  | {
      readonly kind: 'calendar_changed'
      readonly entryId: string
      /** Of the meeting. */
      readonly meeting: string
      readonly startsAt: number
      readonly change?: EntryChange
      /** When it begins now, or ends where only that has changed. */
      readonly movedTo: number | null
      readonly name: string
      readonly locale: string
      readonly zone: string
      readonly notation: Notation
    }
  | {
      readonly kind: 'account_lost'
      readonly account: string
      /** Of the organization. */
      readonly isShared: boolean
      readonly name: string
      readonly locale: string
    }
  /** The account can be opened with an identity provider, too. */
  | {
      readonly kind: 'sign_in_linked'
      readonly issuer: string
      readonly name: string
      readonly locale: string
    }
  /** Whoever found no time confirms that they wait for one. */
  | {
      readonly kind: 'waiting_list'
      readonly organizationId: string
      readonly entryId: string
      /** Of the event type. */
      readonly event: string
      readonly name: string
      readonly locale: string
    }
  | {
      readonly kind: 'link_missing'
      readonly organizationId: string
      readonly conferenceId: string
      readonly membershipId: string
      readonly toldAt: number
      /** Of the meeting. */
      readonly meeting: string
      readonly startsAt: number
      readonly fault: string | null
      /** Otherwise it is still tried. */
      readonly hasFailed: boolean
      readonly name: string
      readonly locale: string
      readonly zone: string
      readonly notation: Notation
    }

/** Why a calendar can no longer be read. */
export type CalendarLossCause = 'credentials' | 'gone' | 'silent' | 'removed'

/** The content of a mail about a booking request, to one recipient. It stores no link and no code. */
export interface RequestMailData {
  readonly kind: 'booking_request'
  readonly news:
    | 'code'
    | 'offer'
    | 'not_taken'
    | 'sent'
    | 'to_decide'
    | 'reminder'
    | 'declined'
    | 'to_pay'
    | 'unpaid'
    | 'returned'
    | 'paid_twice'
    | 'expired'
    | 'expired_for_host'
    | 'unpaid_for_host'
    | 'withdrawn'
  readonly requestId: string
  /** Of whoever waits, if it is offered from a waiting list. */
  readonly waitingListEntryId?: string | undefined
  /** Of a host who can decide. */
  readonly membershipId?: string
  readonly name: string
  readonly locale: string
  readonly zone: string
  readonly notation: Notation | null
  readonly event: string
  readonly span: MailSpan
  /** When it expires. */
  readonly until: number
  readonly hosts: readonly NamedAddress[]
  readonly invitee: NamedAddress
  readonly answers: readonly { readonly question: string; readonly answer: string }[]
  readonly reason: string | null
  readonly bookAgainPath: string | null
  /** What was paid, and is given back. */
  readonly paid?: Money
}

/** A message in the words of a host, to one recipient, with what its variables stand for. */
export interface MessageMailData {
  readonly kind: 'message'
  readonly trigger: MessageTrigger
  readonly name: string
  readonly locale: string
  /** As the rule had them when the message was due. */
  readonly subject: string
  readonly body: string
  /** The language they were written in. */
  readonly language: string
  /** Whom and what it is about, without a calendar entry. */
  readonly meeting: MeetingMailData
  readonly firstName: string | null
  /** In the order of the questions. */
  readonly answersInOrder: readonly string[]
  /** The Message-ID that the mails about the meeting are grouped by. */
  readonly thread: string | null
}

export type MailData = MeetingMailData | AccountMailData | RequestMailData | MessageMailData

export const isMeetingMail = (mail: MailData): mail is MeetingMailData => 'calendar' in mail

/** The meeting that a mail is about, if it is about one. */
export const meetingIn = (mail: MailData): MeetingMailData | undefined =>
  isMeetingMail(mail) ? mail : mail.kind === 'message' ? mail.meeting : undefined

/** A mail as it is sent. */
export interface RenderedMail {
  readonly subject: string
  readonly text: string
  /** What mail programs show beside the subject. */
  readonly preheader: string
  /** The contents of the HTML body. */
  readonly html: string
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string }
  /** The Message-ID that mail programs group the messages of one meeting by. */
  readonly thread?: string
  readonly replyTo?: NamedAddress
  /** The name before our sending address, where it is not that of the service. */
  readonly senderName?: string | undefined
  /** The URL at which the recipient can stop mails of this kind. */
  readonly unsubscribe?: string
}
