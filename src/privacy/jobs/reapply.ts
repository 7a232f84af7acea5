import { recordFact, system } from '#activity/index.ts'
import { toDeletionSubject } from '../resources.ts'
import { findDeletions, hasOrganization, insertDeletion } from '../store/deletions.ts'
import { readLedger } from './ledger.ts'
import { complete, type Means, runDeletion } from './run-deletions.ts'

/** Forgets again what was forgotten after a backup was made. Gives how many requests the backup did not know of. */
export const reapplyDeletions = async (means: Means, path: string): Promise<number> => {
  const { database, clock, links } = means
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
    await runDeletion(means, again)
    await database.write((tx) => complete(tx, again, links, clock.now()))
    applied += 1
  }
  return applied
}
