import { recordFact, system } from '#activity/index.ts'
import { toDeletionSubject } from '../resources.ts'
import { findDeletions, hasOrganization, insertDeletion } from '../store/deletions.ts'
import { readLedger } from './ledger.ts'
import { complete, type DeletionContext, runDeletion } from './run-deletions.ts'

/** Erases again what was erased after the backup was made. Returns how many requests the backup did not have. */
export const reapplyDeletions = async (context: DeletionContext, path: string): Promise<number> => {
  const { database, clock, links } = context
  const kept = new Map((await readLedger(path)).map((deletion) => [deletion.id, deletion]))
  let applied = 0
  for (const deletion of kept.values()) {
    const [known] = await findDeletions(database.reader, [deletion.id])
    if (known?.isCompleted || !(await hasOrganization(database.reader, deletion.organizationId))) continue
    if (!known) {
      await database.write(async (tx) => {
        const { organizationId } = deletion
        await insertDeletion(tx, deletion, clock.now())
        await recordFact(tx, {
          name: 'data_deletion.requested',
          organizationId,
          actor: system,
          subject: toDeletionSubject(links, deletion, null),
          occurredAt: clock.now(),
        })
      })
    }
    const again = known ?? { ...deletion, isCompleted: false, requestedByUser: null }
    await runDeletion(context, again)
    await database.write((tx) => complete(tx, again, links, clock.now()))
    applied += 1
  }
  return applied
}
