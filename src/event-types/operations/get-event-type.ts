import { z } from 'zod'
import { existing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { EventTypeResource, toEventTypeResource } from '../resources.ts'
import { findEventType } from '../store/event-types.ts'

export const getEventType = read({
  name: 'get_event_type',
  summary: 'Get an event type of your organization',
  description: 'Also returns deleted event types, with `deleted_at`.',
  scopes: ['event_types:read'],
  input: z.object({ uuid: pathId }),
  output: EventTypeResource,

  async run({ reader, principal, links, codes }, { uuid }) {
    const eventType = existing(await findEventType(reader, principal.organizationId, uuid))
    return toEventTypeResource({ links, codes }, eventType)
  },
})
