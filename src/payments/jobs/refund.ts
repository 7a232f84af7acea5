import { recordFact, system } from '#activity/index.ts'
import { majorOf } from '#contract/money.ts'
import { uriOf } from '#contract/wire.ts'
import { delayAfter } from '#execution/jobs/back-off.ts'
import { type Done, type JobKind, tasksOf } from '#execution/jobs/kind.ts'
import type { AppContext } from '#execution/perform.ts'
import { faultOf, isAway, type ServiceFault } from '#integrations/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { day } from '#platform/time/durations.ts'
import { refundJob } from '../payment.ts'
import { loadRefundTasks, markRefundTried, type RefundTask, settleRefund } from '../store/refunds.ts'
import { openPaymentProvider, within } from '../workflow/open-provider.ts'

const actMilliseconds = 40_000
/** A service may be down for a weekend. */
const patienceMilliseconds = 7 * day

interface RefundOutcome {
  readonly fault: ServiceFault | undefined
}

type RefundContext = Pick<AppContext, 'database' | 'clock' | 'links' | 'encryption' | 'outgoing'>

/** Gives money back, once, under a key of the refund. */
export const paymentRefunds = (context: RefundContext): JobKind<RefundTask, RefundOutcome> => ({
  name: refundJob,
  load: (tx, jobs) => tasksOf(jobs, (ids) => loadRefundTasks(tx, ids)),
  act: async (task) => ({ fault: await refund(context, task) }),
  isAway: ({ fault }) => fault !== undefined && isAway(fault),
  settle: (tx, done) => settle(tx, done, context),
})

const refund = async (
  { database, clock, encryption, outgoing }: RefundContext,
  task: RefundTask,
): Promise<ServiceFault | undefined> => {
  if (!task.account) return faultOf('revoked')
  const now = clock.now()
  if (task.triedAt === null) await database.write((tx) => markRefundTried(tx, task, now))
  const provider = openPaymentProvider({ encryption, outgoing, now }, task.account, within(actMilliseconds))
  return provider.refund({ ...task, wasTried: task.triedAt !== null })
}

const settle = async (
  tx: Tx,
  done: readonly Done<RefundTask, RefundOutcome>[],
  { clock, links }: RefundContext,
): Promise<ReadonlyMap<number, Date>> => {
  const again = new Map<number, Date>()
  const now = clock.now()
  for (const { job, task, outcome } of done) {
    const { fault } = outcome
    const isOver = fault && (fault.fault === 'forbidden' || isTooOld(task, now) || !task.account)
    const state = !fault ? 'done' : isOver ? 'failed' : 'waiting'
    const isDone = await settleRefund(tx, task, { state, fault: fault?.fault ?? null }, now)
    if (state === 'waiting')
      again.set(
        job.id,
        new Date(now.getTime() + Math.max(delayAfter(job.attempts), (fault?.retryAfterSeconds ?? 0) * 1000)),
      )
    if (!isDone && state !== 'failed') continue
    await recordFact(tx, {
      name: isDone ? 'payment.refunded' : 'payment.refund_failed',
      organizationId: task.organizationId,
      actor: system,
      subject: {
        uri: uriOf(links, 'payments', task.paymentId),
        ...{ amount: majorOf(task), currency: task.currency, reason: task.reason },
      },
      occurredAt: now,
    })
  }
  return again
}

const isTooOld = ({ createdAt }: RefundTask, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > patienceMilliseconds
