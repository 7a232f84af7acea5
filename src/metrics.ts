import { findOldestWaiting } from '#activity/index.ts'
import { overviewOfRequests, requestStates } from '#bookings/index.ts'
import { overviewOfConnections } from '#calendars/index.ts'
import { overviewOfConferences } from '#conferences/index.ts'
import type { AppContext } from '#execution/perform.ts'
import { countSetAsideJobs, findOldestDue } from '#execution/store/jobs.ts'
import { Metrics, serveMetrics, textOfAll } from '#http/metrics.ts'
import { clockDifference } from '#instance/store/clock-difference.ts'
import { overviewOfPayments, paymentStates } from '#payments/index.ts'
import type { Config } from '#platform/config.ts'
import type { Replica } from '#platform/db/database.ts'
import { readVersion } from '#platform/version.ts'
import { answerSupervisor } from '#process/workers.ts'

/** What an operator watches of this process, and of the work that waits in the database. */
export const openMetrics = async (context: AppContext): Promise<Metrics> => {
  const { database, clock, jobCounts } = context
  const metrics = new Metrics(database)
  const version = await readVersion()
  const age = (since: Date | null | undefined): number => (since ? (clock.now().getTime() - since.getTime()) / 1000 : 0)
  metrics.watchCounts('openslot_build_info', 'The release that runs', ['version', 'node', 'database'], () => [
    { labels: { version, node: process.versions.node, database: database.kind }, count: 1 },
  ])
  metrics.watchCounts(
    'openslot_jobs_total',
    'Jobs by kind and what became of them in this process',
    ['kind', 'outcome'],
    () => jobCounts.all().map(({ kind, outcome, count }) => ({ labels: { kind, outcome }, count })),
  )
  metrics.watch(
    'openslot_oldest_due_job_seconds',
    'How long the oldest job is due that nobody does; zero when none is',
    async () => age(await findOldestDue(database.reader, clock.now())),
  )
  metrics.watch(
    'openslot_jobs_set_aside',
    'Jobs that are not tried again because the process died three times while they ran',
    () => countSetAsideJobs(database.reader),
  )
  metrics.watch(
    'openslot_oldest_unannounced_fact_seconds',
    'How long the oldest fact waits for its mails and webhooks; zero when none does',
    async () => age(await findOldestWaiting(database.reader, 'announce_at', clock.now())),
  )
  metrics.watch(
    'openslot_oldest_unlogged_fact_seconds',
    'How long the oldest fact waits for its entry in the activity log; zero when none does',
    async () => age(await findOldestWaiting(database.reader, 'log_at', clock.now())),
  )
  metrics.watch(
    'openslot_calendar_oldest_sync_seconds',
    'Age of the oldest look at the calendars of a host; they are read every five minutes',
    async () => age((await overviewOfConnections(database.reader)).oldestSync),
  )
  for (const [state, help] of [
    ['made', 'Upcoming meetings whose link another service has created'],
    ['waiting', 'Upcoming meetings whose link is still being created'],
    ['failed', 'Upcoming meetings that have no link, and for which none is being created'],
  ] as const)
    metrics.watch(
      `openslot_conferences_${state}`,
      help,
      async () => (await overviewOfConferences(database.reader, clock.now()))[state],
    )
  for (const state of requestStates)
    metrics.watch(
      `openslot_booking_requests_${state}`,
      `Booking requests that are ${state}, of the last 400 days`,
      async () => (await overviewOfRequests(database.reader)).states[state],
    )
  for (const state of paymentStates)
    metrics.watch(
      `openslot_payments_${state}`,
      `Payments of invitees that are ${state}`,
      async () => (await overviewOfPayments(database.reader)).states[state],
    )
  metrics.watch(
    'openslot_payment_refunds_failed',
    'Refunds that payment services have refused in the last 30 days',
    async () => (await overviewOfPayments(database.reader)).failedRefunds,
  )
  metrics.watch(
    'openslot_payment_refunds_overdue',
    'Refunds that have waited for more than an hour',
    async () => (await overviewOfPayments(database.reader)).waitingRefunds,
  )
  if (database.kind === 'postgres')
    metrics.watch(
      'openslot_clock_difference_seconds',
      'How far the clock of this process and that of PostgreSQL are apart; at most 5',
      async () => Math.abs(await clockDifference(database, clock)),
    )
  if (database.replica) watchReplica(metrics, database.replica)
  return metrics
}

const watchReplica = (metrics: Metrics, replica: Replica): void => {
  metrics.watch(
    'openslot_replica_lag_seconds',
    'Age of what the replica shows; from one second on it is not read from',
    async () => {
      const age = replica.ageMilliseconds()
      if (age === undefined) throw new Error('Nobody compares it with the primary.')
      return age / 1000
    },
  )
  metrics.watchCounts(
    'openslot_replica_reads_total',
    'Statements answered by the replica, and those done again on the primary',
    ['outcome'],
    () => Object.entries(replica.counts()).map(([outcome, count]) => ({ labels: { outcome }, count })),
  )
}

/** Those of all workers at one address. */
export const publishWorkerMetrics = (
  config: Config,
  collect: () => Promise<readonly (readonly object[])[]>,
): Promise<{ close(): void }> =>
  publishMetrics({ text: async () => textOfAll(await collect()), values: async () => [] }, config)

/** Where the operator wants them; nothing otherwise. */
export const publishMetrics = async (
  metrics: Pick<Metrics, 'text' | 'values'>,
  { metricsHost, metricsPort }: Config,
  isWorker = false,
): Promise<{ close(): void }> => {
  if (metricsPort === undefined) return { close: () => {} }
  if (isWorker) {
    answerSupervisor(() => metrics.values())
    return { close: () => {} }
  }
  const server = await serveMetrics(metrics, metricsHost, metricsPort)
  return {
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
