import { z } from 'zod'
import {
  appTokens,
  type Deadline,
  faultOf,
  isFault,
  jsonIn,
  paypalValueOf,
  type ReadRefusal,
  RestClient,
  type ServiceFault,
} from '#integrations/index.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { moneyIn } from '../amount.ts'
import type { PaypalKeys } from '../credentials.ts'
import {
  type IncomingMessage,
  isPaymentUrl,
  type PaymentProvider,
  type PaymentSession,
  type PaymentToOpen,
  type RefundToMake,
  type SessionTruth,
} from './provider.ts'

const addresses = { live: 'https://api-m.paypal.com', sandbox: 'https://api-m.sandbox.paypal.com' } as const

const Link = z.object({ href: z.string(), rel: z.string() })

const Order = z.object({
  id: z.string().min(1),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  links: z.array(Link).optional(),
  purchase_units: z
    .array(
      z.object({
        payments: z
          .object({
            captures: z
              .array(
                z.object({
                  id: z.string().min(1),
                  status: z.string(),
                  amount: z.object({ currency_code: z.string(), value: z.string() }),
                }),
              )
              .optional(),
          })
          .optional(),
      }),
    )
    .optional(),
})

/** A request that PayPal understands and does not do: `forbidden`, or `gone` when it is done already. */
const readRefusal: ReadRefusal = ({ status }, body) => {
  if (status === 409) return faultOf('busy')
  if (status !== 400 && status !== 422) return undefined
  const { details = [] } = (body ?? {}) as { readonly details?: readonly { readonly issue?: string }[] }
  return faultOf(details.some(({ issue }) => issue === 'CAPTURE_FULLY_REFUNDED') ? 'gone' : 'forbidden')
}

/** PayPal: invitees agree on a page of PayPal, and the money is taken afterwards. */
export class PaypalProvider implements PaymentProvider {
  readonly #client: RestClient
  readonly #keys: PaypalKeys
  readonly #address: string

  constructor(context: { readonly outgoing: Outgoing; readonly now: Date }, keys: PaypalKeys, deadline: Deadline) {
    this.#keys = keys
    this.#address = addresses[keys.environment]
    const endpoint = {
      client: { id: keys.client_id, secret: keys.client_secret },
      tokenUrl: `${this.#address}/v1/oauth2/token`,
      takesBasic: true,
    }
    const tokens = appTokens(context, endpoint, { grant_type: 'client_credentials' })
    this.#client = new RestClient(context.outgoing, tokens, deadline, readRefusal)
  }

  async check(): Promise<{ readonly account: string } | ServiceFault> {
    // No order has this ID: whoever is let in is told so.
    const answer = await this.#client.ask(
      { method: 'GET', url: this.#order('openslot-check') },
      ...[200, 400, 404, 422],
    )
    if (isFault(answer)) return answer
    const { environment, client_id } = this.#keys
    return { account: `…${client_id.slice(-6)}${environment === 'sandbox' ? ' (sandbox)' : ''}` }
  }

