import type { Reader } from '#platform/db/database.ts'

export interface ScheduleName {
  readonly id: string
  readonly name: string
  readonly isDefault: boolean
}

export const findScheduleNames = (
  reader: Reader,
  organizationId: string,
  membershipId: string,
): Promise<ScheduleName[]> =>
  reader
    .selectFrom('availability_schedules')
    .select(['id', 'name', 'is_default as isDefault'])
    .where('organization_id', '=', organizationId)
    .where('membership_id', '=', membershipId)
    .execute()
