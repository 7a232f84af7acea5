import { type RawBuilder, sql } from 'kysely'
import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import type { Reader } from '#platform/db/database.ts'
import { firstRows, readPage } from '#platform/db/keyset.ts'
import { type Entry, type EntryFilter, maxCounted } from '../entry.ts'
import { queryFor } from '../search-query.ts'
import {
  detailsColumn,
  type EntryColumns,
  entryColumns,
  entryFrom,
  keyColumns,
  orderWithTime,
  sortKeys,
} from './entry-rows.ts'
import { findUnloggedEntries } from './log.ts'

export interface FoundEntries {
  readonly page: Page<Entry>
  /** At most one more than are counted. */
  readonly total: number
}

export interface SearchBounds {
  readonly counted: number
  /** So many of the newest entries are scanned to learn whether a term is common. */
  readonly sample: number
  /** So many entries are scanned for a page of a common term, before all its matches are sorted. */
  readonly nearby: number
}

const defaultBounds: SearchBounds = { counted: maxCounted, sample: 25_000, nearby: 5_000 }

/**
 * A page of the log, and how many entries there are. The index of words gives its matches all at once and in no order,
 * so it serves terms that few entries match; a common term is found soon by scanning entries in the order of the page.
 * The choice is made here, because the planner takes for granted that matches are spread evenly over time.
 */
export const listEntries = async (
  reader: Reader,
  organizationId: string,
  filter: EntryFilter,
  page: PageRequest,
  bounds = defaultBounds,
): Promise<FoundEntries> => {
  const request = { ...page, order: orderWithTime(page.order) }
  const entries = await entriesOf(reader, organizationId)
  const inScope = sql.join(
    [
      sql`log.organization_id = ${organizationId}`,
      ...(filter.from ? [sql`log.occurred_at >= ${filter.from}`] : []),
      ...(filter.to ? [sql`log.occurred_at <= ${filter.to}`] : []),
    ],
    sql` and `,
  )
  const read = (rows: RawBuilder<unknown>, total = sql<number>`0`) =>
    readPage(
      reader
        .selectFrom(sql<EntryColumns>`(${rows})`.as('log'))
        .select(entryColumns)
        .select([detailsColumn(organizationId).as('details'), total.as('total')]),
      request,
      sortKeys,
    )
  const found = (rows: Awaited<ReturnType<typeof read>>, total: number): FoundEntries => ({
    page: mapPage(rows, entryFrom),
    total,
  })

  const scoped = sql`select * from ${entries} as log where ${inScope}`
  const most = bounds.counted + 1
  const query = queryFor(organizationId, filter)
  if (query === undefined) return found(await read(scoped), await countUpTo(reader, scoped, most))

  const matches = sql`log.words @@ ${query}::tsquery`
  const newest = sql`${scoped} order by log.occurred_at desc, log.fact_id desc limit ${bounds.sample}`
  const isCommon = (await countUpTo(reader, sql`select * from (${newest}) as log where ${matches}`, most)) === most
  // Without the organization inside, so that the planner cannot prefer one of its other indexes: every word names it
  // already.
  const indexed = sql`select ${keyColumns} from (select * from ${entries} as log where ${matches} offset 0) as log where ${inScope}`
  if (!isCommon) {
    const rows = await read(
      sql`select *, count(*) over ()::integer as total from (${indexed} limit ${most}) as log`,
      sql`log.total`,
    )
    // Only a page that is not the first can be empty although something matches.
    const total = rows.items[0]?.total ?? (page.from ? await countUpTo(reader, indexed, most) : 0)
    if (total < most) return found(rows, total)
  }

  const nearby = firstRows(
    reader.selectFrom(sql<EntryColumns>`(${scoped})`.as('log')).selectAll(),
    request,
    sortKeys,
    bounds.nearby,
  )
  const rows = await read(sql`select * from ${nearby} as log where ${matches}`)
  const isFull = (page.from?.backward ? rows.previous : rows.next) !== undefined
  if (isFull || (await countUpTo(reader, sql`${nearby}`, bounds.nearby)) < bounds.nearby) return found(rows, most)
  return found(await read(indexed), most)
}

/**
 * The log, and the facts that are not in it yet. A fact that is logged between the two statements is found in the log
 * only.
 */
const entriesOf = async (reader: Reader, organizationId: string): Promise<RawBuilder<unknown>> => {
  const unlogged = await findUnloggedEntries(reader, organizationId)
  if (unlogged.length === 0) return sql`activity_log`
  return sql`(
    select * from activity_log
    union all
    select * from json_populate_recordset(null::activity_log, ${JSON.stringify(unlogged)}::json) as entry
    where not exists (select from activity_log where fact_id = entry.fact_id)
  )`
}

const countUpTo = async (reader: Reader, rows: RawBuilder<unknown>, most: number): Promise<number> => {
  const { count } = await reader
    .selectFrom(sql`(select * from (${rows}) as row limit ${most})`.as('counted'))
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
