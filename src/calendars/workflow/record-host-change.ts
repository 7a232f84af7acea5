import { recordFact, system } from '#activity/index.ts'
import type { Links } from '#contract/wire.ts'
import type { Tx } from '#platform/db/database.ts'
import { factSubject } from '../fact-subject.ts'
import type { HostChange } from '../host-change.ts'
import type { ConnectionToLookAt } from '../store/connections.ts'
import { saveHostChange, type WrittenMeeting } from '../store/host-changes.ts'

/** A host who moved or deleted a meeting in their own calendar gets a mail, and decides. Nothing is moved or canceled by itself. */
export const recordHostChange = async (
  tx: Tx,
  links: Links,
  connection: ConnectionToLookAt,
  { entry, change }: { readonly entry: WrittenMeeting; readonly change: HostChange | null },
  now: Date,
): Promise<void> => {
  if (!(await saveHostChange(tx, entry, change)) || !change) return
  const { id, name, startsAt } = entry
  const meeting = { entryId: id, name, startsAt, movedTo: change.kind === 'moved' ? change.startsAt : null }
  const reason = change.kind === 'moved' ? 'A meeting was moved in the calendar of its host.' : 'A meeting was deleted in the calendar of its host.'
  const subject = { ...factSubject(links, connection, reason), meeting }
  await recordFact(tx, { name: 'calendar.entry_changed', organizationId: connection.organizationId, actor: system, subject, occurredAt: now })
}
