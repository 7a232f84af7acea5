import { z } from 'zod'
import { outcomeFields, outcomeSchema } from '#contract/delivery-outcome.ts'
import { says } from '#contract/reasons.ts'
import { type Links, referenceTo, timestamp, uri, uriOf } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { type Delivery, deliveryStatuses } from './delivery.ts'
import { sampleMessage, subscriptionExample } from './examples.ts'
import type { Subscription } from './subscription.ts'
import { subscriptionScopes, webhookEvents } from './webhook-event.ts'

const event = z.enum(webhookEvents)
const scope = z.enum(subscriptionScopes)

export const SubscriptionResource = z
  .object({
    uri,
    callback_url: uri,
    created_at: timestamp,
    updated_at: timestamp,
    retry_started_at: timestamp
      .nullable()
      .meta({ description: 'The first failure since the last success; null if there is none' }),
    state: z.enum(['active', 'disabled']).meta({ description: '`disabled` after 24 hours of failed deliveries' }),
    events: z.array(event),
    scope,
    organization: uri,
    user: uri.nullable(),
    group: uri.nullable(),
    creator: uri.nullable(),
  })
  .meta({ id: 'WebhookSubscription', examples: [subscriptionExample] })

export const toSubscriptionResource = (
  links: Links,
  subscription: Subscription,
): z.output<typeof SubscriptionResource> => {
  const { target, retryStartedAt } = subscription
  return {
    uri: uriOf(links, 'webhook_subscriptions', subscription.id),
    callback_url: subscription.url,
    created_at: writeInstant(subscription.createdAt),
    updated_at: writeInstant(subscription.updatedAt),
    retry_started_at: retryStartedAt && writeInstant(retryStartedAt),
    state: subscription.state,
    events: [...subscription.events],
    scope: target.scope,
    organization: uriOf(links, 'organizations', subscription.organizationId),
    user: target.scope === 'user' ? uriOf(links, 'users', target.userId) : null,
    group: target.scope === 'group' ? uriOf(links, 'groups', target.groupId) : null,
    creator: uriOf(links, 'users', subscription.creatorUserId),
  }
}

/** Whose subscriptions: the fields that creating, listing and sampling share. */
export const targetFields = {
  organization: referenceTo('organizations'),
  scope,
  user: referenceTo('users').optional().meta({ description: 'Required for the scope `user`' }),
  group: referenceTo('groups').optional().meta({ description: 'Required for the scope `group`' }),
}

interface RawTarget {
  readonly organization: string
  readonly scope: z.output<typeof scope>
  readonly user?: string | undefined
  readonly group?: string | undefined
}

/** The requested target, before it is checked whether it exists. */
export type RequestedTarget = { readonly organizationId: string } & (
  | { readonly scope: 'organization' }
  | { readonly scope: 'user'; readonly userId: string }
  | { readonly scope: 'group'; readonly groupId: string }
)

/** For a schema's `transform`: the scope determines which of the other fields must be there. */
export const targetFrom = (
  { organization, scope: chosen, user, group }: RawTarget,
  context: z.core.$RefinementCtx,
): RequestedTarget => {
  const miss = (parameter: string): never => {
    context.addIssue({ code: 'custom', path: [parameter], message: says('missing') })
    return z.NEVER
  }
  switch (chosen) {
    case 'organization':
      return { organizationId: organization, scope: chosen }
    case 'user':
      return user === undefined ? miss('user') : { organizationId: organization, scope: chosen, userId: user }
    case 'group':
      return group === undefined ? miss('group') : { organizationId: organization, scope: chosen, groupId: group }
  }
}

const exampleMessage = {
  created_at: '2026-03-30T08:15:01.120000Z',
  created_by: subscriptionExample.creator,
  event: 'invitee.created',
  payload: sampleMessage(
    { api: 'https://api.example.test', site: 'https://book.example.test', linkDays: 0 },
    'invitee.created',
  ).payload,
}

/** The body of every webhook. */
export const MessageResource = z
  .object({ created_at: timestamp, created_by: uri, event, payload: z.record(z.string(), z.unknown()) })
  .meta({ id: 'WebhookMessage', examples: [exampleMessage] })

/** For operators. Of the receiver's answer only the status is shown. */
export const DeliveryResource = z.object({
  uuid: z.string(),
  subscription: z.string(),
  callback_url: uri,
  event,
  status: z.enum(deliveryStatuses),
  attempts: z.number().int(),
  ...outcomeSchema,
  attempted_at: timestamp.nullable(),
  created_at: timestamp,
})

export const toDeliveryResource = (delivery: Delivery): z.output<typeof DeliveryResource> => ({
  uuid: delivery.id,
  subscription: delivery.subscriptionId,
  callback_url: delivery.url,
  event: delivery.event,
  status: delivery.status,
  attempts: delivery.attempts,
  ...outcomeFields(delivery.outcome),
  attempted_at: delivery.attemptedAt && writeInstant(delivery.attemptedAt),
  created_at: writeInstant(delivery.createdAt),
})
