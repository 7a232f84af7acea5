import { findOldestUnannounced } from '#activity/index.ts'
import { overviewOfConnections } from '#calendars/index.ts'
import type { AppContext } from '#execution/perform.ts'
import { findOldestDue } from '#execution/store/jobs.ts'
import { Metrics, serveMetrics } from '#http/metrics.ts'
import type { Config } from '#platform/config.ts'
import { readVersion } from '#platform/version.ts'

/** What an operator watches of this process, and of the work that waits in the database. */
export const openMetrics = async (context: AppContext): Promise<Metrics> => {
  const { database, clock, jobCounts } = context
  const metrics = new Metrics(database)
  const version = await readVersion()
  const age = (since: Date | null | undefined): number => (since ? (clock.now().getTime() - since.getTime()) / 1000 : 0)
  metrics.watchCounts('openslot_build_info', 'The release that runs', ['version', 'node', 'database'], () => [
    { labels: { version, node: process.versions.node, database: database.kind }, count: 1 },
  ])
  metrics.watchCounts('openslot_jobs_total', 'Jobs by kind and what became of them in this process', ['kind', 'outcome'], () =>
    jobCounts.all().map(({ kind, outcome, count }) => ({ labels: { kind, outcome }, count })),
  )
  metrics.watch('openslot_oldest_due_job_seconds', 'How long the oldest job is due that nobody does; zero when none is', async () =>
    age(await findOldestDue(database.reader, clock.now())),
  )
  metrics.watch(
    'openslot_oldest_unannounced_fact_seconds',
    'How long the oldest fact waits for its mails, messages and entry in the log; zero when none does',
    async () => age(await findOldestUnannounced(database.reader, clock.now())),
  )
  metrics.watch('openslot_calendar_oldest_look_seconds', 'Age of the oldest look at the calendars of a host; they are read every five minutes', async () =>
    age((await overviewOfConnections(database.reader)).oldestLook),
  )
  return metrics
}

/** Where the operator wants them; nothing otherwise. */
export const publishMetrics = async (metrics: Metrics, { metricsHost, metricsPort }: Config): Promise<{ close(): void }> => {
  if (metricsPort === undefined) return { close: () => {} }
  const server = await serveMetrics(metrics, metricsHost, metricsPort)
  return {
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
