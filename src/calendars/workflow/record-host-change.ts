import { recordFact, system } from '#activity/index.ts'
import type { Links } from '#contract/wire.ts'
import type { Tx } from '#platform/db/database.ts'
import { factSubject } from '../fact-subject.ts'
import type { HostChange } from '../host-change.ts'
import type { ConnectionToSync } from '../store/connections.ts'
import { saveHostChange, type WrittenMeeting } from '../store/host-changes.ts'

const reasons: Readonly<Record<HostChange['kind'], string>> = {
  moved: 'A meeting was moved in the calendar of its host.',
  longer: 'A meeting was made longer in the calendar of its host.',
  shorter: 'A meeting was made shorter in the calendar of its host.',
  freed: 'A meeting was set to free in the calendar of its host.',
  canceled: 'A meeting was canceled in the calendar of its host.',
  deleted: 'A meeting was deleted in the calendar of its host.',
}

/** When it begins now, or ends where only that has changed; null where it is not to be. */
export const newTimeOf = (change: HostChange): number | null =>
  change.kind === 'moved' ? change.startsAt : 'endsAt' in change ? change.endsAt : null

/**
 * A host who moved or deleted a meeting in their own calendar gets a mail, and decides. Nothing is moved or canceled by
 * itself.
 */
export const recordHostChange = async (
  tx: Tx,
  links: Links,
  connection: ConnectionToSync,
  { entry, change }: { readonly entry: WrittenMeeting; readonly change: HostChange | null },
  now: Date,
): Promise<void> => {
  if (!(await saveHostChange(tx, entry, change)) || !change) return
  const { id, name, startsAt } = entry
  const meeting = { entryId: id, name, startsAt, change: change.kind, movedTo: newTimeOf(change) }
  const subject = { ...factSubject(links, connection, reasons[change.kind]), meeting }
  await recordFact(tx, {
    name: 'calendar.entry_changed',
    organizationId: connection.organizationId,
    actor: system,
    subject,
    occurredAt: now,
  })
}
