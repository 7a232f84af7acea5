import { sql } from 'kysely'
import type { Reader } from '#platform/db/database.ts'
import { isAdministeredBy, isHostedBy } from './scheduled-events.ts'

/** The name of a meeting, and the relation of a member to it. */
export interface MeetingName {
  readonly id: string
  readonly name: string
  readonly isHost: boolean
  readonly isAdministered: boolean
}

/** Of these meetings, for a member. */
export const listMeetingNames = async (
  reader: Reader,
  organizationId: string,
  ids: readonly string[],
  membershipId: string,
): Promise<MeetingName[]> =>
  reader
    .selectFrom('scheduled_events')
    .select(['id', 'name', isHostedBy(membershipId).as('isHost'), isAdministeredBy(membershipId).as('isAdministered')])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
