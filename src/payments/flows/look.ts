import type { AppContext } from '#execution/perform.ts'
import type { PaymentState } from '../payment.ts'
import { listPaymentsOfRequest, loadPaymentTasks } from '../store/payments.ts'
import { askService, type PaidRequests, settlePayment } from '../workflow/settle-payment.ts'

/**
 * An invitee comes back from a service: it is asked at once whether they have paid, and what was paid is booked. The
 * job would do the same later; whoever comes second finds it done.
 */
export const lookAtPayments = async (
  context: Pick<AppContext, 'database' | 'clock' | 'links' | 'encryption' | 'outgoing'>,
  requests: PaidRequests,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<void> => {
  const { database, clock, links } = context
  const open = (await listPaymentsOfRequest(database.reader, organizationId, id)).filter(
    ({ state }) => state === 'open',
  )
  if (open.length === 0) return
  const tasks = await database.write((tx) =>
    loadPaymentTasks(
      tx,
      open.map((payment) => payment.id),
    ),
  )
  for (const task of tasks) {
    const outcome = await askService(context, requests, task)
    await database.write((tx) => settlePayment({ tx, links, now: clock.now() }, requests, task, outcome, 1))
  }
}

/** What became of the attempts to pay for a request; the latest first. */
export const findPaymentStates = async (
  { database }: Pick<AppContext, 'database'>,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<readonly PaymentState[]> =>
  (await listPaymentsOfRequest(database.reader, organizationId, id)).map(({ state }) => state)
