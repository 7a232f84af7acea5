import { type RawBuilder, sql } from 'kysely'
import type { Page, PageRequest } from '#contract/page.ts'
import type { Reader } from '#platform/db/database.ts'
import { tellingOf } from '../catalogue.ts'
import { type Entry, type EntryActor, type EntryFilter, maxCounted, nobody, pageOf, type SortField, type SortKey, sortKeysOf } from '../entry.ts'
import type { FactName } from '../fact.ts'
import { asksForSomething, matches, queryOf } from '../search-term.ts'
import { quoted } from '../words.ts'
import { tags, wordsBegin, wordsOf } from './log.ts'

export interface FoundEntries {
  readonly page: Page<Entry>
  /** At most one more than are counted. */
  readonly total: number
}

/**
 * A page of the log, and how many there are. What was just recorded is not in the log yet, so it is read from the facts and
 * put in its place: one statement sees both, and nothing twice.
 */
export const listEntries = async (reader: Reader, organizationId: string, filter: EntryFilter, page: PageRequest): Promise<FoundEntries> => {
  const order = sortKeysOf(page)
  const looked = await lookFor(reader, organizationId, filter)
  const beyond = page.from ? [beyondKeys(order, page.from)] : []
  const sorted = sql`order by ${sql.join(order.map(({ field, ascending }) => sql`${columns[field].sql} ${sql.raw(ascending ? 'asc' : 'desc')}`))} limit ${page.size + 1}`
  const chosen =
    looked.by === 'word'
      ? sql`with matched as materialized (select * from activity_log as log where ${all(looked.conditions)})
        select * from matched as log where ${all([sql`log.organization_id = ${organizationId}`, ...beyond])} ${sorted}`
      : sql`select * from activity_log as log where ${all([...looked.conditions, ...beyond])} ${sorted}`
  const row = await reader
    .selectNoFrom([
      sql<string>`(select coalesce(json_agg(${shown(sql`log.fact_id`, sql`log.actor_name`)}), '[]')
        from (${chosen}) as log left join facts on facts.id = log.fact_id ${actorJoins(sql`log.organization_id`, sql`log.actor_id`)})`.as('logged'),
      sql<string>`(select coalesce(json_agg(${shown(sql`facts.id`, sql`users.name`)}), '[]')
        from (select * from facts where announce_at is not null and organization_id = ${organizationId} limit ${maxFresh}) as facts
        ${actorJoins(sql`facts.organization_id`, sql`facts.actor_id`)})`.as('fresh'),
      ...(looked.total === undefined ? [countOf(looked.conditions).as('total')] : []),
    ])
    .executeTakeFirstOrThrow()
  const fresh = (JSON.parse(row.fresh) as ShownRow[]).map(entryFrom).filter((entry) => isWanted(entry, filter))
  const logged = (JSON.parse(row.logged) as ShownRow[]).map(entryFrom)
  const total = looked.total ?? (row as { readonly total?: number }).total ?? 0
  return { page: pageOf([...logged, ...fresh], page, order), total: total + fresh.length }
}

const maxFresh = 2_000

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...conditions], sql` and `)

/** At most one more than are counted. */
const countOf = (conditions: readonly RawBuilder<unknown>[]) =>
  sql<number>`(select count(*)::integer from (select from activity_log as log where ${all(conditions)} limit ${maxCounted + 1}) as counted)`

/** How to find what is wanted: in the order of the list, or by the index of words. The number of them, where it is known already. */
interface Way {
  readonly by: 'order' | 'word'
  readonly conditions: readonly RawBuilder<unknown>[]
  readonly total?: number
}

const sampled = 400
const isCommon = (found: number): boolean => found > sampled / 5
/** Below this, all of them are read and sorted; above, going through the list finds enough of them soon. */
const maxSorted = 2_000

/**
 * The planner cannot know how many entries have a word that it meets as a parameter, and the wrong way costs a hundred times the
 * right one. So we look: what every few entries have is found by going through the list, and counted so; what is rarer is
 * counted in the index, without a look at the rows; and only what is rare indeed is read from there.
 */
const lookFor = async (reader: Reader, organizationId: string, filter: EntryFilter): Promise<Way> => {
  const within = [
    sql`log.organization_id = ${organizationId}`,
    ...(filter.from ? [sql`log.occurred_at >= ${filter.from}`] : []),
    ...(filter.to ? [sql`log.occurred_at <= ${filter.to}`] : []),
  ]
  const query = queryFor(organizationId, filter)
  if (query === undefined) return { by: 'order', conditions: within }
  // As a function it is out of the index's reach.
  const walking = [...within, sql`ts_match_vq(log.words, ${query}::tsquery)`]
  // The words are those of the organization. Where nothing else is asked, the index alone tells how many there are.
  const indexed = [...(within.length > 1 ? within : []), sql`log.words @@ ${query}::tsquery`]
  const { found } = await reader
    .selectNoFrom(
      sql<number>`(select count(*) filter (where ts_match_vq(words, ${query}::tsquery))::integer
        from (select words from activity_log as log where ${all(within)} order by occurred_at desc, fact_id desc limit ${sampled}) as newest)`.as('found'),
    )
    .executeTakeFirstOrThrow()
  if (isCommon(found)) return { by: 'order', conditions: walking }
  const { total } = await reader.selectNoFrom(countOf(indexed).as('total')).executeTakeFirstOrThrow()
  return total <= maxSorted ? { by: 'word', conditions: indexed, total } : { by: 'order', conditions: walking, total }
}

