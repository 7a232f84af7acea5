import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/** The shape of `contract/page.ts`'s requests and pages, as far as the database is concerned. */
interface Request {
  readonly size: number
  readonly order: readonly { readonly field: string; readonly direction: 'asc' | 'desc' }[]
  readonly from: { readonly keys: readonly (string | number)[]; readonly backward: boolean; readonly inclusive: boolean } | undefined
}

interface Position {
  readonly keys: readonly (string | number)[]
  readonly backward: boolean
  readonly inclusive: boolean
}

interface Slice<Item> {
  readonly items: readonly Item[]
  readonly next: Position | undefined
  readonly previous: Position | undefined
}

/** What a list can be sorted by: the expression in SQL, and the same value from a row that was read. */
export interface SortKey<Row> {
  readonly sql: RawBuilder<unknown>
  readonly of: (row: Row) => string | number | Date
  /** How a key from a page token becomes a parameter. */
  readonly type: 'instant' | 'text' | 'uuid' | 'integer'
}

/**
 * One page by position, not by number: rows that come or go between two pages make no other row appear twice or get lost.
 * The id is always the last key, so that rows of the same instant keep their order.
 */
export const readPage = async <DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  { size, order, from }: Request,
  sortKeys: Readonly<Record<string, SortKey<Row>>> & { readonly id: SortKey<Row> },
): Promise<Slice<Row>> => {
  const terms = [...order.filter(({ field }) => field !== 'id'), { field: 'id', direction: order[0]?.direction ?? 'asc' } as const].map(({ field, direction }) => {
    const key = sortKeys[field]
    if (!key) throw new Error(`This list has no sort key ${field}.`)
    return { key, ascending: (direction === 'asc') !== (from?.backward ?? false) }
  })
  const keysOf = (row: Row) => terms.map(({ key }) => written(key.of(row)))

  let paged = query
  if (from) {
    const after = from
    paged = paged.where((_: ExpressionBuilder<DB, Table>) => beyond(terms, after.keys, after.inclusive))
  }
  for (const { key, ascending } of terms) paged = paged.orderBy(key.sql, ascending ? 'asc' : 'desc')
  const found = await paged.limit(size + 1).execute()

  const more = found.length > size
  const rows = found.slice(0, size)
  if (from?.backward) rows.reverse()
  const first = rows[0]
  const last = rows.at(-1)
  if (first === undefined || last === undefined) return emptyBeside(from)
  const before = { keys: keysOf(first), backward: true, inclusive: false }
  const behind = { keys: keysOf(last), backward: false, inclusive: false }
  return from?.backward
    ? { items: rows, next: behind, previous: more ? before : undefined }
    : { items: rows, next: more ? behind : undefined, previous: from ? before : undefined }
}

/** Everything from here on is gone, but the way back includes the row we came from. */
const emptyBeside = <Row>(from: Position | undefined): Slice<Row> => {
  if (!from) return { items: [], next: undefined, previous: undefined }
  const back = { keys: from.keys, backward: !from.backward, inclusive: !from.inclusive }
  return from.backward ? { items: [], next: back, previous: undefined } : { items: [], next: undefined, previous: back }
}

interface Term<Row> {
  readonly key: SortKey<Row>
  readonly ascending: boolean
}

/** `(a, id) > (x, y)` where all keys run the same way, which an index can follow; else the long form of the same. */
const beyond = <Row>(terms: readonly Term<Row>[], keys: readonly (string | number)[], inclusive: boolean): RawBuilder<boolean> => {
  const values = terms.map(({ key }, place) => parameter(key.type, keys[place]))
  const uniform = terms.every(({ ascending }) => ascending === terms[0]?.ascending)
  if (uniform) {
    const operator = sql.raw(`${terms[0]?.ascending ? '>' : '<'}${inclusive ? '=' : ''}`)
    return sql<boolean>`(${sql.join(terms.map(({ key }) => key.sql))}) ${operator} (${sql.join(values)})`
  }
  const alternatives = terms.map(({ key, ascending }, place) => {
    const equal = terms.slice(0, place).map((term, before) => sql`${term.key.sql} = ${values[before]}`)
    const last = inclusive && place === terms.length - 1
    const operator = sql.raw(`${ascending ? '>' : '<'}${last ? '=' : ''}`)
    return sql`(${sql.join([...equal, sql`${key.sql} ${operator} ${values[place]}`], sql` and `)})`
  })
  return sql<boolean>`(${sql.join(alternatives, sql` or `)})`
}

const written = (value: string | number | Date): string | number => (value instanceof Date ? value.getTime() : value)

const parameter = (type: SortKey<unknown>['type'], key: string | number | undefined): RawBuilder<unknown> => {
  switch (type) {
    case 'instant':
      return sql`${new Date(Number(key))}::timestamptz`
    case 'uuid':
      return sql`${String(key)}::uuid`
    case 'integer':
      return sql`${Number(key)}::bigint`
    case 'text':
      return sql`${String(key)}::text`
  }
}
