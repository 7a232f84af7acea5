import { inSnapshot, rowsOf, type Sink } from '#instance/store/dump.ts'
import type { Database } from '#platform/db/database.ts'

/**
 * Tables that are useless outside: idempotency keys, jobs, the chain and search index of the activity log, and what is
 * read of calendars.
 */
const excludedTables = new Set([
  'idempotency_keys',
  'jobs',
  'activity_chains',
  'activity_log',
  'calendar_items',
  'calendar_channels',
  'busy_spans',
  'unavailable_spans',
])

/** Columns of bytes are left out: they are hashes, or encrypted with our key. Pictures are neither. */
const excludedTypes = ['bytea', '_bytea', 'tsvector']

/** How people prove who they are. */
const credentials = ['password_hash', 'totp_confirmed_at', 'totp_last_step', 'recovery_hashes']

/**
 * What an account of a former member looks like: as it was when the membership ended, and without a picture, which may
 * be newer. An address or a slug that somebody else has by now is not a second account's.
 */
const formerValues: Readonly<Record<string, string>> = {
  name: 'coalesce(former.former_name, one.name)',
  email: `case when former.id is null then one.email
    when exists (select from users as other where lower(other.email) = lower(former.former_email) and other.id <> one.id) then one.id || '@former.invalid'
    else coalesce(former.former_email, one.email) end`,
  slug: `case when former.id is null then one.slug
    when exists (select from users as other where other.slug = former.former_slug and other.id <> one.id) then 'former-' || left(one.id::text, 8)
    else coalesce(former.former_slug, one.slug) end`,
  avatar_url: 'case when former.id is null then one.avatar_url end',
}

/** Columns that are another value in an export than in the database. */
const shownAs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: formerValues,
  // The installation that reads the export has codes of its own, and those that were handed out go on working.
  booking_links: { former_codes: `one.former_codes || encode(one.code_hash, 'hex')` },
}

/**
 * All rows of an organization, one per line: `{"table": …, "row": {…}}`. Its members are included, but not their
 * credentials.
 */
export const dumpTenant = (
  database: Database,
  organizationId: string,
  sink: Sink,
): Promise<Readonly<Record<string, number>>> =>
  inSnapshot(database, async (session) => {
    const columns = await session.query<{ table: string; column: string; type: string }>(
      'select table_name as table, column_name as column, udt_name as type from information_schema.columns where table_schema = current_schema() order by 1, ordinal_position',
    )
    const counts: Record<string, number> = {}
    const dump = async (table: string, query: string): Promise<void> => {
      counts[table] = 0
      for await (const rows of rowsOf(session, query)) {
        counts[table] += rows.length
        for (const row of rows) await sink(`{"table":"${table}","row":${row}}`)
      }
    }
    const readable = (table: string) =>
      columns
        .filter((column) => column.table === table && (table === 'pictures' || !excludedTypes.includes(column.type)))
        .map(({ column }) => (shownAs[table]?.[column] ? `${shownAs[table][column]} as ${column}` : `one."${column}"`))
    // An id of ours, which contains no quotes.
    const own = `'${organizationId.replaceAll(/[^0-9a-f-]/g, '')}'`
    await dump('organizations', `select row_to_json(one)::text as row from organizations as one where id = ${own}`)
    await dump(
      'users',
      `select row_to_json(shown)::text as row from (
        select ${readable('users')
          .filter((column) => !credentials.some((name) => column === `one."${name}"`))
          .join(', ')} from users as one
        join lateral (
          select * from organization_memberships as latest where latest.user_id = one.id and latest.organization_id = ${own}
          order by latest.ended_at desc nulls first limit 1
        ) as belonging on true
        left join organization_memberships as former on former.id = belonging.id and former.ended_at is not null
      ) as shown`,
    )
    const tenants = columns
      .filter(({ table, column }) => column === 'organization_id' && !excludedTables.has(table))
      .map(({ table }) => table)
    for (const table of tenants)
      await dump(
        table,
        `select row_to_json(shown)::text as row from (select ${readable(table).join(', ')} from "${table}" as one where organization_id = ${own}) as shown`,
      )
    return counts
  })
