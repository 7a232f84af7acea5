import type {
  Compilable,
  DeleteResult,
  InferResult,
  InsertResult,
  JoinBuilder,
  Kysely,
  StringReference,
  Transaction,
  UpdateResult,
} from 'kysely'
import type { Tables } from '#schema/tables.ts'

/** Looks, and cannot touch: what a read operation gets. An open transaction will do as well. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'with' | 'selectNoFrom'>

/** An open transaction. */
export type Tx = Transaction<Tables>

/** A row of the query that a function builds. */
export type RowOf<Build extends (...given: never[]) => Compilable> = InferResult<ReturnType<Build>>[number]

/** The first row of a query, as what it stands for. */
export const findFirst = async <Row, Thing>(
  query: { executeTakeFirst(): Promise<Row | undefined> },
  thingFrom: (row: Row) => Thing,
): Promise<Thing | undefined> => {
  const row = await query.executeTakeFirst()
  return row && thingFrom(row)
}

type TableColumn = `${string}.${string}`

/**
 * Joins two tables by these columns, and within one organization. The columns are known only where the join is made, so
 * they are checked there.
 */
export const withinTenant =
  <Left extends TableColumn, Right extends TableColumn>(left: Left, right: Right) =>
  <DB, Table extends keyof DB>(
    join: [Left, Right] extends [StringReference<DB, Table>, StringReference<DB, Table>]
      ? JoinBuilder<DB, Table>
      : never,
  ): JoinBuilder<DB, Table> =>
    // biome-ignore lint/suspicious/noExplicitAny: the type of `join` has checked the names.
    (join as JoinBuilder<any, any>).onRef(tenantBeside(left), '=', tenantBeside(right)).onRef(left, '=', right)

const tenantBeside = (column: TableColumn): string => column.replace(/\..*/, '.organization_id')

interface WritingStatement {
  executeTakeFirst(): Promise<InsertResult | UpdateResult | DeleteResult>
}

/**
 * Runs a statement, and says whether it wrote a row. Of several that want the same row, the database lets one have it.
 */
export const hasEffect = async (statement: WritingStatement): Promise<boolean> => {
  const result: Partial<InsertResult & UpdateResult & DeleteResult> = await statement.executeTakeFirst()
  return Boolean(result.numInsertedOrUpdatedRows ?? result.numUpdatedRows ?? result.numDeletedRows)
}

/** One connection held for a while, for what is not an operation: migrations and inspections. */
export interface DatabaseSession {
  /** Several statements, without parameters. */
  run(script: string): Promise<void>
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

/** What is done in a transaction. */
export type Work<T> = (tx: Tx) => Promise<T>

/** A standby that is read from while it has everything that the primary had a second ago. */
export interface Replica {
  /** Runs each statement alone. What the replica cannot answer, the primary does. */
  readonly reader: Reader
  isCurrent(): boolean
  /** For how long it may miss something, at least; undefined before it is watched. */
  ageMilliseconds(): number | undefined
  /** For the metrics: statements that it answered, and those that were done again on the primary. */
  counts(): { readonly served: number; readonly repeated: number }
  /** Compares it with the primary from now on. Before that it is not current. */
  watch(onTurn: (isCurrent: boolean) => void): void
}

export interface Database {
  readonly kind: 'embedded' | 'postgres'
  /** Runs each statement alone, on whichever connection is at hand. */
  readonly reader: Reader
  readonly replica?: Replica | undefined
  /** One transaction. Deadlocks and serialization failures start it anew, so `work` may run more than once. */
  write<T>(work: Work<T>): Promise<T>
  /** The same, before all that waits, where there is one transaction at a time. */
  writeFirst<T>(work: Work<T>): Promise<T>
  session<T>(work: (session: DatabaseSession) => Promise<T>): Promise<T>
  /** For the metrics: connections in use, idle, and callers waiting. */
  pressure(): { readonly busy: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}
