import { setTimeout as pause } from 'node:timers/promises'
import { countErased, recordFact, system } from '#activity/index.ts'
import { type Links, uriOf } from '#contract/wire.ts'
import { type JobKind, tasksOf } from '#execution/jobs/kind.ts'
import type { AppContext } from '#execution/perform.ts'
import { findErasedMails } from '#notifications/index.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { DatabaseAway } from '#platform/db/faults.ts'
import { toDeletionSubject } from '../resources.ts'
import { completeDeletion, deletionJob, findDeletions, type KnownDeletion } from '../store/deletions.ts'
import { eraseMeetings, erasePerson, tryErasureLock } from '../store/erasure.ts'
import { appendToLedger, deleteMailFiles } from './ledger.ts'

export type DeletionContext = Pick<AppContext, 'database' | 'clock' | 'links' | 'persons' | 'paths'>

const meetingsAtOnce = 50

/** A mail that was being sent during the erasure may become a file afterwards; this is long enough for that. */
const secondPassMilliseconds = 45_000

/** Carries out erasure requests. Idempotent: a second run finds nothing to do. */
export const dataDeletions = (context: DeletionContext): JobKind<KnownDeletion, void> => ({
  name: deletionJob,
  load: (tx, jobs) => tasksOf(jobs, (ids) => findDeletions(tx, ids)),
  act: async (deletion) => {
    if (!deletion.isCompleted) await appendToLedger(context.paths.deletions, deletion)
    await runDeletion(context, deletion)
  },
  isAway: () => false,
  settle: async (tx, done) => {
    const again = new Map<number, Date>()
    const now = context.clock.now()
    for (const { job, task } of done) {
      await complete(tx, task, context.links, now)
      if (!task.isCompleted) again.set(job.id, new Date(now.getTime() + secondPassMilliseconds))
    }
    return again
  },
})

/** In batches, each in a transaction of its own. */
export const runDeletion = async (
  context: DeletionContext,
  { id, organizationId, persons: wanted, span }: KnownDeletion,
): Promise<void> => {
  const { database, clock, persons, links, paths } = context
  const mails: string[] = [...(await findErasedMails(database.reader, organizationId))]
  for (const person of wanted)
    mails.push(
      ...(await withErasureLock(database, organizationId, (tx) =>
        erasePerson(tx, organizationId, person, id, { persons, links }, clock.now()),
      )),
    )
  for (let more = span !== null; more && span; ) {
    const piece = await withErasureLock(database, organizationId, (tx) =>
      eraseMeetings(tx, organizationId, span, id, { persons, links }, meetingsAtOnce, clock.now()),
    )
    mails.push(...piece.mails)
    more = piece.more
  }
  await deleteMailFiles(paths.mails, mails)
}

/** Shorter than a lease. */
const maxLockWaitMilliseconds = 30_000

/** Waits without an open transaction; on timeout the job is retried later. */
const withErasureLock = async <T>(
  database: Database,
  organizationId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  for (let waited = 0; waited < maxLockWaitMilliseconds; waited += 50) {
    const taken = await database.write(async (tx) =>
      (await tryErasureLock(tx, organizationId)) ? { result: await work(tx) } : undefined,
    )
    if (taken) return taken.result
    await pause(50)
  }
  throw new DatabaseAway(new Error('Somebody else is being forgotten for very long.'))
}

/** Records the completion, once. */
export const complete = async (tx: Tx, deletion: KnownDeletion, links: Links, now: Date): Promise<void> => {
  const { id, organizationId, requestedByUser } = deletion
  const entries = await countErased(tx, organizationId, id)
  if (!(await completeDeletion(tx, organizationId, id, entries, now))) return
  const by = requestedByUser === null ? null : uriOf(links, 'users', requestedByUser)
  const subject = { ...toDeletionSubject(links, deletion, by), entries }
  await recordFact(tx, { name: 'data_deletion.completed', organizationId, actor: system, subject, occurredAt: now })
}
