import { z } from 'zod'
import { decimalOf } from '#contract/money.ts'
import { type Deadline, expecting, faultOf, isFault, jsonIn, type ServiceFault } from '#integrations/index.ts'
import type { Outgoing, RequestOutcome } from '#platform/net/outgoing.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { signatureOf } from '#webhooks/index.ts'
import type { PaymentWebhookKeys } from '../credentials.ts'
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

const answerMilliseconds = 15_000
const maxAnswerBytes = 64 * 1024

const Opened = z.object({ url: z.string(), status_url: z.string() })
const Status = z.object({ status: z.enum(['open', 'paid', 'failed']), reference: z.string().min(1).max(255).nullish() })

/**
 * Anybody's own service. It gets each request again until it answers, under the same key: the same key, one payment. How
 * it stands is read from an address of the service.
 */
export class PaymentWebhookProvider implements PaymentProvider {
  readonly #outgoing: Outgoing
  readonly #now: Date
  readonly #keys: PaymentWebhookKeys
  readonly #deadline: Deadline

  constructor(
    { outgoing, now }: { readonly outgoing: Outgoing; readonly now: Date },
    keys: PaymentWebhookKeys,
    deadline: Deadline,
  ) {
    this.#outgoing = outgoing
    this.#now = now
    this.#keys = keys
    this.#deadline = deadline
  }

  async check(): Promise<{ readonly account: string } | ServiceFault> {
    const fault = await this.#tell('payment.check', 'payment.check', {})
    return isFault(fault) ? fault : { account: new URL(this.#keys.url).host }
  }

  async open(payment: PaymentToOpen): Promise<PaymentSession | ServiceFault> {
    const { id, currency, description, returnUrl, cancelUrl, expiresAt } = payment
    const answer = await this.#tell('payment.create', id, {
      ...{ id, amount: decimalOf(payment), currency, description },
      ...{ return_url: returnUrl, cancel_url: cancelUrl, expires_at: writeInstant(expiresAt) },
    })
    if (isFault(answer)) return answer
    const read = Opened.safeParse(answer.body)
    if (!read.success || !isPaymentUrl(read.data.url) || !this.#isOwn(read.data.status_url)) return unusable
    return { id: read.data.status_url, url: read.data.url }
  }

  async read(statusUrl: string): Promise<SessionTruth | ServiceFault> {
    const outcome = await this.#outgoing.send({
      url: statusUrl,
      method: 'GET',
      headers: {
        accept: 'application/json',
        'openslot-signature': signatureOf(this.#keys.signing_key, '', this.#now),
      },
      maxAnswerBytes,
      answerMilliseconds: this.#milliseconds(),
    })
    const answer = expecting(outcome, 200)
    if (isFault(answer)) return answer
    const read = Status.safeParse(jsonIn(answer.body))
    if (!read.success) return unusable
    const { status, reference } = read.data
    if (status === 'open') return { kind: 'open' }
    if (status === 'failed') return { kind: 'over' }
    return { kind: 'paid', externalId: reference ?? statusUrl.slice(-255), paid: undefined }
  }

  capture(statusUrl: string): Promise<SessionTruth | ServiceFault> {
    return this.read(statusUrl)
  }

  /** It was told when the payment ends. */
  end(statusUrl: string): Promise<SessionTruth | ServiceFault> {
    return this.read(statusUrl)
  }

  async refund(refund: RefundToMake): Promise<ServiceFault | undefined> {
    const { id, externalId, paymentId, currency } = refund
    const content = { id, payment: paymentId, reference: externalId, amount: decimalOf(refund), currency }
    const answer = await this.#tell('payment.refund', id, content)
    return isFault(answer) ? answer : undefined
  }

  async isGenuine({ headers, body }: IncomingMessage): Promise<boolean> {
    return isSigned(this.#keys.signing_key, headers['openslot-signature'], body, this.#now)
  }

  /** Nobody is sent to read elsewhere. */
  #isOwn(statusUrl: string): boolean {
    return URL.canParse(statusUrl) && new URL(statusUrl).origin === new URL(this.#keys.url).origin
  }

  async #tell(type: string, key: string, content: object): Promise<{ readonly body: unknown } | ServiceFault> {
    const body = JSON.stringify({ type, ...content })
    const outcome = await this.#outgoing.send({
      url: this.#keys.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'openslot-signature': signatureOf(this.#keys.signing_key, body, this.#now),
        'idempotency-key': key,
      },
      body: Buffer.from(body),
      maxAnswerBytes,
      answerMilliseconds: this.#milliseconds(),
      mayRepeat: true,
    })
    return answerIn(outcome)
  }

  #milliseconds(): number {
    return Math.max(1, Math.min(answerMilliseconds, this.#deadline.leftMilliseconds()))
  }
}

const unusable: ServiceFault = faultOf('bad_answer')

const isAccepted = (status: number): boolean => status >= 200 && status < 300 && status !== 202

/** What says "not yet" is asked again; another "no" stays one. */
const answerIn = (outcome: RequestOutcome): { readonly body: unknown } | ServiceFault => {
  if (outcome.kind === 'answered' && isAccepted(outcome.status))
    return outcome.isWhole ? { body: jsonIn(outcome.body) } : unusable
  if (outcome.kind === 'answered' && [202, 408, 425].includes(outcome.status)) return faultOf('busy')
  if (outcome.kind === 'answered' && [400, 402, 409, 410, 422].includes(outcome.status)) return faultOf('forbidden')
  const fault = expecting(outcome)
  return isFault(fault) ? fault : unusable
}
