import { h } from 'preact'
import type { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { idInUri } from '#contract/wire.ts'
import { errorsIn } from '#pages/errors.ts'
import { list, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import {
  checkPaymentAccount,
  connectPaymentAccount,
  disconnectPaymentAccount,
  listPaymentAccounts,
  paymentWebhookUrl,
} from '#payments/index.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { PaymentsPage } from './payments-view.tsx'
import { textsFor } from './texts.ts'

const paymentsPath = '/app/integrations/payments'

const faultWords: Readonly<Record<string, 'access' | 'permission'>> = {
  ...{ wrong_credentials: 'access', wrong_client: 'access', revoked: 'access', revoked_in_testing: 'access' },
  ...{ consent_expired: 'access', consent_incomplete: 'access', forbidden: 'permission' },
}

const faultIn = (visit: Pick<SignedInVisit, 'language'>, fault: string): string =>
  textsFor(visit).payments.faults[faultWords[fault] ?? 'away']

const paymentsPage = async (visit: SignedInVisit, wrong?: string): Promise<ConsolePage> => {
  const { context, session, form, formToken: token, query } = visit
  const texts = textsFor(visit)
  const accounts = await list(visit, listPaymentAccounts)
  const done = query.get('done') ?? ''
  const toasts = { ...texts.conferences.done, tested: texts.payments.tested }
  const urlOf = (service: 'stripe' | 'paypal' | 'webhook') =>
    paymentWebhookUrl(context.links, session.organizationId, service)
  return {
    title: texts.payments.title,
    status: wrong === undefined ? 200 : 400,
    screen: 'integrations',
    toast: Object.hasOwn(toasts, done) ? { text: toasts[done as keyof typeof toasts] } : undefined,
    content: h(PaymentsPage, {
      ...{ texts, token, action: paymentsPath, wrong, mayConnect: isAdmin(session) },
      accounts: accounts.map(({ uri, service, account, webhook_url: webhookUrl, reason_code: fault }) => ({
        ...{ id: idInUri(uri), service, account, webhookUrl },
        fault: fault === null ? undefined : faultIn(visit, fault),
      })),
      webhookUrls: { stripe: urlOf('stripe'), paypal: urlOf('paypal'), webhook: urlOf('webhook') },
      opened: form.get('service') ?? undefined,
    }),
  }
}

export const showPayments: ConsoleHandler = (visit) => paymentsPage(visit)

/** What was refused stands above the page. */
const orPayments =
  (handle: (visit: SignedInVisit) => Promise<string>): ConsoleHandler =>
  async (visit) => {
    try {
      return { to: `${paymentsPath}?${new URLSearchParams({ done: await handle(visit) })}` }
    } catch (error) {
      const errors = errorsIn(visit.language, error, {
        payment_fault: ({ fault }) => faultIn(visit, String(fault)),
        stripe_key_format: textsFor(visit).payments.stripeKeyFormat,
        stripe_secret_format: textsFor(visit).payments.stripeSecretFormat,
      })
      return paymentsPage(visit, errors.base ?? Object.values(errors)[0] ?? '')
    }
  }

type Keys = z.input<typeof connectPaymentAccount.input>

export const connectPayments: ConsoleHandler = orPayments(async (visit) => {
  const given = [...visit.form].filter(([name, value]) => name !== 'form_token' && value.trim() !== '')
  await run(
    visit,
    connectPaymentAccount,
    Object.fromEntries(given.map(([name, value]) => [name, value.trim()])) as Keys,
  )
  return 'connected'
})

export const checkPayments: ConsoleHandler = orPayments(async (visit) => {
  const { state } = await run(visit, checkPaymentAccount, { uuid: visit.params.id ?? '' })
  return state === 'connected' ? 'tested' : ''
})

export const disconnectPayments: ConsoleHandler = orPayments(async (visit) => {
  await run(visit, disconnectPaymentAccount, { uuid: visit.params.id ?? '' })
  return 'disconnected'
})
