import { sql } from 'kysely'
import type { Reader } from '#platform/db/database.ts'

/** What no two subscriptions have in common: `{digest of the address} {scope} {whose}`. */
export const findSubscriptionKeys = async (reader: Reader, organizationId: string): Promise<Map<string, string>> => {
  const rows = await reader
    .selectFrom('webhook_subscriptions')
    .select([
      'id',
      'scope',
      sql<string>`encode(url_hash, 'hex')`.as('hash'),
      sql<string>`coalesce(membership_id, group_id)::text`.as('whose'),
    ])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, scope, hash, whose }) => [`${hash} ${scope} ${whose ?? ''}`, id]))
}
