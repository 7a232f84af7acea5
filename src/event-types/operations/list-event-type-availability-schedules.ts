import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { missing } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { EventTypeScheduleResource, toEventTypeScheduleResource } from '../resources.ts'
import { findEventType } from '../store/event-types.ts'
import { listHostsPage } from '../store/hosts.ts'

export const listEventTypeAvailabilitySchedules = list({
  name: 'list_event_type_availability_schedules',
  summary: 'List the hours of an event type, one schedule per host',
  scopes: ['availability:read'],
  sorting: { fields: [], default: 'created_at:asc' },
  input: z.object({ event_type: referenceTo('event_types') }),
  output: EventTypeScheduleResource,

  async run({ reader, principal, links, page }, { event_type: eventTypeId }) {
    const hosts = await listHostsPage(reader, principal.organizationId, eventTypeId, page)
    if (hosts.items.length === 0 && !(await findEventType(reader, principal.organizationId, eventTypeId)))
      throw missing()
    return mapPage(hosts, (host) => toEventTypeScheduleResource(links, eventTypeId, host))
  },
})
