import type { Money } from '#contract/money.ts'
import type { Principal } from '#contract/principal.ts'
import type { Locale } from '#event-types/index.ts'
import type { Cancellation } from './cancellation.ts'
import type { Tracking } from './tracking.ts'

/** An answer to a question of the event type. */
export interface QuestionAnswer {
  readonly question: string
  readonly answer: string
  readonly position: number
}

export interface InviteeName {
  readonly name: string
  readonly firstName: string | null
  readonly lastName: string | null
}

/** The language of the page on which they booked, and how it wrote times; null when they booked without one. */
export interface LanguagePreferences {
  readonly locale: Locale | null
  readonly timeNotation: '12h' | '24h' | null
}

/** What they paid for the booking. Nobody is booked unpaid. */
export interface InviteePayment extends Money {
  readonly provider: string
  /** How the provider calls it. */
  readonly externalId: string
  readonly terms: string | null
}

/** What is known about an invitee; a move keeps it. */
export interface InviteeDetails extends InviteeName, LanguagePreferences {
  readonly email: string
  readonly timezone: string
  readonly textReminderNumber: string | null
  readonly answers: readonly QuestionAnswer[]
  readonly tracking: Tracking
  readonly guests: readonly string[]
  /** Their submission of the routing form that led to the booking. */
  readonly routingFormSubmissionId: string | null
  readonly payment: InviteePayment | null
}

/** Identifies an invitee: by the scheduled event and their own id. */
export interface InviteeReference {
  readonly id: string
  readonly scheduledEventId: string
}

/** A person who booked a meeting. */
export interface Invitee extends InviteeDetails, InviteeReference {
  readonly organizationId: string
  readonly status: 'active' | 'canceled'
  /** The bookings before and after a move. */
  readonly old: InviteeReference | null
  readonly new: InviteeReference | null
  readonly linkId: string | null
  readonly schedulingMethod: 'api' | 'instant_book' | null
  /** The user who booked on the invitee's behalf. */
  readonly scheduledByUserId: string | null
  readonly noShow: { readonly id: string; readonly at: Date } | null
  readonly cancellation: Cancellation | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** An invitee who is not stored yet. */
export interface NewInvitee extends InviteeDetails {
  readonly id: string
  readonly person: Buffer
  readonly old: Invitee['old']
  readonly linkId: string | null
  readonly schedulingMethod: Invitee['schedulingMethod']
  readonly scheduledBy: { readonly membershipId: string; readonly userId: string } | null
}

/** `api` for a client with a token; `instant_book` for a host who is signed in or at the command line. */
export const schedulingMethodOf = ({ via }: Pick<Principal, 'via'>): 'api' | 'instant_book' =>
  via.kind === 'token' ? 'api' : 'instant_book'

/** For the fact: mails are written as the booking page was. */
export const recordedPreferences = ({
  locale,
  timeNotation,
}: LanguagePreferences): { locale?: Locale; time_notation?: '12h' | '24h' } => ({
  ...(locale === null ? {} : { locale }),
  ...(timeNotation === null ? {} : { time_notation: timeNotation }),
})

/** A new invitee as a later read returns it. */
export const asInvitee = (
  organizationId: string,
  scheduledEventId: string,
  invitee: NewInvitee,
  now: Date,
): Invitee => ({
  ...invitee,
  organizationId,
  scheduledEventId,
  status: 'active',
  new: null,
  scheduledByUserId: invitee.scheduledBy?.userId ?? null,
  noShow: null,
  cancellation: null,
  createdAt: now,
  updatedAt: now,
})

/** What a move keeps. */
export const detailsOf = (invitee: Invitee): InviteeDetails => {
  const {
    id,
    scheduledEventId,
    organizationId,
    status,
    old,
    new: _,
    linkId,
    schedulingMethod,
    scheduledByUserId,
    ...rest
  } = invitee
  const { noShow, cancellation, createdAt, updatedAt, ...details } = rest
  return details
}

interface SentName {
  readonly name?: string | undefined
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
}

/** A full name, or a first and a last one. Undefined when there is none. */
export const nameFrom = ({ name, first_name, last_name }: SentName): InviteeName | undefined => {
  if (first_name !== undefined) {
    const joined = last_name === undefined ? first_name : `${first_name} ${last_name}`
    return { name: name ?? joined, firstName: first_name, lastName: last_name ?? null }
  }
  return name === undefined ? undefined : { name, firstName: null, lastName: last_name ?? null }
}

/** Without duplicates (case-insensitive) and without the invitee. */
export const guestsFrom = (emails: readonly string[], inviteeEmail: string): string[] => {
  const seen = new Set([inviteeEmail.toLowerCase()])
  return emails.filter((email) => {
    const isNew = !seen.has(email.toLowerCase())
    seen.add(email.toLowerCase())
    return isNew
  })
}
