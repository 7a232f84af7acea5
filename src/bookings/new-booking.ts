import type { Actor, Fact } from '#activity/index.ts'
import type { Plan } from './booking.ts'
import { asInvitee, localeSeen, type NewInvitee } from './invitee.ts'
import type { Addressing } from './invitee-token.ts'
import { toInviteeRecord, toScheduledEventResource, withOwnAddresses } from './resources.ts'
import { asToldOf, type ScheduledEvent } from './scheduled-event.ts'

/** A booking that is about to be written: what is told of it, and what is answered. Both show the invitee, who is drawn up once. */
export const newBooking = (
  plan: Plan,
  invitee: NewInvitee,
  { organizationId, links, codes, actor }: Addressing & { readonly organizationId: string; readonly actor: Actor },
  now: Date,
) => {
  const booked = asInvitee(organizationId, plan.meeting.scheduledEventId, invitee, now)
  const recorded = toInviteeRecord(links, booked)
  const tell = (scheduledEvent: ScheduledEvent): Fact => ({
    name: 'invitee.created',
    organizationId,
    actor,
    subject: { invitee: recorded, scheduled_event: toScheduledEventResource(links, asToldOf(scheduledEvent, invitee)), ...localeSeen(invitee) },
    person: invitee.person,
    occurredAt: now,
  })
  return { resource: withOwnAddresses({ links, codes }, recorded, booked), plan, invitee, tell }
}
