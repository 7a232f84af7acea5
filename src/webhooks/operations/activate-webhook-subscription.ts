import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { invalid, lacksScopes } from '#contract/problem.ts'
import { allows } from '#contract/scopes.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { callbackFaultDetails } from '../callback.ts'
import { SubscriptionResource, toSubscriptionResource } from '../resources.ts'
import { signingKeyContext } from '../signing-key.ts'
import { loadManaged } from '../store/managed.ts'
import { activateSubscription } from '../store/subscriptions.ts'
import { readScopesOf } from '../webhook-event.ts'

export const activateWebhookSubscription = write({
  name: 'activate_webhook_subscription',
  summary: 'Activate a disabled webhook subscription with a new signing key',
  description:
    'For users who can create a subscription with this scope; the caller becomes its creator. Use it after an import (imported subscriptions are disabled), after an outage, or when the creator has lost access. Events that happened while it was disabled are not sent.',
  scopes: ['webhooks:write'],
  input: z
    .object({
      uuid: pathId,
      signing_key: z.string().min(1).max(1000).meta({ description: 'Signs every message; never returned' }),
    })
    .meta({ examples: [{ signing_key: 'a key of at least 32 characters' }] }),
  output: SubscriptionResource,

  async run({ tx, principal, links, encryption, destinations, now }, { uuid, signing_key: signingKey }) {
    const subscription = await loadManaged(tx, principal, uuid)
    const readScopes = readScopesOf(subscription.events)
    if (!readScopes.every((scope) => allows(principal.scopes, scope)))
      throw lacksScopes(['webhooks:write', ...readScopes])
    const wrong = callbackFaultDetails(destinations.whyNot(subscription.url))
    if (wrong.length > 0) throw invalid(...wrong)
    const sealed = encryption.encrypt(signingKey, ...signingKeyContext(uuid))
    const { organizationId, membershipId: creatorId, userId: creatorUserId, via } = principal
    const owned = { signingKey: sealed, creatorId, clientId: via.kind === 'token' ? via.clientId : null }
    if (!(await activateSubscription(tx, organizationId, uuid, owned, now)))
      throw invalid({ parameter: 'base', reason: 'subscription_active' })

    const resource = toSubscriptionResource(links, {
      ...subscription,
      creatorUserId,
      state: 'active',
      retryStartedAt: null,
      updatedAt: now,
    })
    await recordChange({ tx, principal, now }, 'webhook_subscription.activated', resource)
    return resource
  },
})
