import { h } from 'preact'
import type { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { idOf } from '#contract/wire.ts'
import { listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { counted } from '#ui/format.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import {
  activateWebhookSubscription,
  createWebhookSubscription,
  deleteWebhookSubscription,
  isAllowedFor,
  listEveryWebhookSubscription,
  listWebhookSubscriptions,
  replayWebhookDeliveries,
  testWebhookSubscription,
  webhookEvents,
} from '#webhooks/index.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { webhookPage } from './deliveries.ts'
import { developersTextsFor, toastOf, webhookErrors } from './texts.ts'
import { type ListedWebhook, Webhooks } from './webhooks-view.tsx'

/** Owners and admins see the webhooks of all members, other members their own. */
const loadWebhooks = async (visit: SignedInVisit): Promise<ListedWebhook[]> => {
  const { session, language } = visit
  const { scopes, eventCount } = developersTextsFor(visit).webhooks
  const found = isAdmin(session)
    ? await listAll(visit, listEveryWebhookSubscription, {})
    : await listAll(visit, listWebhookSubscriptions, {
        organization: session.organizationId,
        scope: 'user',
        user: session.userId,
      })
  return found.map((subscription) => ({
    id: idOf(subscription),
    address: subscription.callback_url,
    of: scopes[subscription.scope],
    events: counted(language, subscription.events.length, eventCount),
    state: subscription.state === 'disabled' ? 'disabled' : subscription.retry_started_at === null ? 'well' : 'failing',
  }))
}

const webhooksPage = async (visit: SignedInVisit, errors: FieldErrors = {}): Promise<ConsolePage> => {
  const texts = developersTextsFor(visit)
  const { form } = visit
  return {
    title: texts.webhooks.title,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    screen: 'developers',
    toast: toastOf(visit),
    content: h(Webhooks, {
      texts,
      token: visit.formToken,
      webhooks: await loadWebhooks(visit),
      events: webhookEvents.map((event) => ({
        name: event,
        isChosen: form.has('url')
          ? form.getAll('events').includes(event)
          : event === 'invitee.created' || event === 'invitee.canceled',
        isOfOrganization: !isAllowedFor('user', event),
      })),
      mayBeOfOrganization: isAdmin(visit.session),
      typed: { url: form.get('url') ?? '', scope: form.get('scope') ?? '' },
      errors,
    }),
  }
}

export const showWebhooks: ConsoleHandler = (visit) => webhooksPage(visit)

export const addWebhook: ConsoleHandler = async (visit) => {
  const { form, session } = visit
  const isOfOrganization = isAdmin(session) && form.get('scope') === 'organization'
  const key = form.get('signing_key') ?? ''
  try {
    const made = await run(visit, createWebhookSubscription, {
      organization: session.organizationId,
      url: form.get('url') ?? '',
      events: form.getAll('events') as z.input<typeof createWebhookSubscription.input>['events'],
      ...(isOfOrganization ? { scope: 'organization' } : { scope: 'user', user: session.userId }),
      ...(key === '' ? {} : { signing_key: key }),
    })
    return { to: `/app/developers/webhooks/${idOf(made)}?done=created` }
  } catch (error) {
    return webhooksPage(visit, webhookErrors(visit, error))
  }
}

const idIn = ({ params }: SignedInVisit): string => params.id ?? ''

const pageOf = (visit: SignedInVisit, query: Readonly<Record<string, string>>): { readonly to: string } => ({
  to: `/app/developers/webhooks/${idIn(visit)}?${new URLSearchParams(query)}`,
})

export const deleteWebhook: ConsoleHandler = async (visit) => {
  await run(visit, deleteWebhookSubscription, { uuid: idIn(visit) })
  return { to: '/app/developers?done=deleted' }
}

/** Errors are shown next to the key. */
export const activateWebhook: ConsoleHandler = async (visit) => {
  try {
    await run(visit, activateWebhookSubscription, {
      uuid: idIn(visit),
      signing_key: visit.form.get('signing_key') ?? '',
    })
    return pageOf(visit, { done: 'activated' })
  } catch (error) {
    return webhookPage(visit, Object.values(webhookErrors(visit, error))[0] ?? '')
  }
}

export const testWebhook: ConsoleHandler = async (visit) => {
  const { delivery } = await run(visit, testWebhookSubscription, { uuid: idIn(visit) })
  return pageOf(visit, { done: 'tested', open: delivery })
}

/** Resends one delivery, or all pending ones. */
export const replay: ConsoleHandler = async (visit) => {
  const delivery = visit.form.get('delivery')
  const chosen = delivery === null ? { subscription: idIn(visit), status: 'pending' as const } : { delivery }
  await run(visit, replayWebhookDeliveries, chosen)
  return pageOf(visit, delivery === null ? { done: 'replayed' } : { done: 'replayed', open: delivery })
}
