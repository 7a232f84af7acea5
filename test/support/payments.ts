import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { signatureOf } from '#webhooks/index.ts'
import type { TestApp } from './app.ts'
import type { OauthStandIn } from './oauth-stand-in.ts'
import { PaypalStandIn } from './paypal-stand-in.ts'
import { raw } from './raw.ts'
import { aReceiver, type Received, type Receiver } from './receiver.ts'
import type { OutgoingToStandIns } from './stand-in-outgoing.ts'
import { StripeStandIn } from './stripe-stand-in.ts'

/** New ones, in place of those that were reached before. */
export const newPaymentServices = async (outgoing: OutgoingToStandIns) => {
  const [stripe, paypal] = [await new StripeStandIn().start(), await new PaypalStandIn().start()]
  const standIns: Readonly<Record<string, OauthStandIn>> = {
    'https://api.stripe.com': stripe,
    'https://api-m.sandbox.paypal.com': paypal,
  }
  outgoing.standIns = standIns
  return { stripe, paypal }
}

export const paymentSigningKey = 'a key that only both sides know'

/** A payment as the service keeps it. */
interface KeptPayment {
  readonly id: string
  readonly amount: string
  readonly currency: string
  status: 'open' | 'paid' | 'failed'
}

export interface OwnPaymentService extends Receiver {
  readonly kept: Map<string, KeptPayment>
  readonly refunds: Map<string, { readonly payment: string; readonly amount: string }>
  interrupt(by: ((received: Received, answer: (status: number, body?: object) => void) => boolean) | undefined): void
  /** What it sends when something has changed. */
  bell(now: Date, key?: string): { readonly body: string; readonly headers: Readonly<Record<string, string>> }
}

/** Somebody's own service, as the documentation asks for it: the same key gets the same answer. */
export const aPaymentService = async (): Promise<OwnPaymentService> => {
  const receiver = await aReceiver()
  const kept = new Map<string, KeptPayment>()
  const refunds: OwnPaymentService['refunds'] = new Map()
  let interrupt: Parameters<OwnPaymentService['interrupt']>[0]
  const answerTo = ({ path, body }: Received): { status: number; body: object } => {
    if (body === undefined) {
      const payment = kept.get(path.slice(path.lastIndexOf('/') + 1))
      return payment
        ? { status: 200, body: { status: payment.status, reference: `pay-${payment.id}` } }
        : { status: 404, body: {} }
    }
    if (body.type === 'payment.refund') {
      refunds.set(body.id, { payment: body.payment, amount: body.amount })
      return { status: 200, body: {} }
    }
    if (body.type !== 'payment.create') return { status: 200, body: {} }
    const { id, amount, currency } = body
    if (!kept.has(id)) kept.set(id, { id, amount, currency, status: 'open' })
    return { status: 200, body: { url: `https://pay.test/${id}`, status_url: `${receiver.url}/status/${id}` } }
  }
  receiver.behave((received, response) => {
    const answer = (status: number, body: object = {}): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (interrupt?.(received, answer)) return undefined
    const { status, body } = answerTo(received)
    answer(status, body)
    return undefined
  })
  return {
    ...receiver,
    kept,
    refunds,
    interrupt: (by) => {
      interrupt = by
    },
    bell: (now, key = paymentSigningKey) => {
      const body = JSON.stringify({ id: [...kept.keys()].at(-1) ?? randomUUID() })
      return {
        body,
        headers: { 'openslot-signature': signatureOf(key, body, now), 'content-type': 'application/json' },
      }
    },
  }
}

/** A booked payment of 25 euros, at an account of its organization, as if its service had taken it. */
export const aPaymentOf = async (
  { context: { database, clock } }: Pick<TestApp, 'context'>,
  organizationId: string,
): Promise<string> => {
  const [id, account] = [randomUUID(), randomUUID()]
  const now = clock.now()
  const nothing = Buffer.alloc(0)
  await database.write(async (tx) => {
    await raw(
      tx,
      sql`insert into provider_accounts (organization_id, id, purpose, service, kind, account, credentials, created_at, updated_at)
        values (${organizationId}, ${account}, 'payment', 'stripe', 'stripe', 'acct', ${nothing}, ${now}, ${now})`,
    )
    await raw(
      tx,
      sql`insert into payments (organization_id, id, request_id, account_id, service, amount_minor, currency, description, state, expires_at, external_id, paid_at, created_at, updated_at)
        values (${organizationId}, ${id}, ${randomUUID()}, ${account}, 'stripe', 2500, 'EUR', 'Consultation', 'booked', ${now}, 'ch', ${now}, ${now}, ${now})`,
    )
  })
  return id
}
