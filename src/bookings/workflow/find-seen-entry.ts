import { isAdmin, type Principal } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import type { Reader } from '#platform/db/database.ts'
import { findEntry } from '../store/waiting-list.ts'
import type { ShownEntry } from '../waiting-list.ts'

/** For the hosts of its event type, and for admins and owners. */
export const findSeenEntry = async (
  reader: Reader,
  principal: Principal,
  id: string,
  now: Date,
): Promise<ShownEntry> => {
  const { organizationId, membershipId } = principal
  const entry = existing(await findEntry(reader, { organizationId, id, membershipId }, now))
  if (isAdmin(principal) || entry.isHost) return entry
  throw refuse('no_access')
}
