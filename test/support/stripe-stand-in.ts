import { createHmac, randomUUID } from 'node:crypto'
import { OauthStandIn, type StandInAnswer, type StandInRequest } from './oauth-stand-in.ts'
import { describedAt, published, shapeNamed, wrongBody, wrongQuery } from './published-api.ts'

// biome-ignore lint/suspicious/noExplicitAny: what the wire has.
type Json = any

export const stripeKeys = { secret_key: 'sk_test_51StandIn0123456789', webhook_secret: 'whsec_standIn0123456789' }

interface KeptSession {
  readonly id: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  readonly amount_total: number
  readonly currency: string
  readonly client_reference_id: string
  readonly expires_at: number
  readonly url: string
  charge: string | null
}

/** Stripe, as far as it is used. What its description does not have is refused, and so are its own answers. */
export class StripeStandIn extends OauthStandIn {
  protected readonly authorizeAt = 'https://connect.stripe.com'
  protected readonly tokenPath = '/no/tokens'
  protected readonly rotatesRefreshTokens = false
  readonly sessions = new Map<string, KeptSession>()
  readonly refunds: { id: string; charge: string; amount: number; currency: string; metadata: Json; status: string }[] =
    []
  isClosed = false
  now: () => Date = () => new Date()
  readonly #answered = new Map<string, { text: string; answer: StandInAnswer }>()

  protected override letsIn(token: string): boolean {
    return !this.isClosed && token === stripeKeys.secret_key
  }

  protected answer(request: StandInRequest): StandInAnswer {
    const described = describedAt(published.stripe, request.method, request.path.replace('/v1', ''))
    if (!described) return this.#refuse(404, 'resource_missing', 'Unrecognized request URL')
    if (request.headers['stripe-version'] === undefined) throw new Error('Every request names its version.')
    const { name, operation, parts } = described
    const body = operation.body === undefined ? {} : contentIn(request.text)
    const wrong =
      wrongQuery(operation, request.query) ??
      (operation.body === undefined
        ? undefined
        : wrongBody(published.stripe, shapeNamed(published.stripe, operation.body), body))
    if (wrong) return this.#refuse(400, 'parameter_unknown', wrong)
    const answer = this.#once(request, () => this.#perform(name, parts, request, body))
    if (answer.status < 300 && answer.body && operation.answer !== undefined) {
      const undescribed = wrongBody(published.stripe, shapeNamed(published.stripe, operation.answer), answer.body)
      if (undescribed) throw new Error(`The stand-in answers what is not described: ${undescribed}`)
    }
    return answer
  }

