import type { Actor, Fact, FactName } from '#activity/index.ts'
import type { Persons } from '#contract/persons.ts'
import { type Links, uriOf } from '#contract/wire.ts'
import type { WaitingListEntry } from './waiting-list.ts'

/** What somebody who waits did, or a member did with their entry. */
export const entryFact = (
  name: Extract<FactName, `waiting_list_entry.${string}`>,
  { links, persons, now }: { links: Links; persons: Persons; now: Date },
  {
    organizationId,
    id,
    eventTypeId,
    email,
    ...entry
  }: Pick<WaitingListEntry, 'organizationId' | 'id' | 'eventTypeId' | 'email' | 'name'> & {
    readonly booking?: WaitingListEntry['booking']
    readonly event?: string
  },
  actor: Actor = { type: 'invitee' },
): Fact => ({
  name,
  organizationId,
  actor,
  subject: {
    waiting_list_entry: { id, name: entry.name, email },
    // The name of the event type, for the mail.
    ...(entry.event === undefined ? {} : { event: entry.event }),
    event_type: uriOf(links, 'event_types', eventTypeId),
    locale: entry.booking?.locale ?? null,
  },
  person: persons.of(organizationId, email),
  occurredAt: now,
})
