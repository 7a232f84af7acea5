import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { invalid, lacksScopes, Problem } from '#contract/problem.ts'
import { allows } from '#contract/scopes.ts'
import { uri } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { callbackFaultDetails } from '../callback.ts'
import { subscriptionRequestExample } from '../examples.ts'
import { alreadySubscribed } from '../problems.ts'
import { SubscriptionResource, targetFields, targetFrom, toSubscriptionResource } from '../resources.ts'
import { signingKeyContext } from '../signing-key.ts'
import { countSubscriptions, insertSubscription } from '../store/subscriptions.ts'
import { findTarget } from '../store/target.ts'
import { maxSubscriptions, type Subscription } from '../subscription.ts'
import { isAllowedFor, readScopesOf, webhookEvents } from '../webhook-event.ts'

export const createWebhookSubscription = write({
  name: 'create_webhook_subscription',
  summary: 'Create a webhook subscription',
  description:
    "The scope `organization` is for owners and admins, `user` for yourself (or for a member, as an admin), and `group` for owners, admins, and admins of the group. Besides `webhooks:write`, the token needs the read scope of the events: `scheduled_events:read` for `invitee.*` and `invitee_no_show.*`, `event_types:read`, or `routing_forms:read`. URL and events can't be changed: delete the subscription and create another one. To activate a disabled subscription, use `POST /webhook_subscriptions/{uuid}/activate`.",
  scopes: ['webhooks:write'],
  problems: [alreadySubscribed],
  fixed: ['callback_url', 'state', 'retry_started_at', 'creator'],
  input: z
    .object({
      url: uri.meta({ description: 'The https URL to send events to' }),
      events: z.array(z.enum(webhookEvents)).min(1).max(100),
      ...targetFields,
      signing_key: z.string().min(1).max(1000).nullish().meta({ description: 'Signs every message; never returned' }),
    })
    .transform(({ url, events, signing_key, ...target }, context) => ({
      // Normalized by the parser, so that what is checked, compared and shown is what will be called.
      url: URL.canParse(url) ? new URL(url).href : url,
      events: [...new Set(events)],
      signingKey: signing_key ?? null,
      target: targetFrom(target, context),
    }))
    .meta({ examples: [subscriptionRequestExample] }),
  output: SubscriptionResource,

  async run(
    { tx, principal, links, encryption, destinations, now, checkFixed },
    { url, events, signingKey, target: asked },
  ) {
    const { organizationId, membershipId, userId, via } = principal
    const readScopes = readScopesOf(events)
    if (!readScopes.every((scope) => allows(principal.scopes, scope)))
      throw lacksScopes(['webhooks:write', ...readScopes])
    const wrong = [
      ...callbackFaultDetails(destinations.whyNot(url)),
      ...events
        .filter((event) => !isAllowedFor(asked.scope, event))
        .map((event) => ({
          parameter: 'events',
          reason: 'event_not_of_scope' as const,
          values: { event, scope: asked.scope },
        })),
    ]
    if (wrong.length > 0) throw invalid(...wrong)

    const target = await findTarget(tx, principal, asked)
    if ((await countSubscriptions(tx, organizationId, target)) >= maxSubscriptions)
      throw invalid({
        parameter: 'base',
        reason: 'too_many_subscriptions',
        values: { count: maxSubscriptions, scope: target.scope },
      })
    const id = randomUUID()
    const sealed = signingKey === null ? null : encryption.encrypt(signingKey, ...signingKeyContext(id))
    const clientId = via.kind === 'token' ? via.clientId : null
    const inserted = await insertSubscription(
      tx,
      organizationId,
      { id, url, events, target, creatorId: membershipId, clientId, signingKey: sealed },
      now,
    )
    if (!inserted) throw new Problem(alreadySubscribed)

    const subscription: Subscription = {
      ...{ id, organizationId, url, events, target: target, creatorUserId: userId },
      ...{ state: 'active', retryStartedAt: null, createdAt: now, updatedAt: now },
    }
    const resource = toSubscriptionResource(links, subscription)
    checkFixed(resource)
    await recordChange({ tx, principal, now }, 'webhook_subscription.created', resource)
    return resource
  },
})
