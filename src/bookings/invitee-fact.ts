import type { Actor, Fact, FactName } from '#activity/index.ts'
import type { Persons } from '#contract/persons.ts'
import type { Links } from '#contract/wire.ts'
import { type Invitee, recordedPreferences } from './invitee.ts'
import { toInviteeRecord, toScheduledEventResource } from './resources.ts'
import { asRecordedFor, type ScheduledEvent } from './scheduled-event.ts'

/** The fact about a change to an invitee: both the invitee and their meeting as they are now. */
export const inviteeFact = (
  name: FactName,
  { links, persons, actor }: { readonly links: Links; readonly persons: Persons; readonly actor: Actor },
  invitee: Invitee,
  scheduledEvent: ScheduledEvent,
): Fact => ({
  name,
  organizationId: invitee.organizationId,
  actor,
  subject: {
    invitee: toInviteeRecord(links, invitee),
    scheduled_event: toScheduledEventResource(links, asRecordedFor(scheduledEvent, invitee)),
    ...recordedPreferences(invitee),
  },
  person: persons.of(invitee.organizationId, invitee.email),
  occurredAt: invitee.updatedAt,
})