/** What is wanted in the language of PostgreSQL's search; undefined when it is everything. */
const queryFor = (organizationId: string, { search, userIds, namespaces, actions }: EntryFilter): string | undefined => {
  const beginning = wordsBegin(organizationId)
  const anyOf = (values: readonly string[] | undefined, tag: (value: string) => string): string[] =>
    values === undefined ? [] : [values.length === 0 ? quoted(`${beginning}none`) : `(${values.map((value) => quoted(beginning + tag(value))).join(' | ')})`]
  const filters = [...anyOf(userIds, tags.user), ...anyOf(namespaces, tags.namespace), ...anyOf(actions, tags.action)]
  if (search === undefined) return filters.length === 0 ? undefined : filters.join(' & ')
  const own = filters.length > 0 || asksForSomething(search) ? [] : [quoted(beginning + tags.everything)]
  return [...own, ...filters, queryOf(search, beginning)].join(' & ')
}

const columns: Readonly<Record<SortField, { readonly sql: RawBuilder<unknown>; readonly type: string }>> = {
  id: { sql: sql`log.fact_id`, type: 'uuid' },
  occurred_at: { sql: sql`log.occurred_at`, type: 'timestamptz' },
  namespace: { sql: sql`log.namespace`, type: 'text' },
  action: { sql: sql`log.action`, type: 'text' },
  'actor.display_name': { sql: sql`log.actor_name`, type: 'text' },
  'actor.uri': { sql: sql`coalesce(log.actor_user_id, ${sql.lit(nobody)}::uuid)`, type: 'uuid' },
}

/** `(a, b) > (x, y)` where all run the same way, which an index can follow; else the long form of the same. */
const beyondKeys = (order: readonly SortKey[], { keys, inclusive }: NonNullable<PageRequest['from']>): RawBuilder<unknown> => {
  const sides = order.map(({ field, ascending }, place) => {
    const key = keys[place]
    const value = field === 'occurred_at' ? new Date(Number(key)) : String(key)
    return { column: columns[field].sql, value: sql`${value}::${sql.raw(columns[field].type)}`, ascending }
  })
  const isUniform = sides.every(({ ascending }) => ascending === sides[0]?.ascending)
  if (isUniform) {
    const operator = sql.raw(`${sides[0]?.ascending ? '>' : '<'}${inclusive ? '=' : ''}`)
    return sql`(${sql.join(sides.map(({ column }) => column))}) ${operator} (${sql.join(sides.map(({ value }) => value))})`
  }
  const alternatives = sides.map(({ column, value, ascending }, place) => {
    const equal = sides.slice(0, place).map((side) => sql`${side.column} = ${side.value}`)
    const operator = sql.raw(`${ascending ? '>' : '<'}${inclusive && place === sides.length - 1 ? '=' : ''}`)
    return sql`(${sql.join([...equal, sql`${column} ${operator} ${value}`], sql` and `)})`
  })
  return sql`(${sql.join(alternatives, sql` or `)})`
}

const shown = (id: RawBuilder<unknown>, actorName: RawBuilder<unknown>): RawBuilder<unknown> => sql`json_build_object(
  'id', ${id}, 'name', facts.name, 'at', (extract(epoch from facts.occurred_at) * 1000)::bigint, 'actor_type', facts.actor_type, 'subject', facts.subject,
  'user_id', users.id, 'user_name', ${actorName}, 'user_email', users.email, 'role', memberships.role,
  'group', (
    select json_build_object('id', groups.id, 'name', groups.name, 'role', relations.role)
    from group_relationships as relations join groups on groups.organization_id = relations.organization_id and groups.id = relations.group_id
    where relations.organization_id = memberships.organization_id and relations.membership_id = memberships.id
    order by relations.role desc, relations.created_at limit 1
  )
)`

const actorJoins = (organizationId: RawBuilder<unknown>, membershipId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  left join organization_memberships as memberships on memberships.organization_id = ${organizationId} and memberships.id = ${membershipId}
  left join users on users.id = memberships.user_id`

interface ShownRow {
  readonly id: string
  readonly name: FactName
  readonly at: number
  readonly actor_type: Entry['actorType']
  readonly subject: unknown
  readonly user_id: string | null
  readonly user_name: string | null
  readonly user_email: string | null
  readonly role: string | null
  readonly group: EntryActor['group']
}

const entryFrom = (row: ShownRow): Entry => ({
  id: row.id,
  occurredAt: new Date(row.at),
  actorType: row.actor_type,
  actor: row.user_id === null ? null : { userId: row.user_id, name: row.user_name ?? '', email: row.user_email ?? '', role: row.role ?? '', group: row.group },
  ...tellingOf(row.name, row.subject),
})

/** The same filters without a database, for what is not in the log yet. */
const isWanted = (entry: Entry, { search, userIds, namespaces, actions, from, to }: EntryFilter): boolean =>
  (userIds === undefined || (entry.actor !== null && userIds.includes(entry.actor.userId))) &&
  (namespaces === undefined || namespaces.includes(entry.namespace)) &&
  (actions === undefined || actions.includes(entry.action)) &&
  (from === undefined || entry.occurredAt >= from) &&
  (to === undefined || entry.occurredAt <= to) &&
  (search === undefined || matches(search, wordsOf(entry, entry.actor ?? undefined, entry.actorType === 'system')))
