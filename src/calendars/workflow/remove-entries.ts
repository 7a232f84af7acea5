import type { AskCall } from '#execution/operation.ts'
import { type Deadline, faultOf, isFault } from '#integrations/index.ts'
import type { CalendarConnection } from '../connection.ts'
import type { ProviderFault } from '../providers/fault.ts'
import type { CalendarProvider, WrittenEntry } from '../providers/provider.ts'
import { loadCredentials } from '../store/connections.ts'
import { listEntriesAt } from '../store/entries.ts'
import { openConnection } from './open-provider.ts'

/** A person waits for it. What is not removed by then stays. */
const removalMilliseconds = 25_000

/**
 * Removes the meetings of ours that are still to come from the calendars of a connection, as far as the server lets us.
 */
export const removeEntries = async (
  call: AskCall,
  { organizationId, id }: Pick<CalendarConnection, 'organizationId' | 'id'>,
): Promise<void> => {
  const { reader, now } = call
  const provider = openConnection(call, {
    organizationId,
    id,
    credentials: await loadCredentials(reader, organizationId, id),
  })
  const end = performance.now() + removalMilliseconds
  const deadline = { leftMilliseconds: () => end - performance.now() }
  for (const entry of await listEntriesAt(reader, organizationId, id, now)) {
    if (deadline.leftMilliseconds() <= 0) return
    await removeNow(provider, entry.calendarForeignId, entry.uid, entry, deadline)
  }
}

/** Also where it has changed since it was written. */
export const removeNow = async (
  provider: CalendarProvider,
  calendarId: string,
  uid: string,
  written: WrittenEntry,
  deadline: Deadline,
): Promise<ProviderFault | undefined> => {
  const left = await provider.remove(calendarId, uid, written, deadline)
  if (!left || isFault(left)) return left
  const still = await provider.remove(calendarId, uid, left, deadline)
  return still && !isFault(still) ? faultOf('conflict') : still
}
