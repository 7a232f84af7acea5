import { type BookingRequest, priceToPay } from '#bookings/index.ts'
import type { AppContext } from '#execution/perform.ts'
import type { PaymentService } from '#integrations/index.ts'
import { beginPayment } from './begin-payment.ts'

/** Of the page of a request: where the invitee comes back to when they have paid, and when they have not. */
const paidPath = '/paid'
const unpaidQuery = '?payment=canceled'

/** Where the invitee pays for a request that waits for it. */
export const payForRequest = async (
  context: Pick<AppContext, 'database' | 'clock' | 'encryption' | 'outgoing'>,
  service: PaymentService,
  request: BookingRequest,
  url: string,
): Promise<{ readonly url: string } | 'unavailable'> => {
  const price = priceToPay(request)
  if (!price) return 'unavailable'
  const { amountMinor, currency, terms, refundHours } = price
  return beginPayment(context, service, {
    ...{ organizationId: request.organizationId, requestId: request.id, description: request.booking.name },
    ...{ amountMinor, currency, terms, refundHours },
    returnUrl: `${url}${paidPath}`,
    cancelUrl: `${url}${unpaidQuery}`,
  })
}
