import { type Links, uriOf } from '#contract/wire.ts'
import type { Payment } from './payment.ts'

/** What the activity log keeps about a payment: nothing about the invitee. */
export const paymentFact = (
  links: Links,
  { id, requestId, currency, service }: Pick<Payment, 'id' | 'requestId' | 'currency' | 'service'>,
  amount: number,
): object => ({
  uri: uriOf(links, 'payments', id),
  booking_request: uriOf(links, 'booking_requests', requestId),
  ...{ service, amount, currency },
})
