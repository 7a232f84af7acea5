import { randomUUID } from 'node:crypto'
import type { Money } from '#contract/money.ts'
import type { AppContext } from '#execution/perform.ts'
import {
  isFault,
  isPayableAt,
  listPaymentAccounts,
  lockPaymentAccountOf,
  type PaymentService,
} from '#integrations/index.ts'
import type { Reader } from '#platform/db/database.ts'
import { type Payment, sessionContext, sessionMilliseconds } from '../payment.ts'
import { findOpenPayment, insertPayment, saveSession } from '../store/payments.ts'
import { openPaymentProvider, waitedMilliseconds, within } from '../workflow/open-provider.ts'
import { queueLook } from '../workflow/queue-look.ts'
import { sessionOf } from '../workflow/settle-payment.ts'

type PaymentContext = Pick<AppContext, 'database' | 'clock' | 'encryption' | 'outgoing'>

export interface PriceToPay extends Money {
  readonly organizationId: string
  readonly requestId: string
  readonly terms: string | null
  readonly refundHours: number | null
  readonly description: string
  readonly returnUrl: string
  readonly cancelUrl: string
}

/** The services at which this price can be paid, in the order in which they are offered. */
export const findPaymentServices = async (
  reader: Reader,
  price: Pick<PriceToPay, 'organizationId' | 'amountMinor' | 'currency'>,
): Promise<readonly PaymentService[]> => {
  const accounts = await listPaymentAccounts(reader, price.organizationId)
  return accounts.flatMap(({ isLost, service }) => (!isLost && isPayableAt(service, price) ? [service] : []))
}

/**
 * Where the invitee pays: two transactions, with the request to the service between them. Whoever begins again, in
 * another tab or after a crash, comes to the same session.
 */
export const beginPayment = async (
  { database, clock, encryption, outgoing }: PaymentContext,
  service: PaymentService,
  price: PriceToPay,
): Promise<{ readonly url: string } | 'unavailable'> => {
  const { organizationId, requestId, returnUrl, cancelUrl } = price
  const now = clock.now()
  const begun = await database.write(async (tx) => {
    const account = await lockPaymentAccountOf(tx, organizationId, service)
    if (!account || account.isLost) return undefined
    const known = await findOpenPayment(tx, organizationId, { requestId, accountId: account.id })
    if (known) return { account, payment: known }
    const payment: Payment = {
      ...{ organizationId, id: randomUUID(), requestId, inviteeId: null, accountId: account.id, service },
      ...{ amountMinor: price.amountMinor, currency: price.currency, terms: price.terms },
      ...{ refundHours: price.refundHours, description: price.description, state: 'open', session: null },
      ...{ expiresAt: new Date(now.getTime() + sessionMilliseconds), externalId: null, paidAt: null },
      ...{ refundedMinor: 0, createdAt: now, updatedAt: now },
    }
    await insertPayment(tx, payment)
    // Whatever becomes of this process: it is looked at when its session ends.
    await queueLook(tx, payment, now, payment.expiresAt)
    return { account, payment }
  })
  if (!begun || !isPayableAt(service, price)) return 'unavailable'
  const { account, payment } = begun
  if (payment.session) return { url: sessionOf(encryption, payment.id, payment.session).url }
  const provider = openPaymentProvider({ encryption, outgoing, now }, account, within(waitedMilliseconds))
  const opened = await provider.open({ ...payment, returnUrl, cancelUrl })
  if (isFault(opened)) return 'unavailable'
  const session = encryption.encrypt(JSON.stringify(opened), ...sessionContext(payment.id))
  await database.write((tx) => saveSession(tx, organizationId, payment.id, session, clock.now()))
  return { url: opened.url }
}
