import { type JobKind, tasksOf } from '#execution/jobs/kind.ts'
import type { AppContext } from '#execution/perform.ts'
import { isAway, isFault } from '#integrations/index.ts'
import { paymentJob } from '../payment.ts'
import { loadPaymentTasks, type PaymentTask } from '../store/payments.ts'
import { askService, type PaidRequests, type PaymentOutcome, settlePayment } from '../workflow/settle-payment.ts'

/** Asks services what was paid: when somebody comes back, when a message comes, and when a session ends. */
export const paymentSettlements = (
  context: Pick<AppContext, 'database' | 'clock' | 'links' | 'encryption' | 'outgoing'>,
  requests: PaidRequests,
): JobKind<PaymentTask, PaymentOutcome> => ({
  name: paymentJob,
  load: (tx, jobs) => tasksOf(jobs, (ids) => loadPaymentTasks(tx, ids)),
  act: (task) => askService(context, requests, task),
  isAway: (outcome) => isFault(outcome) && isAway(outcome),
  settle: async (tx, done) => {
    const again = new Map<number, Date>()
    const call = { tx, links: context.links, now: context.clock.now() }
    for (const { job, task, outcome } of done) {
      const next = await settlePayment(call, requests, task, outcome, job.attempts)
      if (next) again.set(job.id, next)
    }
    return again
  },
})
