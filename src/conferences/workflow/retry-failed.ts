import type { ConferenceKind } from '#event-types/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { reviveFailed } from '../store/conferences.ts'
import { queueRequests } from './follow-meetings.ts'

/** An account works again: what could not be made of this kind is asked for once more. */
export const retryFailed = async (tx: Tx, organizationId: string, kind: ConferenceKind, now: Date): Promise<void> =>
  queueRequests(tx, await reviveFailed(tx, organizationId, kind, now), now)
