import { recordFact, system } from '#activity/index.ts'
import { majorOf } from '#contract/money.ts'
import type { Links } from '#contract/wire.ts'
import { delayAfter } from '#execution/jobs/back-off.ts'
import { concernsAccount, faultOf, isFault, recordAccountHealth, type ServiceFault } from '#integrations/index.ts'
import type { Encryption } from '#platform/crypto/encryption.ts'
import type { Reader, Tx } from '#platform/db/database.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import type { Clock } from '#platform/time/clock.ts'
import { paymentFact } from '../fact-subject.ts'
import { isPriceOf, nextStep, type Payment, sessionContext } from '../payment.ts'
import type { PaymentProvider, PaymentSession, SessionTruth } from '../providers/provider.ts'
import { lockPayment, type PaymentTask, savePaymentState } from '../store/payments.ts'
import { giveBack } from './give-back.ts'
import { openPaymentProvider, within } from './open-provider.ts'

/** What the requests that are paid for do with it. */
export interface PaidRequests {
  /** By the clock of the database: its time is still kept. */
  isLive(reader: Reader, payment: Pick<Payment, 'organizationId' | 'requestId'>): Promise<boolean>
  /** The kept time becomes the meeting, if it is still there; also after the request has expired. */
  confirm(tx: Tx, payment: PaidPayment, now: Date): Promise<{ readonly inviteeId: string } | 'gone'>
}

export type PaidPayment = Payment & { readonly externalId: string }

export interface SettlingContext {
  readonly database: { readonly reader: Reader }
  readonly clock: Pick<Clock, 'now'>
  readonly links: Links
  readonly encryption: Encryption
  readonly outgoing: Outgoing
}

const actMilliseconds = 40_000

export type PaymentOutcome = SessionTruth | ServiceFault

/** What the service says, and no word of any message. Nothing is captured for a request whose time is not kept. */
export const askService = async (
  { database, clock, encryption, outgoing }: SettlingContext,
  requests: Pick<PaidRequests, 'isLive'>,
  task: PaymentTask,
): Promise<PaymentOutcome> => {
  // Nobody was sent there.
  if (task.session === null) return { kind: task.expiresAt <= clock.now() ? 'over' : 'open' }
  if (!task.account) return faultOf('revoked')
  const provider = openPaymentProvider(
    { encryption, outgoing, now: clock.now() },
    task.account,
    within(actMilliseconds),
  )
  const { id } = sessionOf(encryption, task.id, task.session)
  if (!(await requests.isLive(database.reader, task))) return provider.end(id)
  const truth = await provider.read(id)
  return isFault(truth) || truth.kind !== 'approved' ? truth : captured(provider, id, task.id)
}

const captured = async (provider: PaymentProvider, sessionId: string, paymentId: string): Promise<PaymentOutcome> =>
  provider.capture(sessionId, paymentId)

export const sessionOf = (encryption: Encryption, paymentId: string, session: Buffer): PaymentSession =>
  JSON.parse(encryption.decrypt(session, ...sessionContext(paymentId))) as PaymentSession

/**
 * In one transaction: what was paid is booked, or given back. Whoever comes second finds that it has happened. Gives
 * when the service is asked again.
 */
export const settlePayment = async (
  { tx, links, now }: { readonly tx: Tx; readonly links: Links; readonly now: Date },
  requests: Pick<PaidRequests, 'confirm'>,
  task: PaymentTask,
  outcome: PaymentOutcome,
  attempts: number,
): Promise<Date | undefined> => {
  const payment = await lockPayment(tx, task.organizationId, task.id)
  if (!payment || payment.state === 'booked' || payment.state === 'returned') return undefined
  await recordHealth(tx, payment, outcome, now)
  const pause = delayAfter(attempts)
  if (isFault(outcome)) {
    await savePaymentState(tx, payment, { state: payment.state, fault: outcome.fault }, now)
    return new Date(now.getTime() + Math.max(pause, (outcome.retryAfterSeconds ?? 0) * 1000))
  }
  const step = nextStep(payment, outcome, pause, now)
  if (step.kind === 'wait') return payment.state === 'open' ? step.until : undefined
  if (step.kind === 'over') {
    await savePaymentState(tx, payment, { state: 'over' }, now)
    return undefined
  }
  const paid = { ...payment, externalId: step.externalId }
  const isPrice = outcome.kind === 'paid' && isPriceOf(payment, outcome.paid)
  const booked = isPrice ? await requests.confirm(tx, paid, now) : 'gone'
  const progress = { externalId: paid.externalId, paidAt: now }
  if (booked !== 'gone') {
    await savePaymentState(tx, payment, { ...progress, state: 'booked', inviteeId: booked.inviteeId }, now)
    return undefined
  }
  await savePaymentState(tx, payment, { ...progress, state: 'returned' }, now)
  const given = outcome.kind === 'paid' && outcome.paid?.currency === payment.currency ? outcome.paid : payment
  await giveBack(tx, payment, { amountMinor: given.amountMinor, reason: 'too_late' }, now)
  await recordFact(tx, {
    name: 'payment.returned',
    organizationId: payment.organizationId,
    actor: system,
    subject: paymentFact(links, payment, majorOf(payment)),
    occurredAt: now,
  })
  return undefined
}

/** Whether the account works. What concerns only one payment says nothing about it. */
const recordHealth = async (tx: Tx, payment: Payment, outcome: PaymentOutcome, now: Date): Promise<void> => {
  if (payment.accountId === null || payment.session === null) return
  if (isFault(outcome) && !concernsAccount(outcome)) return
  const health = isFault(outcome) ? { fault: outcome.fault, isLost: outcome.isFinal } : { fault: null, isLost: false }
  await recordAccountHealth(tx, payment.organizationId, payment.accountId, health, now)
}
