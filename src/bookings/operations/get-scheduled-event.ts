import { z } from 'zod'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { ScheduledEventResource, toScheduledEventResource } from '../resources.ts'
import { mayView } from '../rights.ts'
import { findScheduledEvent } from '../store/scheduled-events.ts'

export const getScheduledEvent = read({
  name: 'get_scheduled_event',
  summary: 'Get a scheduled event',
  description: 'For its hosts, admins of their groups, owners, and admins.',
  scopes: ['scheduled_events:read'],
  input: z.object({ uuid: pathId }),
  output: ScheduledEventResource,

  async run({ reader, principal, links }, { uuid }) {
    const seen = existing(await findScheduledEvent(reader, principal.organizationId, uuid, principal.membershipId))
    if (!mayView(principal, seen)) throw refuse('may_not_view')
    return toScheduledEventResource(links, seen.scheduledEvent)
  },
})
