import { z } from 'zod'
import { invalid } from '#contract/problem.ts'
import { uriOf } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { sampleMessage } from '../examples.ts'
import { MessageResource, targetFields, targetFrom } from '../resources.ts'
import { findTarget } from '../store/target.ts'
import { isAllowedFor, webhookEvents } from '../webhook-event.ts'

export const getSampleWebhookData = read({
  name: 'get_sample_webhook_data',
  summary: 'Get a sample webhook message',
  description:
    "Returns the message exactly as it is posted, without `resource` around it. The data is invented and its URIs don't exist.",
  scopes: ['webhooks:read'],
  input: z
    .object({ event: z.enum(webhookEvents), ...targetFields })
    .transform(({ event, ...target }, context) => ({ event, target: targetFrom(target, context) })),
  output: MessageResource,

  async run({ reader, principal, links, now }, { event, target }) {
    if (!isAllowedFor(target.scope, event))
      throw invalid({ parameter: 'event', reason: 'not_of_scope', values: { scope: target.scope } })
    await findTarget(reader, principal, target)
    const payload = sampleMessage(links, event).payload as Record<string, unknown>
    return { created_at: writeInstant(now), created_by: uriOf(links, 'users', principal.userId), event, payload }
  },
})
