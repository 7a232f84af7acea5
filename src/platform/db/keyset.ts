import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Reader } from './database.ts'
import { preparedTexts, type Value, type Values } from './prepared.ts'

/** A place in a list: the sort keys of a row, and which way to read from there. */
export interface Position {
  readonly keys: readonly (string | number)[]
  readonly backward: boolean
  /** Whether the row with these keys belongs to the page as well. */
  readonly inclusive: boolean
}

export interface SortTerm {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** What a list was asked for, apart from its filters. */
export interface PageRequest {
  readonly size: number
  readonly order: readonly SortTerm[]
  readonly from: Position | undefined
}

/** The rows of a page, and the places where the next one and the one before begin. */
export interface Slice<Item> {
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

export type SortKeys<Row> = Readonly<Record<string, SortKey<Row>>> & { readonly id: SortKey<Row> }

/** For a list that can be sorted by the time of creation alone. */
export const byCreation = (table: string): SortKeys<{ readonly createdAt: Date; readonly id: string }> => ({
  created_at: { sql: sql.ref(`${table}.created_at`), of: ({ createdAt }) => createdAt, type: 'instant' },
  id: { sql: sql.ref(`${table}.id`), of: ({ id }) => id, type: 'uuid' },
})

/**
 * One page by position, not by number: rows that come or go between two pages make no other row appear twice or get
 * lost. The id is always the last key, so that rows of the same instant keep their order.
 */
export const readPage = async <DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  page: PageRequest,
  sortKeys: SortKeys<Row>,
): Promise<Slice<Row>> => {
  const terms = termsOf(page, sortKeys)
  return sliceOf(await onePage(query, page, terms, valuesOf(page, terms)).execute(), page, terms)
}

/**
 * A page of rows that were found one by one, in its order: one row more than it holds says that there is another page.
 */
export const sliceFrom = <Row>(found: readonly Row[], page: PageRequest, sortKeys: SortKeys<Row>): Slice<Row> =>
  sliceOf(found, page, termsOf(page, sortKeys))

/** So many rows from where a page begins, in its order: for a filter that is to look at no more than these. */
export const firstRows = <DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  page: PageRequest,
  sortKeys: SortKeys<never>,
  rows: number,
): SelectQueryBuilder<DB, Table, Row> => {
  const terms = termsOf(page, sortKeys)
  return onePage(query, page, terms, { ...valuesOf(page, terms), rows })
}

/** The same for a list that is asked for often: its query is built once for each set of filters. */
export const pagesOf = <Filters extends Values, DB, Table extends keyof DB, Row>(
  find: (reader: Reader, filters: Filters) => SelectQueryBuilder<DB, Table, Row>,
  sortKeys: SortKeys<Row>,
) => {
  const run = preparedTexts<Filters & PageValues, Row>()
  return async (reader: Reader, filters: Filters, page: PageRequest): Promise<Slice<Row>> => {
    const terms = termsOf(page, sortKeys)
    const found = await run(reader, shapeOf(page, terms), { ...filters, ...valuesOf(page, terms) }, (values) =>
      onePage(find(reader, values), page, terms, values),
    )
    return sliceOf(found, page, terms)
  }
}

interface Term<Row> {
  readonly field: string
  readonly key: SortKey<Row>
  readonly ascending: boolean
}

const termsOf = <Row>({ order, from }: PageRequest, sortKeys: SortKeys<Row>): Term<Row>[] =>
  [
    ...order.filter(({ field }) => field !== 'id'),
    { field: 'id', direction: order[0]?.direction ?? 'asc' } as const,
  ].map(({ field, direction }) => {
    const key = sortKeys[field]
    if (!key) throw new Error(`This list has no sort key ${field}.`)
    return { field, key, ascending: (direction === 'asc') !== (from?.backward ?? false) }
  })