  /** The same key gets the same answer, and must ask the same. */
  #once({ method, headers, text }: StandInRequest, perform: () => StandInAnswer): StandInAnswer {
    const key = headers['idempotency-key']
    if (method !== 'POST' || typeof key !== 'string') return perform()
    const before = this.#answered.get(key)
    if (before && before.text !== text) return this.#refuse(400, 'idempotency_error', 'Another request had this key.')
    const answer = before?.answer ?? perform()
    this.#answered.set(key, { text, answer })
    return answer
  }

  #perform(name: string, [id = '']: readonly string[], { query }: StandInRequest, body: Json): StandInAnswer {
    switch (name) {
      case 'GET /account':
        return { status: 200, body: { id: 'acct_1StandIn', object: 'account' } }
      case 'GET /checkout/sessions':
        return { status: 200, body: { object: 'list', data: [], has_more: false, url: '/v1/checkout/sessions' } }
      case 'POST /checkout/sessions':
        return this.#create(body)
      case 'POST /refunds':
        return this.#refund(body)
      case 'GET /refunds': {
        const data = this.refunds
          .filter(({ charge }) => charge === query.get('charge'))
          .map((refund) => ({ ...refund, object: 'refund' }))
        return { status: 200, body: { object: 'list', data, has_more: false, url: '/v1/refunds' } }
      }
      default: {
        const session = this.sessions.get(id)
        if (!session) return this.#refuse(404, 'resource_missing', `No such checkout.session: ${id}`)
        if (session.status === 'open' && session.expires_at * 1000 <= this.now().getTime()) session.status = 'expired'
        if (name.startsWith('GET')) return { status: 200, body: shownSession(session) }
        if (session.status !== 'open') return this.#refuse(400, 'not_open', 'Only open sessions can be expired.')
        session.status = 'expired'
        return { status: 200, body: shownSession(session) }
      }
    }
  }

  #create(body: Json): StandInAnswer {
    const [item] = body.line_items
    const seconds = body.expires_at - this.now().getTime() / 1000
    if (seconds < 30 * 60 || seconds > 24 * 3600) return this.#refuse(400, 'invalid', 'expires_at is out of range.')
    if (body.mode !== 'payment' || String(body.payment_method_types) !== 'card')
      return this.#refuse(400, 'invalid', 'Only cards.')
    const { currency, unit_amount: amount } = item.price_data
    if (['isk', 'ugx'].includes(currency) && amount % 100 !== 0) return this.#refuse(400, 'invalid', 'No fraction.')
    if (['bhd', 'jod', 'kwd', 'omr', 'tnd'].includes(currency) && amount % 10 !== 0)
      return this.#refuse(400, 'invalid', 'The last digit must be 0.')
    const id = `cs_test_${randomUUID().replaceAll('-', '')}`
    const session: KeptSession = {
      ...{ id, status: 'open', payment_status: 'unpaid', amount_total: amount * item.quantity, currency },
      ...{ client_reference_id: body.client_reference_id, expires_at: body.expires_at, charge: null },
      url: `https://checkout.stripe.com/c/pay/${id}`,
    }
    this.sessions.set(id, session)
    return { status: 200, body: shownSession(session) }
  }

  #refund({ charge, amount, metadata }: Json): StandInAnswer {
    const session = [...this.sessions.values()].find((one) => one.charge === charge)
    if (!session) return this.#refuse(404, 'resource_missing', 'No such charge')
    const left = session.amount_total - this.refundedOf(charge)
    if (left === 0) return this.#refuse(400, 'charge_already_refunded', 'The charge has already been refunded.')
    if (amount > left) return this.#refuse(400, 'invalid', 'Refund amount is greater than unrefunded amount on charge')
    const refund = {
      id: `re_${randomUUID()}`,
      charge,
      amount,
      currency: session.currency,
      metadata,
      status: 'succeeded',
    }
    this.refunds.push(refund)
    return { status: 200, body: { ...refund, object: 'refund' } }
  }

  forgetKeys(): void {
    this.#answered.clear()
  }

  refundedOf(charge: string): number {
    return this.refunds.filter((one) => one.charge === charge).reduce((sum, { amount }) => sum + amount, 0)
  }

  /** The invitee pays on Stripe's page. Gives the charge. */
  pay(id: string): string {
    const session = this.sessions.get(id)
    if (session?.status !== 'open') throw new Error(`${id} cannot be paid.`)
    session.charge = `ch_${randomUUID().replaceAll('-', '')}`
    Object.assign(session, { status: 'complete', payment_status: 'paid' })
    return session.charge
  }

  /** What Stripe sends about a payment. */
  event(paymentId: string, now: Date, secret = stripeKeys.webhook_secret) {
    const body = JSON.stringify({
      type: 'checkout.session.completed',
      data: { object: { object: 'checkout.session', client_reference_id: paymentId } },
    })
    const seconds = Math.floor(now.getTime() / 1000)
    const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
    return { body, headers: { 'stripe-signature': `t=${seconds},v1=${v1}`, 'content-type': 'application/json' } }
  }

  #refuse(status: number, code: string, message: string): StandInAnswer {
    return { status, body: { error: { type: 'invalid_request_error', code, message } } }
  }

  protected refusal(_: number, code: string, message: string): object {
    return { error: { type: 'invalid_request_error', code, message } }
  }
}

const shownSession = ({ charge, ...session }: KeptSession): object => ({
  ...session,
  object: 'checkout.session',
  livemode: false,
  url: session.status === 'open' ? session.url : null,
  payment_intent: charge === null ? null : { id: 'pi_1', object: 'payment_intent', latest_charge: charge },
})

const numbers = ['expires_at', 'unit_amount', 'quantity', 'amount']

/** `line_items[0][quantity]=1` as the object it stands for. */
const contentIn = (text: string): Json => {
  const content: Json = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part)
    const last = path.pop() ?? ''
    let place = content
    path.forEach((part, index) => {
      place[part] ??= /^\d+$/.test(path[index + 1] ?? last) ? [] : {}
      place = place[part]
    })
    place[last] = numbers.includes(last) ? Number(value) : value
  }
  return content
}
