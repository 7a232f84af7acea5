import type { Reader, Tx } from '#platform/db/database.ts'
import type { MemberRights } from '../member-rights.ts'

export const loadMemberRights = async (reader: Reader, organizationId: string): Promise<MemberRights> =>
  reader
    .selectFrom('organizations')
    .select([
      'members_create_event_types as create_event_types',
      'members_change_hours as change_hours',
      'members_connect_calendars as connect_calendars',
    ])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()

export const updateMemberRights = async (
  tx: Tx,
  organizationId: string,
  rights: MemberRights,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('organizations')
    .set({
      members_create_event_types: rights.create_event_types,
      members_change_hours: rights.change_hours,
      members_connect_calendars: rights.connect_calendars,
      updated_at: now,
    })
    .where('id', '=', organizationId)
    .execute()
}
