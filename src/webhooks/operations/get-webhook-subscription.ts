import { z } from 'zod'
import { read } from '#contract/operation.ts'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { SubscriptionResource, toSubscriptionResource } from '../resources.ts'
import { findSubscriptionSeenBy } from '../store/subscriptions.ts'
import { mayManage } from '../subscription.ts'

export const getWebhookSubscription = read({
  name: 'get_webhook_subscription',
  summary: 'Get a webhook subscription',
  description: 'For whoever may create one like it.',
  scopes: ['webhooks:read'],
  input: z.object({ uuid: pathId }),
  output: SubscriptionResource,

  async run({ reader, principal, links }, { uuid }) {
    const { subscription, access } = existing(await findSubscriptionSeenBy(reader, principal.organizationId, uuid, principal.membershipId))
    if (!mayManage(principal, subscription.target.scope, access)) throw refuse('You do not have permission to access this resource.')
    return toSubscriptionResource(links, subscription)
  },
})
