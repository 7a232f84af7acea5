import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { missing } from '#contract/problem.ts'
import { email, instant, referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { ScheduledEventResource, toScheduledEventResource } from '../resources.ts'
import { listScheduledEvents as listEventRows } from '../store/event-pages.ts'
import { checkGroupOf, whoseEvents } from '../workflow/whose-events.ts'

export const listScheduledEvents = list({
  name: 'list_scheduled_events',
  summary: 'List scheduled events',
  description:
    'With `user`: the events that user hosts; only owners and admins can name another user. With `group`: the events its members host, for admins of the group, owners, and admins. Without either: all events for owners and admins, your own otherwise. `organization` is optional. The time range includes both ends.',
  scopes: ['scheduled_events:read'],
  sorting: { fields: ['start_time'], default: 'created_at:asc' },
  input: z.object({
    user: referenceTo('users').optional(),
    organization: referenceTo('organizations').optional(),
    group: referenceTo('groups').optional(),
    invitee_email: email.optional(),
    status: z.enum(['active', 'canceled']).optional(),
    min_start_time: instant.optional(),
    max_start_time: instant.optional(),
  }),
  output: ScheduledEventResource,

  async run(
    { reader, principal, links, persons, page },
    {
      user: userId,
      organization: organizationId,
      group: groupId,
      invitee_email: inviteeEmail,
      status,
      min_start_time: from,
      max_start_time: to,
    },
  ) {
    if (organizationId !== undefined && organizationId !== principal.organizationId) throw missing()
    if (groupId !== undefined) await checkGroupOf(reader, principal, groupId)
    const membershipId = await whoseEvents(reader, principal, {
      userId,
      namesOrganization: organizationId !== undefined,
      namesGroup: groupId !== undefined,
    })
    const person = inviteeEmail === undefined ? undefined : persons.of(principal.organizationId, inviteeEmail)
    const events = await listEventRows(
      reader,
      principal.organizationId,
      { membershipId, groupId, person, status, from, to },
      page,
    )
    return mapPage(events, (scheduledEvent) => toScheduledEventResource(links, scheduledEvent))
  },
})
