import type { Principal } from '#contract/principal.ts'
import type { Locale } from '#event-types/index.ts'
import type { Cancellation } from './cancellation.ts'
import type { Tracking } from './tracking.ts'

/** An answer to a question of the event type. */
export interface Answer {
  readonly question: string
  readonly answer: string
  readonly position: number
}

export interface InviteeName {
  readonly name: string
  readonly firstName: string | null
  readonly lastName: string | null
}

/** What is known of somebody who books: it goes with them when the meeting is moved. */
export interface InviteeDetails extends InviteeName {
  readonly email: string
  readonly timezone: string
  /** The language of the page on which they booked; null when they booked without one. */
  readonly locale: Locale | null
  readonly textReminderNumber: string | null
  readonly answers: readonly Answer[]
  readonly tracking: Tracking
  readonly guests: readonly string[]
  /** What they answered to a form that led them here. */
  readonly routingFormSubmissionId: string | null
}

/** An invitee's address: they are known by their event and their own id. */
export interface InviteeReference {
  readonly id: string
  readonly scheduledEventId: string
}

/** Somebody who booked a meeting. */
export interface Invitee extends InviteeDetails, InviteeReference {
  readonly organizationId: string
  readonly status: 'active' | 'canceled'
  /** Of the meeting they moved away from, and of the one they moved to. */
  readonly old: InviteeReference | null
  readonly new: InviteeReference | null
  readonly linkId: string | null
  readonly schedulingMethod: 'api' | 'instant_book' | null
  /** The user who booked for them. */
  readonly scheduledByUserId: string | null
  readonly noShow: { readonly id: string; readonly at: Date } | null
  readonly cancellation: Cancellation | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** An invitee who is about to be. */
export interface NewInvitee extends InviteeDetails {
  readonly id: string
  readonly person: Buffer
  readonly old: Invitee['old']
  readonly linkId: string | null
  readonly schedulingMethod: Invitee['schedulingMethod']
  readonly scheduledBy: { readonly membershipId: string; readonly userId: string } | null
}

/** A program books over the API with a token; a host who books for somebody is signed in, or at the command line. */
export const schedulingMethodOf = ({ via }: Pick<Principal, 'via'>): 'api' | 'instant_book' => (via.kind === 'token' ? 'api' : 'instant_book')

/** For the fact: mails are written in the language that they saw. */
export const localeSeen = ({ locale }: Pick<InviteeDetails, 'locale'>): { locale?: Locale } => (locale === null ? {} : { locale })

/** As they are read once they are written. */
export const asInvitee = (organizationId: string, scheduledEventId: string, invitee: NewInvitee, now: Date): Invitee => ({
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

/** What goes with them to another time. */
export const detailsOf = ({
  email,
  name,
  firstName,
  lastName,
  timezone,
  locale,
  textReminderNumber,
  answers,
  tracking,
  guests,
  routingFormSubmissionId,
}: Invitee): InviteeDetails => ({
  email,
  name,
  firstName,
  lastName,
  timezone,
  locale,
  textReminderNumber,
  answers,
  tracking,
  guests,
  routingFormSubmissionId,
})

interface SentName {
  readonly name?: string | undefined
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
}

/** One name, or two parts of one. Undefined when there is none. */
export const nameFrom = ({ name, first_name, last_name }: SentName): InviteeName | undefined => {
  if (first_name !== undefined) {
    const joined = last_name === undefined ? first_name : `${first_name} ${last_name}`
    return { name: name ?? joined, firstName: first_name, lastName: last_name ?? null }
  }
  return name === undefined ? undefined : { name, firstName: null, lastName: last_name ?? null }
}

/** Each once, whatever their letters are like, and never the invitee. */
export const guestsFrom = (emails: readonly string[], inviteeEmail: string): string[] => {
  const seen = new Set([inviteeEmail.toLowerCase()])
  return emails.filter((email) => {
    const isNew = !seen.has(email.toLowerCase())
    seen.add(email.toLowerCase())
    return isNew
  })
}
