import { type RawBuilder, sql } from 'kysely'
import type { Page, PageRequest } from '#contract/page.ts'
import type { Reader } from '#platform/db/database.ts'
import { tellingOf } from '../catalogue.ts'
import { type Entry, type EntryActor, type EntryFilter, maxCounted, nobody, pageOf, type SortField, type SortKey, sortKeysOf } from '../entry.ts'
import type { FactName } from '../fact.ts'
import { matches, queryOf, type SearchTerm } from '../search-term.ts'
import { wordsBegin } from '../words.ts'
import { tags, wordsOf } from './log.ts'
import { factIdsOf, searchShelves } from './search.ts'
import { listShelves, type TimeKey } from './shelves.ts'

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
  const within = [
    sql`log.organization_id = ${organizationId}`,
    ...(filter.from ? [sql`log.occurred_at >= ${filter.from}`] : []),
    ...(filter.to ? [sql`log.occurred_at <= ${filter.to}`] : []),
  ]
  const beyond = page.from ? [beyondKeys(order, page.from)] : []
  const sorted = sql`order by ${sql.join(order.map(({ field, ascending }) => sql`${columns[field].sql} ${sql.raw(ascending ? 'asc' : 'desc')}`))} limit ${page.size + 1}`
  const walking = (conditions: readonly RawBuilder<unknown>[]) => sql`select * from activity_log as log where ${all([...conditions, ...beyond])} ${sorted}`

  const term = termOf(filter)
  if (term === undefined) return readEntries(reader, organizationId, filter, page, { chosen: walking(within), counted: within, total: 0 })

  const has = sql`ts_match_vq(log.words, ${queryOf(term, wordsBegin(organizationId))}::tsquery)`
  for (let attempt = 1; ; attempt += 1) {
    const { shelves, takenDown } = await listShelves(reader, organizationId)
    const end = shelves.at(-1)?.last
    const rest = [...within, has, ...(end ? [sql`(log.occurred_at, log.fact_id) > (${end.at}::timestamptz, ${end.id}::uuid)`] : [])]
    const byTime = order.length === 2 && order[0]?.field === 'occurred_at'
    const { total, picks } = await searchShelves(reader, shelves, {
      organizationId,
      term,
      has,
      filter,
      ascending: order[0]?.ascending ?? false,
      beyond: byTime && page.from ? { key: timeKeyFrom(page.from.keys), inclusive: page.from.inclusive } : undefined,
      wanted: byTime ? page.size + 1 : maxSorted + 1,
    })
    // In another order than that of time: few are sorted, and of many there are some soon in whatever order one goes through the list.
    const chosen =
      picks.length > maxSorted
        ? walking([...within, has])
        : sql`select * from (
            (select log.* from (${factIdsOf(organizationId, picks)}) as picked join activity_log as log on log.fact_id = picked.id where ${all([sql`true`, ...beyond])})
            union all (${walking(rest)})
          ) as log ${sorted}`
    const found = await readEntries(reader, organizationId, filter, page, { chosen, counted: rest, total })
    // A shelf that was taken down meanwhile was found empty.
    if (found.takenDown === takenDown || attempt === maxAttempts) return found
  }
}

const maxFresh = 2_000
const maxSorted = 1_000
const maxAttempts = 5

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...conditions], sql` and `)

const timeKeyFrom = ([at, id]: readonly (string | number)[]): TimeKey => ({ at: new Date(Number(at)), id: String(id) })

interface Choice {
  /** The rows of the page, as far as they are in the log. */
  readonly chosen: RawBuilder<unknown>
  /** What is still to be counted, beside a total that is known. */
  readonly counted: readonly RawBuilder<unknown>[]
  readonly total: number
}

const readEntries = async (reader: Reader, organizationId: string, filter: EntryFilter, page: PageRequest, { chosen, counted, total }: Choice) => {
  const row = await reader
    .selectNoFrom([
      sql<string>`(select coalesce(json_agg(${shown(sql`log.fact_id`, sql`log.actor_name`)}), '[]')
        from (${chosen}) as log left join facts on facts.id = log.fact_id ${actorJoins(sql`log.organization_id`, sql`log.actor_id`)})`.as('logged'),
      sql<string>`(select coalesce(json_agg(${shown(sql`facts.id`, sql`users.name`)}), '[]')
        from (select * from facts where announce_at is not null and organization_id = ${organizationId} limit ${maxFresh}) as facts
        ${actorJoins(sql`facts.organization_id`, sql`facts.actor_id`)})`.as('fresh'),
      // At most one more than are counted.
      sql<number>`(select count(*)::integer from (select from activity_log as log where ${all(counted)} limit ${Math.max(0, maxCounted + 1 - total)}) as counted)`.as(
        'more',
      ),
      sql<number | null>`(select taken_down from activity_chains where organization_id = ${organizationId})`.as('takenDown'),
    ])
    .executeTakeFirstOrThrow()
  const fresh = (JSON.parse(row.fresh) as ShownRow[]).map(entryFrom).filter((entry) => isWanted(entry, filter))
  const logged = (JSON.parse(row.logged) as ShownRow[]).map(entryFrom)
  return { page: pageOf([...logged, ...fresh], page, sortKeysOf(page)), total: total + row.more + fresh.length, takenDown: row.takenDown ?? 0 }
}

/** What is wanted, apart from when: what can be filtered by stands among the words. Undefined when it is everything. */
const termOf = ({ search, userIds, namespaces, actions }: EntryFilter): SearchTerm | undefined => {
  const oneOf = (values: readonly string[] | undefined, tag: (value: string) => string): SearchTerm[] => {
    if (values === undefined) return []
    const [first = noTag, ...others] = values.map((value): SearchTerm => ({ kind: 'words', words: [tag(value)], isPrefix: false }))
    return [others.length === 0 ? first : { kind: 'or', terms: [first, ...others] }]
  }
  const [first, ...others] = [...oneOf(userIds, tags.user), ...oneOf(namespaces, tags.namespace), ...oneOf(actions, tags.action), ...(search ? [search] : [])]
  return first && (others.length === 0 ? first : { kind: 'and', terms: [first, ...others] })
}

/** Nothing has it. */
const noTag: SearchTerm = { kind: 'words', words: ['=none'], isPrefix: false }

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
