import type { AppContext } from '#execution/perform.ts'
import { findPaymentAccountOf, type PaymentService } from '#integrations/index.ts'
import { paymentIdIn } from '../bell.ts'
import type { IncomingMessage } from '../providers/provider.ts'
import { lockPayment } from '../store/payments.ts'
import { openPaymentProvider, within } from '../workflow/open-provider.ts'
import { queueLook } from '../workflow/queue-look.ts'

const verifyMilliseconds = 10_000

/**
 * A service says that something has changed. What it says is not believed: a job asks the service. False for a message
 * that did not come from it.
 */
export const ringPayment = async (
  { database, clock, encryption, outgoing }: Pick<AppContext, 'database' | 'clock' | 'encryption' | 'outgoing'>,
  { organizationId, service }: { readonly organizationId: string; readonly service: PaymentService },
  message: IncomingMessage,
): Promise<boolean> => {
  const account = await findPaymentAccountOf(database.reader, organizationId, service)
  if (!account) return false
  const now = clock.now()
  const provider = openPaymentProvider({ encryption, outgoing, now }, account, within(verifyMilliseconds))
  if (!(await provider.isGenuine(message))) return false
  const paymentId = paymentIdIn(message.body)
  if (paymentId === undefined) return true
  await database.write(async (tx) => {
    const payment = await lockPayment(tx, organizationId, paymentId)
    if (payment?.accountId !== account.id) return
    if (payment.state === 'open' || payment.state === 'over') await queueLook(tx, payment, now)
  })
  return true
}