  async open(payment: PaymentToOpen): Promise<PaymentSession | ServiceFault> {
    const { id, currency, description, returnUrl, cancelUrl } = payment
    const value = paypalValueOf(payment)
    if (value === undefined) return faultOf('forbidden')
    const experience_context = {
      user_action: 'PAY_NOW',
      shipping_preference: 'NO_SHIPPING',
      // What settles days later could not keep a time.
      payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
      ...{ return_url: returnUrl, cancel_url: cancelUrl },
    }
    const answer = await this.#client.ask(
      {
        method: 'POST',
        url: `${this.#address}/v2/checkout/orders`,
        headers: { 'paypal-request-id': id },
        body: {
          intent: 'CAPTURE',
          purchase_units: [
            {
              custom_id: id,
              description: description.slice(0, maxDescriptionLength),
              amount: { currency_code: currency, value },
            },
          ],
          payment_source: { paypal: { experience_context } },
        },
      },
      ...[200, 201],
    )
    if (isFault(answer)) return answer
    const read = Order.safeParse(answer.body)
    const url = read.data?.links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href ?? ''
    return read.success && isPaymentUrl(url) ? { id: read.data.id, url } : faultOf('bad_answer')
  }

  async read(sessionId: string): Promise<SessionTruth | ServiceFault> {
    const answer = await this.#client.ask({ method: 'GET', url: this.#order(sessionId) }, 200)
    // Orders that were never approved are forgotten.
    if (isFault(answer)) return answer.fault === 'gone' ? { kind: 'over' } : answer
    return truthIn(answer.body)
  }

  async capture(sessionId: string, paymentId: string): Promise<SessionTruth | ServiceFault> {
    const answer = await this.#client.ask(
      {
        method: 'POST',
        url: `${this.#order(sessionId)}/capture`,
        headers: { 'paypal-request-id': `${paymentId}-capture`, prefer: 'return=representation' },
        body: {},
      },
      ...[200, 201],
    )
    if (!isFault(answer)) return truthIn(answer.body)
    // It was taken before, or the invitee's card was declined and they can choose another.
    return answer.fault === 'forbidden' ? this.read(sessionId) : answer
  }

  /** What is not captured is never paid. */
  async end(sessionId: string): Promise<SessionTruth | ServiceFault> {
    const truth = await this.read(sessionId)
    return isFault(truth) || truth.kind === 'paid' || truth.kind === 'pending' ? truth : { kind: 'over' }
  }

  async refund(refund: RefundToMake): Promise<ServiceFault | undefined> {
    const { id, externalId, currency } = refund
    const value = paypalValueOf(refund)
    if (value === undefined) return faultOf('forbidden')
    const answer = await this.#client.ask(
      {
        method: 'POST',
        url: `${this.#address}/v2/payments/captures/${encodeURIComponent(externalId)}/refund`,
        headers: { 'paypal-request-id': id },
        body: { amount: { currency_code: currency, value } },
      },
      ...[200, 201],
    )
    return isFault(answer) && answer.fault !== 'gone' ? answer : undefined
  }

  /** Only PayPal can tell. */
  async isGenuine({ headers, body }: IncomingMessage): Promise<boolean> {
    const { webhook_id } = this.#keys
    const event = jsonIn(body)
    const of = (name: string): string => String(headers[`paypal-${name}`] ?? '')
    if (!webhook_id || of('transmission-sig') === '' || typeof event !== 'object') return false
    const answer = await this.#client.ask(
      {
        method: 'POST',
        url: `${this.#address}/v1/notifications/verify-webhook-signature`,
        body: {
          auth_algo: of('auth-algo'),
          cert_url: of('cert-url'),
          transmission_id: of('transmission-id'),
          transmission_sig: of('transmission-sig'),
          transmission_time: of('transmission-time'),
          webhook_id,
          webhook_event: event,
        },
      },
      200,
    )
    if (isFault(answer)) return false
    const { verification_status: status } = (answer.body ?? {}) as { readonly verification_status?: unknown }
    return status === 'SUCCESS'
  }

  #order(id: string): string {
    return `${this.#address}/v2/checkout/orders/${encodeURIComponent(id)}`
  }
}

const maxDescriptionLength = 127

const wasCaptured = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']

const truthIn = (body: unknown): SessionTruth | ServiceFault => {
  const read = Order.safeParse(body)
  if (!read.success) return faultOf('bad_answer')
  const { status, purchase_units = [] } = read.data
  if (status === 'APPROVED') return { kind: 'approved' }
  if (status === 'VOIDED') return { kind: 'over' }
  if (status !== 'COMPLETED') return { kind: 'open' }
  const capture = purchase_units[0]?.payments?.captures?.[0]
  if (!capture) return faultOf('bad_answer')
  if (capture.status === 'PENDING') return { kind: 'pending' }
  if (!wasCaptured.includes(capture.status)) return { kind: 'over' }
  const { currency_code: currency, value } = capture.amount
  const paid = moneyIn(value, currency)
  return paid ? { kind: 'paid', externalId: capture.id, paid } : faultOf('bad_answer')
}