/**
 * The usual page sizes are written into the text of a query, others are values. PostgreSQL keeps a plan for a number of
 * rows that it knows; for an unknown number it plans each time, which takes longer than reading the page.
 */
const usualSizes = new Set([20, 100])

/** What decides about the text of a query, apart from its filters. */
const shapeOf = ({ size, from }: PageRequest, terms: readonly Term<never>[]): string =>
  `${terms.map(({ field, ascending }) => (ascending ? field : `-${field}`)).join()} ${from === undefined ? '' : from.inclusive ? 'from' : 'after'} ${usualSizes.has(size) ? size : ''}`

/** How many rows if that is no usual size, and the keys of the row where they begin. */
interface PageValues extends Values {
  readonly rows?: number | undefined
  readonly [key: `key ${number}`]: Value
}

const keyName = (index: number) => `key ${index}` as const

const valuesOf = ({ size, from }: PageRequest, terms: readonly Term<never>[]): PageValues => {
  const values: Record<string, Value> & { rows?: number } = usualSizes.has(size) ? {} : { rows: size + 1 }
  if (from)
    for (const [index, { key }] of terms.entries()) values[keyName(index)] = parameterFrom(key.type, from.keys[index])
  return values
}

const onePage = <DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  { size, from }: PageRequest,
  terms: readonly Term<never>[],
  values: PageValues,
): SelectQueryBuilder<DB, Table, Row> => {
  let paged = from ? query.where((_: ExpressionBuilder<DB, Table>) => beyond(terms, values, from.inclusive)) : query
  for (const { key, ascending } of terms) paged = paged.orderBy(key.sql, ascending ? 'asc' : 'desc')
  return paged.limit(values.rows ?? sql.lit(size + 1))
}

const sliceOf = <Row>(found: readonly Row[], { size, from }: PageRequest, terms: readonly Term<Row>[]): Slice<Row> => {
  const more = found.length > size
  const rows = found.slice(0, size)
  if (from?.backward) rows.reverse()
  const first = rows[0]
  const last = rows.at(-1)
  if (first === undefined || last === undefined) return emptyBeside(from)
  const keysOf = (row: Row) => terms.map(({ key }) => written(key.of(row)))
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

/** `(a, id) > (x, y)` where all keys run the same way, which an index can follow; else the long form of the same. */
const beyond = (terms: readonly Term<never>[], page: PageValues, inclusive: boolean): RawBuilder<boolean> => {
  const values = terms.map(({ key }, index) => sql`${page[keyName(index)]}::${sql.raw(sqlTypes[key.type])}`)
  const uniform = terms.every(({ ascending }) => ascending === terms[0]?.ascending)
  if (uniform) {
    const operator = sql.raw(`${terms[0]?.ascending ? '>' : '<'}${inclusive ? '=' : ''}`)
    return sql<boolean>`(${sql.join(terms.map(({ key }) => key.sql))}) ${operator} (${sql.join(values)})`
  }
  const alternatives = terms.map(({ key, ascending }, index) => {
    const equal = terms.slice(0, index).map((term, before) => sql`${term.key.sql} = ${values[before]}`)
    const last = inclusive && index === terms.length - 1
    const operator = sql.raw(`${ascending ? '>' : '<'}${last ? '=' : ''}`)
    return sql`(${sql.join([...equal, sql`${key.sql} ${operator} ${values[index]}`], sql` and `)})`
  })
  return sql<boolean>`(${sql.join(alternatives, sql` or `)})`
}

const written = (value: string | number | Date): string | number => (value instanceof Date ? value.getTime() : value)

const sqlTypes = { instant: 'timestamptz', uuid: 'uuid', integer: 'bigint', text: 'text' } as const

const parameterFrom = (type: SortKey<unknown>['type'], key: string | number | undefined): Value => {
  switch (type) {
    case 'instant':
      return new Date(Number(key))
    case 'integer':
      return Number(key)
    default:
      return String(key)
  }
}
