import { z } from 'zod'
import { existing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { withAddresses } from '../address.ts'
import { DeliveryResource, toDeliveryResource } from '../resources.ts'
import { findDelivery } from '../store/deliveries.ts'
import { loadManaged } from '../store/managed.ts'

export const getWebhookDelivery = read({
  name: 'get_webhook_delivery',
  summary: 'Get a message of the last 30 days with its body, and what became of it',
  scopes: ['webhooks:read'],
  input: z.object({ uuid: pathId }),
  output: DeliveryResource.extend({
    body: z.string().nullable().meta({ description: 'Null when it was about an erased person' }),
  }),

  async run({ reader, principal, links, codes }, { uuid }) {
    const { organizationId } = principal
    const { body, ...delivery } = existing(await findDelivery(reader, organizationId, uuid))
    await loadManaged(reader, principal, delivery.subscriptionId)
    return { ...toDeliveryResource(delivery), body: body && withAddresses(body, organizationId, { links, codes }) }
  },
})
