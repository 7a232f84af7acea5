import { sql } from 'kysely'
import type { Reader } from '#platform/db/database.ts'

/** What ids of another service are here, as far as they are other ones. */
export const findAliases = async (reader: Reader, organizationId: string, foreignIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await reader
    .selectFrom('import_records')
    .select(['foreign_id', 'local_id'])
    .where('organization_id', '=', organizationId)
    .where('foreign_id', '=', sql<string>`any(${[...foreignIds]}::text[])`)
    .where(sql<boolean>`foreign_id <> local_id::text`)
    .execute()
  return new Map(rows.map(({ foreign_id, local_id }) => [foreign_id, local_id]))
}
