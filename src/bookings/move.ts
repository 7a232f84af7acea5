import type { EventType } from '#event-types/index.ts'
import type { BookingRefusal } from './outcome.ts'
import { isOver, type OwnBooking } from './own-booking.ts'
import { asSent, needsInviteeInput, type SentLocation } from './place.ts'
import type { ScheduledEvent } from './scheduled-event.ts'

/** Why this booking cannot be moved there; undefined when it can. A host may also move a meeting that is over. */
export const whyNotMoved = (
  { invitee, scheduledEvent }: OwnBooking,
  startsAt: Date,
  isOwn: boolean,
  now: Date,
): BookingRefusal | undefined => {
  if (invitee.status === 'canceled') return { kind: 'closed', reason: 'canceled' }
  if (isOwn && isOver({ scheduledEvent }, now)) return { kind: 'closed', reason: 'over' }
  return startsAt.getTime() === scheduledEvent.startsAt.getTime() ? { kind: 'same_time' } : undefined
}

/** A move keeps the location; but a round robin uses its first one, unless the invitee must provide it. */
export const locationKept = (
  { pooling, locations }: EventType,
  { place }: ScheduledEvent,
): SentLocation | undefined => {
  const [first] = locations ?? []
  return pooling !== 'round_robin' || (first && needsInviteeInput(first)) ? asSent(place) : undefined
}
