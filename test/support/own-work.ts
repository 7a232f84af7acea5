import { sql } from 'kysely'
import { buildWorker } from '#background.ts'
import type { Worker } from '#execution/jobs/worker.ts'
import type { AppContext } from '#execution/perform.ts'
import type { TestApp } from './app.ts'
import { type Line, recordedLog } from './recorded-log.ts'
import { organizationsOf } from './watched-database.ts'

export interface OwnWork {
  readonly worker: Worker
  readonly lines: Line[]
  /** Announces what happened and does what is due, until nothing is. */
  work(): Promise<void>
}

/** The worker of a real service, for what is to be done in the organizations of this app and in no others. */
export const ownWork = async (app: TestApp, context: AppContext = app.context): Promise<OwnWork> => {
  const log = recordedLog()
  const worker = buildWorker(context, log)
  await putOthersAside(app)
  return {
    worker,
    lines: log.lines,
    work: async () => {
      await putOthersAside(app)
      await worker.drain()
      const [mistake] = log.lines.filter(({ level }) => level === 'error')
      if (mistake) throw new Error(`${mistake.message} ${JSON.stringify(mistake.fields)}`)
    },
  }
}

/**
 * The files of a process share a database, and each has a clock of its own: what is due by one is far from due by
 * another. So what was done in others' organizations is announced, sent and reminded of in a thousand years, until they
 * work themselves.
 */
export const putOthersAside = async ({ context, id }: TestApp): Promise<void> => {
  const own = sql`organization_id in ${organizationsOf(id)}`
  // As hours, of which there are no longer and shorter ones.
  const aside = sql`interval '8760000 hours'`
  const [soon, muchLater] = [sql`'2900-01-01'::timestamptz`, sql`'4000-01-01'::timestamptz`]
  await context.database.write(
    async (tx) =>
      void (await sql`
        with others_jobs as (update jobs set run_at = run_at + ${aside} where run_at < ${soon} and not ${own}),
          own_jobs as (update jobs set run_at = run_at - ${aside} where run_at >= ${soon} and ${own}),
          others_facts as (
            update facts set announce_at = announce_at + ${aside}, log_at = log_at + ${aside}
            where (announce_at < ${soon} or log_at < ${soon}) and not ${own}
          )
        update facts set announce_at = announce_at - ${aside}, log_at = log_at - ${aside}
        where (announce_at >= ${soon} and announce_at < ${muchLater} or log_at >= ${soon} and log_at < ${muchLater}) and ${own}`.execute(
        tx,
      )),
  )
}
