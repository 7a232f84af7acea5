import type { Actor, Fact } from '#activity/index.ts'
import type { Bookable, EventType, Locale } from '#event-types/index.ts'
import { movable, type Plan, planBooking } from './booking.ts'
import type { Cancellation } from './cancellation.ts'
import { asInvitee, detailsOf, type Invitee, localeSeen, type NewInvitee } from './invitee.ts'
import type { Addressing } from './invitee-token.ts'
import { asSent, needsInvitee, type SentLocation } from './place.ts'
import { toInviteeRecord, type toInviteeResource, toScheduledEventResource, withOwnAddresses } from './resources.ts'
import { asToldOf, type ScheduledEvent } from './scheduled-event.ts'

/** Somebody who is about to meet at another time. */
export interface Move {
  readonly old: Invitee
  /** The meeting they leave: before, */
  readonly before: ScheduledEvent
  /** and without them. */
  readonly left: ScheduledEvent
  readonly cancellation: Cancellation
  /** What can be booked, with nothing in the way that they leave. */
  readonly offered: Pick<Bookable, 'eventType' | 'hosts' | 'isTaken' | 'taken'>
  readonly startsAt: Date
  /** As before, unless another one was sent. */
  readonly location?: SentLocation | undefined
  readonly timezone?: string | undefined
  readonly locale?: Locale | null
  readonly person: Buffer
  readonly by: Pick<NewInvitee, 'schedulingMethod' | 'scheduledBy'> & { readonly actor: Actor }
}

/** The booking at the other time: what they said comes along, and so do the hosts, if they can. */
export const planMove = (
  { old, before, left, cancellation, offered, startsAt, location, timezone, locale, person, by }: Move,
  { newId, newEventId }: { readonly newId: string; readonly newEventId: string },
  { links, codes }: Addressing,
  now: Date,
): { plan: Plan; invitee: NewInvitee; resource: ReturnType<typeof toInviteeResource>; tell: (scheduledEvent: ScheduledEvent) => Fact } => {
  const { organizationId, linkId } = old
  const eventType = movable(offered.eventType, before)
  const sent = location ?? placeKept(eventType, before)
  const preferring = new Set(before.hosts.map((host) => host.membershipId))
  const plan = planBooking({ ...offered, eventType }, { startsAt, location: sent, preferring }, now, newEventId)

  const { actor, ...scheduling } = by
  const invitee = { ...detailsOf(old), timezone: timezone ?? old.timezone, locale: locale ?? old.locale, id: newId, person, old, linkId, ...scheduling }
  const { scheduledEventId } = plan.meeting
  const booked = asInvitee(organizationId, scheduledEventId, invitee, now)
  const recorded = toInviteeRecord(links, booked)
  const moved = { ...old, status: 'canceled' as const, new: { id: newId, scheduledEventId }, cancellation, updatedAt: now }
  const tell = (scheduledEvent: ScheduledEvent): Fact => ({
    name: 'invitee.rescheduled',
    organizationId,
    actor,
    subject: {
      invitee: recorded,
      scheduled_event: toScheduledEventResource(links, asToldOf(scheduledEvent, invitee)),
      old_invitee: toInviteeRecord(links, moved),
      old_scheduled_event: toScheduledEventResource(links, asToldOf(left, old)),
      ...localeSeen(invitee),
    },
    person,
    occurredAt: now,
  })
  return { plan, invitee, resource: withOwnAddresses({ links, codes }, recorded, booked), tell }
}

/** The hosts of a round robin meet where they always do; what the invitee said about it comes along. */
const placeKept = ({ pooling, locations }: EventType, { place }: ScheduledEvent): SentLocation | undefined => {
  const [first] = locations ?? []
  return pooling !== 'round_robin' || (first && needsInvitee(first)) ? asSent(place) : undefined
}
