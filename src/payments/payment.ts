import type { Money } from '#contract/money.ts'
import type { PaymentService } from '#integrations/index.ts'
import { hour, minute } from '#platform/time/durations.ts'
import type { SessionTruth } from './session-truth.ts'

export const paymentStates = ['open', 'booked', 'returned', 'over'] as const
export type PaymentState = (typeof paymentStates)[number]

export type RefundReason = 'host_canceled' | 'invitee_canceled' | 'by_hand' | 'too_late'

/** One attempt to pay for a booking request at one service. */
export interface Payment extends Money {
  readonly organizationId: string
  readonly id: string
  readonly requestId: string
  /** Who was booked with it. They may have rescheduled since. */
  readonly inviteeId: string | null
  /** Null when it was disconnected. */
  readonly accountId: string | null
  readonly service: PaymentService
  readonly terms: string | null
  readonly refundHours: number | null
  readonly description: string
  readonly state: PaymentState
  /** Encrypted. */
  readonly session: Buffer | null
  /** Until then the service takes the money. */
  readonly expiresAt: Date
  readonly externalId: string | null
  readonly paidAt: Date | null
  readonly refundedMinor: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Stripe takes no less than thirty minutes; a minute is for the way there. */
export const sessionMilliseconds = 31 * minute

/** For so long after its end a session is looked at again, where the service has not said that it is over. */
const watchedMilliseconds = 24 * hour

export const paymentJob = 'payment'
export const refundJob = 'payment refund'

/** One after another at each account. */
export const laneOf = (accountId: string | null): string => `${paymentJob} ${accountId ?? 'without account'}`

/** The context that sessions are encrypted with: they open for this payment alone. */
export const sessionContext = (id: string): [string, string] => ['payment session', id]

export type NextStep =
  /** The time becomes the invitee's, or they get their money back. */
  | { readonly kind: 'paid'; readonly externalId: string }
  | { readonly kind: 'over' }
  | { readonly kind: 'wait'; readonly until: Date }

/** What follows from what the service says. */
export const nextStep = (
  payment: Pick<Payment, 'amountMinor' | 'currency' | 'expiresAt'>,
  truth: SessionTruth,
  pauseMilliseconds: number,
  now: Date,
): NextStep => {
  switch (truth.kind) {
    case 'paid':
      return { kind: 'paid', externalId: truth.externalId }
    case 'over':
      return { kind: 'over' }
    case 'pending':
      return { kind: 'wait', until: new Date(now.getTime() + pauseMilliseconds) }
    case 'open':
    case 'approved': {
      const untilEnd = payment.expiresAt.getTime() - now.getTime()
      if (untilEnd > 0) return { kind: 'wait', until: payment.expiresAt }
      if (untilEnd <= -watchedMilliseconds) return { kind: 'over' }
      return { kind: 'wait', until: new Date(now.getTime() + pauseMilliseconds) }
    }
  }
}

/** Whether it was the price that was paid: what is not is given back. */
export const isPriceOf = ({ amountMinor, currency }: Money, paid: Money | undefined): boolean =>
  paid === undefined || (paid.amountMinor === amountMinor && paid.currency === currency)

export interface Cancellation {
  readonly by: 'host' | 'invitee'
  readonly canceledAt: Date
  readonly startsAt: Date
}

/** What an invitee gets back: all of it from a host who cancels, or where the event type says that it is early enough. */
export const refundAfter = (
  { amountMinor, refundHours }: Pick<Payment, 'amountMinor' | 'refundHours'>,
  { by, canceledAt, startsAt }: Cancellation,
): number => {
  if (by === 'host') return amountMinor
  if (refundHours === null) return 0
  return canceledAt.getTime() <= startsAt.getTime() - refundHours * hour ? amountMinor : 0
}
