import { sql } from 'kysely'
import type { Reader } from '#platform/db/database.ts'

/** By their names in lower case, which no two have. */
export const findNamesOfGroups = async (reader: Reader, organizationId: string): Promise<Map<string, string>> => {
  const rows = await reader
    .selectFrom('groups')
    .select(['id', sql<string>`lower(name)`.as('name')])
    .where('organization_id', '=', organizationId)
    .execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** Who is in a group: a member of one at most, an admin of any. */
export const findPlacesInGroups = async (reader: Reader, organizationId: string): Promise<Map<string, string>> => {
  const rows = await reader
    .selectFrom('group_relationships')
    .select(['id', 'group_id', 'membership_id', 'role'])
    .where('organization_id', '=', organizationId)
    .where('membership_id', 'is not', null)
    .execute()
  return new Map(
    rows.map(({ id, group_id, membership_id, role }) => [
      `${membership_id} ${role} ${role === 'admin' ? group_id : ''}`,
      id,
    ]),
  )
}
