import { z } from 'zod'
import { list } from '#contract/operation.ts'
import { mapPage } from '#contract/page.ts'
import { instant, referenceTo } from '#contract/wire.ts'
import { findEventTypes } from '#event-types/index.ts'
import { ScheduledEventResource, toScheduledEventResource } from '../resources.ts'
import { listScheduledEvents } from '../store/event-pages.ts'
import { findInviteeNames } from '../store/invitees.ts'
import { whoseEvents } from '../workflow/whose-events.ts'

const MeetingResource = z.object({
  scheduled_event: ScheduledEventResource,
  color: z.string().meta({ description: 'Of its event type' }),
  invitees: z.array(z.object({ uuid: z.string(), name: z.string(), email: z.string(), status: z.enum(['active', 'canceled']) })),
})

/** For people, who look for a meeting by whom it is with. */
export const listMeetings = list({
  name: 'list_meetings',
  summary: 'List scheduled events with the names of their invitees, and search them',
  description: 'Without `user`: the whole organization for an owner or admin, the own meetings for others.',
  scopes: ['scheduled_events:read'],
  sorting: { fields: ['start_time'], default: 'start_time:asc' },
  input: z.object({
    user: referenceTo('users').optional(),
    status: z.enum(['active', 'canceled']).optional(),
    min_start_time: instant.optional(),
    max_start_time: instant.optional(),
    search: z.string().trim().max(200).optional(),
  }),
  output: MeetingResource,

  async run({ reader, principal, links, page }, { user: userId, status, min_start_time: from, max_start_time: to, search }) {
    const { organizationId } = principal
    const membershipId = await whoseEvents(reader, principal, { userId })
    const events = await listScheduledEvents(reader, organizationId, { membershipId, status, from, to, search: search || undefined }, page)
    const [ids, typeIds] = [events.items.map(({ id }) => id), [...new Set(events.items.map(({ eventTypeId }) => eventTypeId))]]
    const [names, types] = await Promise.all([findInviteeNames(reader, organizationId, ids), findEventTypes(reader, organizationId, typeIds)])
    const colors = new Map(types.map(({ id, color }) => [id, color]))
    return mapPage(events, (scheduledEvent) => ({
      scheduled_event: toScheduledEventResource(links, scheduledEvent),
      color: colors.get(scheduledEvent.eventTypeId) ?? '',
      invitees: names
        .filter(({ scheduledEventId }) => scheduledEventId === scheduledEvent.id)
        .map(({ id, name, email, status: own }) => ({ uuid: id, name, email, status: own })),
    }))
  },
})
