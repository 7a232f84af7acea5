import { randomUUID } from 'node:crypto'
import { type Actor, actorOf, type Fact } from '#activity/index.ts'
import type { Persons } from '#contract/persons.ts'
import type { Principal } from '#contract/principal.ts'
import type { LockedBookable } from '#event-types/index.ts'
import { type Plan, planBooking, type Wish } from './booking.ts'
import type { Cancellation } from './cancellation.ts'
import { asInvitee, type Invitee, type InviteeDetails, localeSeen, type NewInvitee, schedulingMethodOf } from './invitee.ts'
import type { Addressing } from './invitee-token.ts'
import { toInviteeRecord, type toInviteeResource, toScheduledEventResource, withOwnAddresses } from './resources.ts'
import { asToldOf, type ScheduledEvent } from './scheduled-event.ts'

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

/** What an invitee who moves leaves behind. */
export interface Departure {
  readonly old: Invitee
  /** The meeting without them. */
  readonly left: ScheduledEvent
  readonly cancellation: Cancellation
}

/** An attempt to book: what is offered to the caller, what they want, and for whom. */
export interface Attempt {
  readonly bookable: LockedBookable
  readonly wish: Wish
  readonly inviteeId: string
  readonly details: InviteeDetails
  readonly by: Booker
  /** The link they came by. */
  readonly linkId: string | null
  /** Undefined for a new booking. */
  readonly departure?: Departure
}

/** A booking that is ready to be written. */
export interface Draft {
  readonly plan: Plan
  readonly invitee: NewInvitee
  readonly resource: ReturnType<typeof toInviteeResource>
  /** A link is spent by a booking, not by a move. */
  readonly spendsLink: boolean
  /** The fact to record; who joins a meeting learns its state only by writing. */
  readonly factAbout: (scheduledEvent: ScheduledEvent) => Fact
}

/** The decision of every booking and move. Undefined when the time is taken or not offered. */
export const draftBooking = (
  { bookable, wish, inviteeId, details, by, linkId, departure }: Attempt,
  { links, codes, persons }: Addressing & { readonly persons: Persons },
  now: Date,
): Draft | undefined => {
  const { organizationId } = bookable.eventType
  const plan = planBooking(bookable, wish, now, randomUUID())
  if (!plan) return undefined

  const { actor, ...scheduling } = by
  const person = persons.of(organizationId, details.email)
  const invitee = { ...details, id: inviteeId, person, old: departure?.old ?? null, linkId, ...scheduling }
  const booked = asInvitee(organizationId, plan.meeting.scheduledEventId, invitee, now)
  const recorded = toInviteeRecord(links, booked)
  const factAbout = (scheduledEvent: ScheduledEvent): Fact => ({
    name: departure ? 'invitee.rescheduled' : 'invitee.created',
    organizationId,
    actor,
    subject: {
      invitee: recorded,
      scheduled_event: toScheduledEventResource(links, asToldOf(scheduledEvent, invitee)),
      ...(departure ? departed(links, departure, booked, now) : {}),
      ...localeSeen(invitee),
    },
    person,
    occurredAt: now,
  })
  return { plan, invitee, resource: withOwnAddresses({ links, codes }, recorded, booked), spendsLink: linkId !== null && !departure, factAbout }
}

const departed = (links: Addressing['links'], { old, left, cancellation }: Departure, { id, scheduledEventId }: Invitee, now: Date) => ({
  old_invitee: toInviteeRecord(links, { ...old, status: 'canceled', new: { id, scheduledEventId }, cancellation, updatedAt: now }),
  old_scheduled_event: toScheduledEventResource(links, asToldOf(left, old)),
})
