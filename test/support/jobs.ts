import { randomUUID } from 'node:crypto'
import type { Done, JobKind } from '#execution/jobs/kind.ts'
import { Worker, type WorkerOptions } from '#execution/jobs/worker.ts'
import { insertJobs, type Job } from '#execution/store/jobs.ts'
import type { Database } from '#platform/db/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import { recordedLog } from './recorded-log.ts'

/** A kind of job that does what a test tells it to, and remembers all of it. */
export interface TestKind extends JobKind<Job, string> {
  /** The subjects that were acted on, in order. */
  readonly acted: string[]
  /** How many were under way at once, at most, in each lane. */
  readonly most: Map<string, number>
}

interface Behaviour {
  readonly name?: string
  readonly act?: (job: Job) => Promise<string>
  readonly again?: (done: Done<Job, string>) => Date | undefined
  readonly isAway?: (outcome: string) => boolean
}

export const aKind = ({
  name = `test ${randomUUID()}`,
  act = async () => 'done',
  again = () => undefined,
  isAway = () => false,
}: Behaviour = {}): TestKind => {
  const acted: string[] = []
  const now = new Map<string, number>()
  const most = new Map<string, number>()
  return {
    name,
    acted,
    most,
    load: async (_, jobs) => new Map(jobs.map((job) => [job.id, job])),
    act: async (job) => {
      acted.push(job.subjectId)
      now.set(job.lane, (now.get(job.lane) ?? 0) + 1)
      most.set(job.lane, Math.max(most.get(job.lane) ?? 0, now.get(job.lane) ?? 0))
      try {
        return await act(job)
      } finally {
        now.set(job.lane, (now.get(job.lane) ?? 1) - 1)
      }
    },
    settle: async (_, done) =>
      new Map(
        done.flatMap((one) => {
          const at = again(one)
          return at ? [[one.job.id, at]] : []
        }),
      ),
    isAway,
  }
}

export const aWorker = (
  database: Database,
  clock: Clock,
  kind: JobKind<never, never> | TestKind,
  options: Partial<WorkerOptions> = {},
) => {
  const log = recordedLog()
  return { worker: new Worker({ database, clock, log, kinds: [kind], ...options }), log }
}

/** So many jobs in one lane, by what they are about. */
export const queueJobs = async (
  database: Database,
  now: Date,
  organizationId: string,
  kind: string,
  lane: string,
  count: number,
): Promise<string[]> => {
  const subjects = Array.from({ length: count }, () => randomUUID())
  await database.write((tx) =>
    insertJobs(
      tx,
      subjects.map((subjectId) => ({ organizationId, kind, lane, subjectId })),
      now,
    ),
  )
  return subjects
}

export const countJobs = async (database: Database, kind: string): Promise<number> =>
  (await database.reader.selectFrom('jobs').select('id').where('kind', '=', kind).execute()).length
