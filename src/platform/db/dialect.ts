import { createHash } from 'node:crypto'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { ClientBase, QueryResult as PgResult, QueryConfig } from 'pg'
import { DatabaseAway, faultOf, isFromStatement, isStalePlan } from './faults.ts'

/** How a statement gets its client: from a pool, from the pipelined readers, or the embedded database's only one. */
export interface Clients {
  acquire(): Promise<Lease>
}

export interface Lease {
  readonly client: ClientBase
  /** With an error, the client is thrown away. */
  release(error?: Error): void
}

/** Kysely's PostgreSQL dialect with named statements, so that the server parses each query once per connection. */
export const dialectOver = (clients: Clients): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new LeasingDriver(clients),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class LeasedConnection implements DatabaseConnection {
  readonly lease: Lease
  /** Set when the connection, and not only a statement, failed: nothing more is sent on it. */
  broken: Error | undefined
  inTransaction = false

  constructor(lease: Lease) {
    this.lease = lease
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const name = nameOf(sql)
    const values = parameters as unknown[]
    const { rows, rowCount } = await this.send(name === undefined ? { text: sql, values } : { name, text: sql, values })
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  async send(query: QueryConfig): Promise<SentResult> {
    try {
      return await this.lease.client.query(query)
    } catch (error) {
      if (!isFromStatement(error)) this.broken = error as Error
      if (isStalePlan(error)) {
        unnamed.add(query.text)
        // Outside a transaction nothing has happened yet, and unnamed it cannot be stale again.
        if (!this.inTransaction && query.name !== undefined) return this.send({ text: query.text, values: query.values ?? [] })
      }
      throw awayOr(error, this.inTransaction)
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method; nothing here streams.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Queries are not streamed here: ask for a page.')
  }
}

type SentResult = Pick<PgResult, 'rows' | 'rowCount' | 'command'>

/** A transaction that was in another's way is begun anew by whoever began it; a statement alone has nobody to do that. */
const awayOr = (error: unknown, inTransaction: boolean): unknown => {
  const fault = faultOf(error)
  return fault === 'away' || (fault === 'try_again' && !inTransaction) ? new DatabaseAway(error) : error
}

class LeasingDriver implements Driver {
  readonly clients: Clients

  constructor(clients: Clients) {
    this.clients = clients
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LeasedConnection> {
    try {
      return new LeasedConnection(await this.clients.acquire())
    } catch (error) {
      throw awayOr(error, false)
    }
  }

  async beginTransaction(connection: LeasedConnection): Promise<void> {
    connection.inTransaction = true
    await connection.send({ text: 'begin' })
  }

  async commitTransaction(connection: LeasedConnection): Promise<void> {
    const { command } = await connection.send({ text: 'commit' })
    // PostgreSQL answers the commit of a failed transaction with a rollback and no error: the caller would take it for done.
    if (command !== 'COMMIT') throw new Error('Nothing was committed: a statement of the transaction had failed, and its error was caught.')
  }

  async rollbackTransaction(connection: LeasedConnection): Promise<void> {
    // On a broken connection the transaction is gone with it; and what made us roll back is the error to tell.
    if (!connection.broken) await connection.send({ text: 'rollback' }).catch(() => {})
  }

  async releaseConnection({ lease, broken }: LeasedConnection): Promise<void> {
    lease.release(broken)
  }

  async destroy(): Promise<void> {}
}

const names = new Map<string, string>()
const maxNames = 1000

/** These have failed by name; see `isStalePlan`. */
const unnamed = new Set<string>()

/** Statements that come in endless variants would fill the server's memory: past a bound they go unnamed. */
const nameOf = (sql: string): string | undefined => {
  const known = names.get(sql)
  if (unnamed.size > 0 && unnamed.has(sql)) return undefined
  if (known !== undefined || names.size >= maxNames) return known
  const name = createHash('sha1').update(sql).digest('base64url').slice(0, 20)
  names.set(sql, name)
  return name
}
