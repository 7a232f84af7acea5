import { existsSync } from 'node:fs'
import type { Worker } from '#execution/jobs/worker.ts'
import { type Job, releaseJobs } from '#execution/store/jobs.ts'
import type { Database } from '#platform/db/database.ts'
import { systemClock } from '#platform/time/clock.ts'
import { aKind, aWorker } from './jobs.ts'

export const openTarget = async (target: string): Promise<Database> =>
  existsSync(target)
    ? (await import('#platform/db/embedded.ts')).openEmbedded(target)
    : (await import('#platform/db/postgres.ts')).openPostgres(target, () => {})

/** As the service starts its work. Leases are short, so that nobody waits long for those of the dead. */
export const startWorkOn = async (
  target: string,
  name: string,
  act: (job: Job) => Promise<string>,
): Promise<Worker> => {
  const database = await openTarget(target)
  if (database.kind === 'embedded') await database.write((tx) => releaseJobs(tx, systemClock.now()))
  return aWorker(database, systemClock, aKind({ name, act }), { leaseSeconds: 1 }).worker
}
