import { announceTo, type Listener } from '#activity/index.ts'
import type { JobKind } from '#execution/jobs/kind.ts'
import { Worker } from '#execution/jobs/worker.ts'
import type { AppContext } from '#execution/perform.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import type { TestApp } from './app.ts'
import type { Person } from './cast.ts'
import { putOthersAside } from './own-work.ts'
import { recordedLog } from './recorded-log.ts'

/** Where a process ends: before its n-th request, or after it, before it could say so to the database. */
export interface Death {
  readonly request: number
  readonly isSent: boolean
}

interface DyingWork<Task, Outcome> {
  readonly listener: Listener
  readonly kind: (context: AppContext) => JobKind<Task, Outcome>
  /** Whose rows the jobs are about. */
  readonly table: 'conferences' | 'calendar_entries'
}

/** Does the work of an organization that is due, in a process that is killed on the way: nothing is settled. */
export const dieWorking = async <Task, Outcome>(
  app: TestApp,
  { principal: { organizationId } }: Person,
  { listener, kind: kindFor, table }: DyingWork<Task, Outcome>,
  { request, isSent }: Death,
): Promise<void> => {
  const { database } = app.context
  await announceOnlyTo(app, listener)
  let die = (): void => {}
  const death = new Promise<void>((done) => {
    die = done
  })
  let count = 0
  const send: Outgoing['send'] = async (asked) => {
    const isLast = count === request
    count += 1
    if (isLast && isSent) await app.context.outgoing.send(asked)
    if (!isLast) return app.context.outgoing.send(asked)
    die()
    return new Promise(() => {})
  }
  const kind = kindFor({ ...app.context, outgoing: { send } as Outgoing })
  const rows = await database.reader
    .selectFrom(table)
    .select('id')
    .where('organization_id', '=', organizationId)
    .execute()
  const jobs = rows.map(({ id }, index) => ({ id: index, subjectId: id }) as never)
  const tasks = await database.write((tx) => kind.load(tx, jobs))
  await Promise.race([death, Promise.all([...tasks.values()].map((task) => kind.act(task, async () => true)))])
}

/** What happened is announced to one listener and to no other, and no job runs. */
export const announceOnlyTo = async (app: TestApp, listener: Listener): Promise<void> => {
  await putOthersAside(app)
  const log = recordedLog()
  const rounds = [announceTo([listener], { ...app.context, log })]
  await new Worker({ ...app.context, log, rounds, kinds: [] }).drain()
}
