import { z } from 'zod'
import { findScheduledEvent } from '#bookings/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { pathId, uriOf } from '#contract/wire.ts'
import { collection } from '#execution/operation.ts'
import { DeliveryResource, toDeliveryResource } from '../resources.ts'
import { listDeliveriesAboutMeeting } from '../store/deliveries.ts'

export const listMeetingDeliveries = collection({
  name: 'list_meeting_deliveries',
  summary: 'List the webhook messages about a scheduled event, and what became of each',
  description: 'For owners and admins. Those of the last 30 days, at most 200.',
  scopes: ['webhooks:read'],
  input: z.object({ uuid: pathId }),
  output: DeliveryResource,

  async run({ reader, principal, links }, { uuid }) {
    if (!isAdmin(principal)) throw refuse('no_access')
    existing(await findScheduledEvent(reader, principal.organizationId, uuid, principal.membershipId))
    const deliveries = await listDeliveriesAboutMeeting(reader, principal.organizationId, {
      id: uuid,
      uri: uriOf(links, 'scheduled_events', uuid),
    })
    return deliveries.map(toDeliveryResource)
  },
})
