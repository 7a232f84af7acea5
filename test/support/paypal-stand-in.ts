import { randomUUID } from 'node:crypto'
import { client, OauthStandIn, type StandInAnswer, type StandInRequest } from './oauth-stand-in.ts'
import { describedAt, published, shapeNamed, wrongBody, wrongQuery } from './published-api.ts'

// biome-ignore lint/suspicious/noExplicitAny: what the wire has.
type Json = any

export const paypalKeys = {
  environment: 'sandbox',
  client_id: client.id,
  client_secret: client.secret,
  webhook_id: 'WH-STAND-IN',
}

interface KeptOrder {
  readonly id: string
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  readonly unit: Json
  capture: { id: string; status: string } | undefined
}

const noFraction = ['HUF', 'JPY', 'TWD']

/** PayPal, as far as it is used. What its description does not have is refused, and so are its own answers. */
export class PaypalStandIn extends OauthStandIn {
  protected readonly authorizeAt = 'https://www.sandbox.paypal.com'
  protected readonly tokenPath = '/v1/oauth2/token'
  protected readonly rotatesRefreshTokens = false
  protected override readonly takesBasic = true
  readonly orders = new Map<string, KeptOrder>()
  readonly refunds: { capture: string; value: string }[] = []
  readonly #answered = new Map<string, StandInAnswer>()

  protected answer(request: StandInRequest): StandInAnswer {
    const described = describedAt(published.paypal, request.method, request.path)
    if (!described) return this.#refuse(404, 'RESOURCE_NOT_FOUND')
    const { name, operation, parts } = described
    const body = request.text === '' ? undefined : JSON.parse(request.text)
    const wrong =
      wrongQuery(operation, request.query) ??
      (operation.body === undefined
        ? undefined
        : wrongBody(published.paypal, shapeNamed(published.paypal, operation.body), body))
    if (wrong) return this.#refuse(400, 'INVALID_REQUEST', wrong)
    const key = request.headers['paypal-request-id']
    const before = typeof key === 'string' ? this.#answered.get(key) : undefined
    const answer = before ? { ...before, status: 200 } : this.#perform(name, parts, body)
    if (typeof key === 'string' && answer.status < 300) this.#answered.set(key, answer)
    if (answer.status < 300 && answer.body && operation.answer !== undefined) {
      const undescribed = wrongBody(published.paypal, shapeNamed(published.paypal, operation.answer), answer.body)
      if (undescribed) throw new Error(`The stand-in answers what is not described: ${undescribed}`)
    }
    return answer
  }

  #perform(name: string, [id = '']: readonly string[], body: Json): StandInAnswer {
    if (name === 'POST /v1/notifications/verify-webhook-signature') {
      const isRight = body.webhook_id === paypalKeys.webhook_id && body.transmission_sig === 'right'
      return { status: 200, body: { verification_status: isRight ? 'SUCCESS' : 'FAILURE' } }
    }
    if (name === 'POST /v2/checkout/orders') return this.#create(body)
    if (name.startsWith('POST /v2/payments/captures')) return this.#refund(id, body)
    const order = this.orders.get(id)
    if (!order) return this.#refuse(404, 'RESOURCE_NOT_FOUND')
    if (name.endsWith('/capture')) {
      if (order.status === 'COMPLETED') return this.#refuse(422, 'ORDER_ALREADY_CAPTURED')
      if (order.status !== 'APPROVED') return this.#refuse(422, 'ORDER_NOT_APPROVED')
      order.status = 'COMPLETED'
      order.capture = { id: `CAP${randomUUID()}`, status: 'COMPLETED' }
    }
    return { status: name.startsWith('GET') ? 200 : 201, body: shownOrder(order) }
  }

  #create({ purchase_units: [unit] }: Json): StandInAnswer {
    const { currency_code, value } = unit.amount
    if (noFraction.includes(currency_code) ? !/^\d+$/.test(value) : !/^\d+\.\d\d$/.test(value))
      return this.#refuse(422, 'DECIMAL_PRECISION')
    if (currency_code === 'KWD') return this.#refuse(422, 'CURRENCY_NOT_SUPPORTED')
    if (unit.description.length > 127) return this.#refuse(400, 'INVALID_STRING_LENGTH')
    const order: KeptOrder = { id: randomUUID(), status: 'PAYER_ACTION_REQUIRED', unit, capture: undefined }
    this.orders.set(order.id, order)
    return { status: 201, body: shownOrder(order) }
  }

  #refund(captureId: string, { amount }: Json): StandInAnswer {
    const order = [...this.orders.values()].find(({ capture }) => capture?.id === captureId)
    if (!order?.capture) return this.#refuse(404, 'RESOURCE_NOT_FOUND')
    const left = Number(order.unit.amount.value) - this.refundedOf(captureId)
    if (left <= 0) return this.#refuse(422, 'CAPTURE_FULLY_REFUNDED')
    if (Number(amount.value) > left) return this.#refuse(422, 'REFUND_AMOUNT_EXCEEDED')
    this.refunds.push({ capture: captureId, value: amount.value })
    order.capture.status = Number(amount.value) === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    return { status: 201, body: { id: randomUUID(), status: 'COMPLETED', amount } }
  }

  refundedOf(captureId: string): number {
    return this.refunds
      .filter(({ capture }) => capture === captureId)
      .reduce((sum, { value }) => sum + Number(value), 0)
  }

  /** The invitee agrees on PayPal's page. */
  approve(id: string): void {
    const order = this.orders.get(id)
    if (order?.status !== 'PAYER_ACTION_REQUIRED') throw new Error(`${id} cannot be approved.`)
    order.status = 'APPROVED'
  }

  #refuse(status: number, issue: string, description = ''): StandInAnswer {
    return { status, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue, description }], debug_id: '1' } }
  }

  protected refusal(status: number, _: string, message: string): object {
    return { name: status === 401 ? 'AUTHENTICATION_FAILURE' : 'ERROR', message }
  }
}

const shownOrder = ({ id, status, unit, capture }: KeptOrder): object => ({
  ...{ id, intent: 'CAPTURE', status },
  purchase_units: [
    {
      ...unit,
      ...(capture ? { payments: { captures: [{ ...capture, amount: unit.amount, final_capture: true }] } } : {}),
    },
  ],
  links: [{ href: `https://www.sandbox.paypal.com/checkoutnow?token=${id}`, rel: 'payer-action', method: 'GET' }],
})
