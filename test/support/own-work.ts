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
 * another. So the jobs and facts of others' organizations are set aside, with a note of when they were due, and are as
 * they were once their own file works.
 */
export const putOthersAside = async ({ context, id }: TestApp): Promise<void> => {
  const isOwn = (table: 'jobs' | 'facts') => sql`${sql.ref(`${table}.organization_id`)} in ${organizationsOf(id)}`
  // No clock of a test gets there. What no worker of a test announces is due even later: see `postpone_fact`.
  const never = sql`'9000-01-01'::timestamptz`
  await context.database.write(
    async (tx) =>
      void (await sql`
        with others_jobs as (
          insert into test_support.jobs_aside select id, run_at from jobs where run_at < ${never} and not ${isOwn('jobs')}
          on conflict (id) do update set run_at = excluded.run_at returning id
        ),
        set_jobs_aside as (update jobs set run_at = ${never} where id in (select id from others_jobs)),
        own_jobs as (
          delete from test_support.jobs_aside as aside using jobs where jobs.id = aside.id and ${isOwn('jobs')} returning aside.*
        ),
        take_jobs_back as (update jobs set run_at = own_jobs.run_at from own_jobs where jobs.id = own_jobs.id),
        others_facts as (
          insert into test_support.facts_aside select id, announce_at, log_at from facts
          where (announce_at < ${never} or log_at < ${never}) and not ${isOwn('facts')}
          on conflict (id) do update set announce_at = excluded.announce_at, log_at = excluded.log_at returning *
        ),
        set_facts_aside as (
          update facts set announce_at = case when facts.announce_at is not null then ${never} end, log_at = case when facts.log_at is not null then ${never} end
          from others_facts where facts.id = others_facts.id
        ),
        own_facts as (
          delete from test_support.facts_aside as aside using facts where facts.id = aside.id and ${isOwn('facts')} returning aside.*
        )
        update facts set announce_at = own_facts.announce_at, log_at = own_facts.log_at
        from own_facts where facts.id = own_facts.id`.execute(tx)),
  )
}
