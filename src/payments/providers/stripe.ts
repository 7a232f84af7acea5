import { z } from 'zod'
import {
  type AccessTokens,
  type Deadline,
  faultOf,
  isFault,
  type ReadRefusal,
  type RestAnswer,
  RestClient,
  type RestRequest,
  type ServiceFault,
} from '#integrations/index.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { moneyAtStripe, stripeAmountOf } from '../amount.ts'
import type { StripeKeys } from '../credentials.ts'
import { isSigned } from '../signature.ts'
import {
  type IncomingMessage,
  isPaymentUrl,
  type PaymentProvider,
  type PaymentSession,
  type PaymentToOpen,
  type RefundToMake,
  type SessionTruth,
} from './provider.ts'

const api = 'https://api.stripe.com/v1'
/** What answers look like depends on it. */
const version = '2024-06-20'

const Session = z.object({
  id: z.string().min(1),
  url: z.string().nullish(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.number().int().nullable(),
  currency: z.string().nullable(),
  payment_intent: z.union([z.string(), z.object({ latest_charge: z.string().nullable() })]).nullish(),
})

const Refunds = z.object({ data: z.array(z.object({ metadata: z.record(z.string(), z.string()).nullish() })) })

/** A request that Stripe understands and does not do. */
const readRefusal: ReadRefusal = ({ status }, body) => {
  if (status === 409) return faultOf('busy')
  if (status !== 400 && status !== 402) return undefined
  const { error } = (body ?? {}) as { readonly error?: { readonly code?: string } }
  return faultOf(error?.code === 'charge_already_refunded' ? 'gone' : 'forbidden')
}

const withKey = (key: string): AccessTokens => ({
  get: async (_, rejected) => (rejected === undefined ? key : faultOf('wrong_credentials')),
})

/** Stripe Checkout: invitees pay on a page of Stripe. */
export class StripeProvider implements PaymentProvider {
  readonly #client: RestClient
  readonly #keys: StripeKeys
  readonly #now: Date

  constructor(context: { readonly outgoing: Outgoing; readonly now: Date }, keys: StripeKeys, deadline: Deadline) {
    this.#client = new RestClient(context.outgoing, withKey(keys.secret_key), deadline, readRefusal)
    this.#keys = keys
    this.#now = context.now
  }

  async check(): Promise<{ readonly account: string } | ServiceFault> {
    const allowed = await this.#ask({ method: 'GET', url: `${api}/checkout/sessions?limit=1` })
    if (isFault(allowed)) return allowed
    const mode = /^.._test_/.test(this.#keys.secret_key) ? ' (test mode)' : ''
    // A restricted key may not be allowed to ask who it belongs to.
    const answer = await this.#ask({ method: 'GET', url: `${api}/account` })
    const read = isFault(answer) ? undefined : z.object({ id: z.string().min(1) }).safeParse(answer.body)
    return { account: (read?.success ? read.data.id : `…${this.#keys.secret_key.slice(-4)}`) + mode }
  }

  async open(payment: PaymentToOpen): Promise<PaymentSession | ServiceFault> {
    const { id, description, returnUrl, cancelUrl, expiresAt } = payment
    const item = 'line_items[0]'
    const answer = await this.#post('/checkout/sessions', id, {
      mode: 'payment',
      client_reference_id: id,
      // What settles days later could not keep a time.
      'payment_method_types[0]': 'card',
      [`${item}[quantity]`]: '1',
      [`${item}[price_data][currency]`]: payment.currency.toLowerCase(),
      [`${item}[price_data][unit_amount]`]: String(stripeAmountOf(payment)),
      [`${item}[price_data][product_data][name]`]: description,
      'payment_intent_data[metadata][openslot_payment]': id,
      success_url: returnUrl,
      cancel_url: cancelUrl,
      expires_at: String(Math.floor(expiresAt.getTime() / 1000)),
    })
    if (isFault(answer)) return answer
    const read = Session.safeParse(answer.body)
    if (!read.success || !isPaymentUrl(read.data.url ?? '')) return faultOf('bad_answer')
    return { id: read.data.id, url: read.data.url ?? '' }
  }

  async read(sessionId: string): Promise<SessionTruth | ServiceFault> {
    const url = `${api}/checkout/sessions/${encodeURIComponent(sessionId)}?expand[]=payment_intent`
    const answer = await this.#ask({ method: 'GET', url })
    return isFault(answer) ? answer : truthIn(answer.body)
  }

  capture(sessionId: string): Promise<SessionTruth | ServiceFault> {
    return this.read(sessionId)
  }

  async end(sessionId: string): Promise<SessionTruth | ServiceFault> {
    const answer = await this.#post(
      `/checkout/sessions/${encodeURIComponent(sessionId)}/expire`,
      `${sessionId} end`,
      {},
    )
    if (!isFault(answer)) return { kind: 'over' }
    // Only open sessions can be ended: it is paid, or over already.
    return answer.fault === 'forbidden' ? this.read(sessionId) : answer
  }

  async refund(refund: RefundToMake): Promise<ServiceFault | undefined> {
    const { id, externalId, wasTried } = refund
    // Keys are forgotten after a day.
    if (wasTried) {
      const url = `${api}/refunds?limit=100&charge=${encodeURIComponent(externalId)}`
      const known = await this.#ask({ method: 'GET', url })
      if (isFault(known)) return known
      const read = Refunds.safeParse(known.body)
      if (!read.success) return faultOf('bad_answer')
      if (read.data.data.some(({ metadata }) => metadata?.openslot_refund === id)) return undefined
    }
    const answer = await this.#post('/refunds', `refund-${id}`, {
      charge: externalId,
      amount: String(stripeAmountOf(refund)),
      'metadata[openslot_refund]': id,
    })
    return isFault(answer) && answer.fault !== 'gone' ? answer : undefined
  }

  async isGenuine({ headers, body }: IncomingMessage): Promise<boolean> {
    const { webhook_secret: secret } = this.#keys
    return secret ? isSigned(secret, headers['stripe-signature'], body, this.#now) : false
  }

  #ask({ headers, ...request }: RestRequest): Promise<RestAnswer | ServiceFault> {
    return this.#client.ask({ ...request, headers: { ...headers, 'stripe-version': version } }, 200)
  }

  #post(path: string, key: string, form: Readonly<Record<string, string>>): Promise<RestAnswer | ServiceFault> {
    const headers = { 'idempotency-key': key }
    return this.#ask({ method: 'POST', url: `${api}${path}`, headers, body: new URLSearchParams(form) })
  }
}

const truthIn = (body: unknown): SessionTruth | ServiceFault => {
  const read = Session.safeParse(body)
  if (!read.success) return faultOf('bad_answer')
  const { status, payment_status, payment_intent, amount_total, currency } = read.data
  if (status === 'open') return { kind: 'open' }
  if (status === 'expired') return { kind: 'over' }
  if (payment_status !== 'paid') return { kind: 'pending' }
  const externalId = typeof payment_intent === 'object' ? payment_intent?.latest_charge : undefined
  if (!externalId || amount_total === null || currency === null) return faultOf('bad_answer')
  return { kind: 'paid', externalId, paid: moneyAtStripe(amount_total, currency) }
}
