import { z } from 'zod'
import { type Links, timestamp, uri, uriOf } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { waitingListEntryExample } from './examples.ts'
import { type ShownEntry, shownStates } from './waiting-list.ts'

export const WaitingListEntryResource = z
  .object({
    uri,
    state: z.enum(shownStates).meta({
      description:
        '`offered`: a time is kept for them. `booked`: they took one. `left`: they left the list, or were removed. `over`: no time became free on their days',
    }),
    name: z.string().meta({ description: 'Of the event type' }),
    event_type: uri,
    wanted_from: timestamp.meta({ description: 'The beginning of the first day on which they have time' }),
    wanted_until: timestamp.meta({ description: 'The end of the last day on which they have time' }),
    invitee: z.object({ email: z.string(), name: z.string(), timezone: z.string() }),
    booking_request: uri.nullable().meta({ description: 'What is offered to them now, or what they took' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'WaitingListEntry', examples: [waitingListEntryExample] })

export const toEntryResource = (
  links: Links,
  { id, state, eventTypeId, eventTypeName, requestId, email, name, timezone, ...entry }: ShownEntry,
): z.output<typeof WaitingListEntryResource> => ({
  uri: uriOf(links, 'waiting_list_entries', id),
  state,
  name: eventTypeName,
  event_type: uriOf(links, 'event_types', eventTypeId),
  wanted_from: writeInstant(entry.wantedFrom),
  wanted_until: writeInstant(entry.wantedUntil),
  invitee: { email, name, timezone },
  booking_request: requestId && uriOf(links, 'booking_requests', requestId),
  created_at: writeInstant(entry.createdAt),
  updated_at: writeInstant(entry.updatedAt),
})
