import type { Actor, Fact } from '#activity/index.ts'
import type { Links } from '#contract/wire.ts'
import type { Plan } from './booking.ts'
import { asInvitee, type NewInvitee } from './invitee.ts'
import { toInviteeResource, toScheduledEventResource } from './resources.ts'
import { asToldOf, type ScheduledEvent } from './scheduled-event.ts'

/** A booking that is about to be written: what is told of it, and what is answered. Both show the invitee, who is drawn up once. */
export const newBooking = (
  plan: Plan,
  invitee: NewInvitee,
  { organizationId, links, actor }: { readonly organizationId: string; readonly links: Links; readonly actor: Actor },
  now: Date,
) => {
  const resource = toInviteeResource(links, asInvitee(organizationId, plan.meeting.scheduledEventId, invitee, now))
  const tell = (scheduledEvent: ScheduledEvent): Fact => ({
    name: 'invitee.created',
    organizationId,
    actor,
    subject: { invitee: resource, scheduled_event: toScheduledEventResource(links, asToldOf(scheduledEvent, invitee)) },
    person: invitee.person,
    occurredAt: now,
  })
  return { resource, plan, invitee, tell }
}
