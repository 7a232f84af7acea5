import { h } from 'preact'
import { Problem } from '#contract/problem.ts'
import { idOf } from '#contract/wire.ts'
import { listPage, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { counted, filled } from '#ui/format.ts'
import { getWebhookDelivery, getWebhookSubscription, listWebhookDeliveries } from '#webhooks/index.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { shellTexts } from '../../../languages/console/shell.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { momentOf } from '../meetings/member-time.ts'
import { DeliveryPanel } from './delivery-panel.tsx'
import { developersTextsFor, outcomeText, toastOf } from './texts.ts'
import { deliveryFilters, Webhook } from './webhook.tsx'

const deliveriesAtOnce = 50
const dayMilliseconds = 24 * 3_600_000

/** One webhook: its state and its deliveries. */
export const showWebhook: ConsoleHandler = (visit) => webhookPage(visit)

export const webhookPage = async (visit: SignedInVisit, wrong?: string): Promise<ConsolePage> => {
  const { language, query } = visit
  const subscription = await run(visit, getWebhookSubscription, { uuid: visit.params.id ?? '' })
  const id = idOf(subscription)
  const texts = developersTextsFor(visit)
  const status = deliveryFilters.find((one) => one === query.get('status'))
  const pageToken = query.get('page')
  const first = { subscription: id, count: deliveriesAtOnce, ...(status === undefined ? {} : { status }) }
  const { items, nextToken } = await listPage(
    visit,
    listWebhookDeliveries,
    pageToken === null ? first : { page_token: pageToken },
  )
  const waiting = await listPage(visit, listWebhookDeliveries, { subscription: id, status: 'pending', count: 100 })
  const { retry_started_at: since, state } = subscription
  return {
    title: subscription.callback_url,
    status: wrong === undefined ? 200 : 400,
    screen: 'developers',
    toast: toastOf(visit),
    content: h(Webhook, {
      texts,
      token: visit.formToken,
      webhook: {
        id,
        address: subscription.callback_url,
        of: texts.webhooks.scopes[subscription.scope],
        events: subscription.events,
        // A webhook without failures was imported, or its creator lost access.
        off: state === 'active' ? undefined : since === null ? texts.webhook.offNote : texts.webhook.disabledNote,
        wrong,
        failing:
          since === null || state === 'disabled'
            ? undefined
            : filled(texts.webhook.failingSince, {
                since: momentOf(visit, since),
                until: momentOf(visit, new Date(Date.parse(since) + dayMilliseconds).toISOString()),
              }),
        // A failing webhook is retried for a day; its page refreshes only after a retry by hand.
        isSending:
          state === 'active' && waiting.items.length > 0 && (since === null || query.get('done') === 'replayed'),
        sendAll:
          waiting.items.length === 0 ? undefined : counted(language, waiting.items.length, texts.webhook.sendAll),
      },
      status,
      open: query.get('open') ?? undefined,
      deliveries: items.map((delivery) => ({
        id: delivery.uuid,
        event: delivery.event,
        status: delivery.status,
        tries: counted(language, delivery.attempts, texts.webhook.attempts),
        outcome: outcomeText(visit, delivery),
        created: momentOf(visit, delivery.created_at),
      })),
      older: nextToken,
    }),
    ...(await panelOf(visit)),
  }
}

/** The panel of a delivery; none if it doesn't exist or the viewer may not see it. */
const panelOf = async (visit: SignedInVisit) => {
  const open = visit.query.get('open')
  if (open === null) return {}
  const delivery = await run(visit, getWebhookDelivery, { uuid: open }).catch((error: unknown) => {
    if (error instanceof Problem && [400, 403, 404].includes(error.kind.status)) return undefined
    throw error
  })
  if (delivery?.subscription !== visit.params.id || delivery === undefined) return {}
  const { close } = inLocale(shellTexts, visit.language.locale)
  const { body, attempted_at: attempted } = delivery
  const panel = h(DeliveryPanel, {
    texts: developersTextsFor(visit),
    token: visit.formToken,
    closeText: close,
    webhookId: delivery.subscription,
    delivery: {
      id: delivery.uuid,
      event: delivery.event,
      status: delivery.status,
      created: momentOf(visit, delivery.created_at),
      attempted: attempted === null ? undefined : momentOf(visit, attempted),
      outcome: delivery.outcome === null ? undefined : outcomeText(visit, delivery),
      address: delivery.callback_url,
      body: body === null ? undefined : JSON.stringify(JSON.parse(body), null, 2),
      curl: body === null ? undefined : curlOf(delivery.callback_url, delivery.uuid, body),
      mayBeSent: body !== null,
    },
  })
  return { panel }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The same request from a shell, without its signature. */
const curlOf = (address: string, id: string, body: string): string =>
  `curl -X POST ${quoted(address)} -H 'content-type: application/json' -H 'openslot-delivery-id: ${id}' --data-raw ${quoted(body)}`
