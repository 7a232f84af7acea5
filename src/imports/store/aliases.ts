import { sql } from 'kysely'
import type { Aliases } from '#execution/foreign-ids.ts'
import type { Reader } from '#platform/db/database.ts'

/** What ids of another service are here, as far as they are other ones. Different things may have the same id there. */
export const findAliases = async (
  reader: Reader,
  organizationId: string,
  foreignIds: readonly string[],
): Promise<Aliases> => {
  const rows = await reader
    .selectFrom('import_records')
    .select(['foreign_id', 'kind', 'local_id'])
    .where('organization_id', '=', organizationId)
    .where('foreign_id', '=', sql<string>`any(${[...foreignIds]}::text[])`)
    .where(sql<boolean>`foreign_id <> local_id::text`)
    .execute()
  const aliases = new Map<string, Map<string, string>>()
  for (const { foreign_id, kind, local_id } of rows)
    aliases.set(foreign_id, (aliases.get(foreign_id) ?? new Map<string, string>()).set(kind, local_id))
  return aliases
}
