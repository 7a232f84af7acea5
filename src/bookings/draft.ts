import { randomUUID } from 'node:crypto'
import { type Actor, actorOf, type Fact } from '#activity/index.ts'
import type { Persons } from '#contract/persons.ts'
import type { Principal } from '#contract/principal.ts'
import type { UrlContext } from '#contract/wire.ts'
import type { BookableToBook, HostsTime } from '#event-types/index.ts'
import { type BookingPlan, type MeetingRequest, planBooking, takenWith } from './booking.ts'
import type { Cancellation } from './cancellation.ts'
import {
  asInvitee,
  type Invitee,
  type InviteeDetails,
  type NewInvitee,
  recordedPreferences,
  schedulingMethodOf,
} from './invitee.ts'
import { toInviteeRecord, type toInviteeResource, toScheduledEventResource, withOwnAddresses } from './resources.ts'
import { asRecordedFor, type ScheduledEvent } from './scheduled-event.ts'

/** The caller who books or moves. */
export interface Booker extends Pick<NewInvitee, 'schedulingMethod' | 'scheduledBy'> {
  readonly actor: Actor
}

export const byInvitee: Booker = { actor: { type: 'invitee' }, schedulingMethod: null, scheduledBy: null }

export const byMember = (principal: Principal): Booker => ({
  actor: actorOf(principal),
  schedulingMethod: schedulingMethodOf(principal),
  scheduledBy: { membershipId: principal.membershipId, userId: principal.userId },
})

/** The booking that a move cancels. */
export interface PreviousBooking {
  readonly old: Invitee
  /** Its meeting without the invitee. */
  readonly scheduledEvent: ScheduledEvent
  readonly cancellation: Cancellation
}

/** An attempt to book: what is offered to the caller, what they request, and for whom. */
export interface BookingAttempt {
  readonly bookable: BookableToBook
  readonly requested: MeetingRequest
  readonly inviteeId: string
  readonly details: InviteeDetails
  readonly by: Booker
  /** The link used to book. */
  readonly linkId: string | null
  /** Undefined for a new booking. */
  readonly previous?: PreviousBooking
  /** The meeting that this one replaces: nobody is left in it. */
  readonly replaces?: Pick<ScheduledEvent, 'notesPlain' | 'notesHtml' | 'location' | 'hosts'> | undefined
}

export type MeetingNotes = Pick<ScheduledEvent, 'notesPlain' | 'notesHtml'>

/** A booking that is ready to be written. */
export interface BookingDraft {
  readonly plan: BookingPlan
  readonly invitee: NewInvitee
  readonly resource: ReturnType<typeof toInviteeResource>
  /** A link is spent by a booking, not by a move. */
  readonly spendsLink: boolean
  readonly notes: MeetingNotes | undefined
  /** What the fact about it tells besides the meeting. */
  readonly told: Omit<Fact, 'subject'> & { readonly subject: object }
}

type DraftContext = UrlContext & { readonly persons: Persons }

/**
 * Bookings for the same time: each finds what those before it will take. Undefined when one of them cannot be booked.
 */
export const draftBookings = (
  attempts: readonly BookingAttempt[],
  { taken: takenBefore, assigned }: HostsTime,
  context: DraftContext,
  now: Date,
): BookingDraft[] | undefined => {
  const drafts: BookingDraft[] = []
  let taken = takenBefore
  for (const attempt of attempts) {
    const before = drafts.at(-1)
    if (before) taken = takenWith(taken, before.plan)
    const draft = draftBooking(attempt, { taken, assigned }, context, now)
    if (!draft) return undefined
    drafts.push(draft)
  }
  return drafts
}

/** The decision of every booking and move. Undefined when the time is taken or not offered. */
const draftBooking = (
  { bookable, requested, ...attempt }: BookingAttempt,
  time: HostsTime,
  context: DraftContext,
  now: Date,
): BookingDraft | undefined => {
  const id = randomUUID()
  const meeting = {
    id,
    random: () => context.codes.shortOf('room', id),
    before: attempt.replaces?.location,
    hostBefore: attempt.replaces?.hosts[0]?.membershipId,
  }
  const plan = planBooking(bookable, time, requested, now, meeting)
  if (!plan) return undefined

  return draftPlanned(plan, attempt, context, now)
}

/** A booking whose plan is made: just now, or when it was requested. */
export const draftPlanned = (
  plan: BookingPlan,
  { inviteeId, details, by, linkId, previous, replaces }: Omit<BookingAttempt, 'bookable' | 'requested'>,
  { links, codes, persons }: DraftContext,
  now: Date,
): BookingDraft => {
  const { organizationId } = plan.eventType
  const { actor, ...scheduling } = by
  const person = persons.of(organizationId, details.email)
  const invitee = { ...details, id: inviteeId, person, old: previous?.old ?? null, linkId, ...scheduling }
  const booked = asInvitee(organizationId, plan.meeting.scheduledEventId, invitee, now)
  const recorded = toInviteeRecord(links, booked)
  const told = {
    name: previous ? ('invitee.rescheduled' as const) : ('invitee.created' as const),
    organizationId,
    actor,
    subject: {
      invitee: recorded,
      ...(previous ? previousBookingFields(links, previous, booked, now) : {}),
      ...recordedPreferences(invitee),
    },
    person,
    occurredAt: now,
  }
  const resource = withOwnAddresses({ links, codes }, recorded, booked)
  return { plan, invitee, resource, spendsLink: linkId !== null && !previous, notes: replaces, told }
}

/** The fact about a booking, with its meeting as it was written. */
export const bookingFact = (
  links: UrlContext['links'],
  { told, invitee }: BookingDraft,
  meeting: ScheduledEvent,
): Fact => ({
  ...told,
  subject: { ...told.subject, scheduled_event: toScheduledEventResource(links, asRecordedFor(meeting, invitee)) },
})

const previousBookingFields = (
  links: UrlContext['links'],
  { old, scheduledEvent, cancellation }: PreviousBooking,
  { id, scheduledEventId }: Invitee,
  now: Date,
) => ({
  old_invitee: toInviteeRecord(links, {
    ...old,
    status: 'canceled',
    new: { id, scheduledEventId },
    cancellation,
    updatedAt: now,
  }),
  old_scheduled_event: toScheduledEventResource(links, asRecordedFor(scheduledEvent, old)),
})
