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
import type { ClientBase } from 'pg'

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
  broken: Error | undefined

  constructor(lease: Lease) {
    this.lease = lease
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const name = nameOf(sql)
    const values = parameters as unknown[]
    const result = await this.lease.client.query(name === undefined ? { text: sql, values } : { name, text: sql, values })
    return { rows: result.rows as Row[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method; nothing here streams.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Queries are not streamed here: ask for a page.')
  }
}

class LeasingDriver implements Driver {
  readonly clients: Clients

  constructor(clients: Clients) {
    this.clients = clients
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LeasedConnection> {
    return new LeasedConnection(await this.clients.acquire())
  }

  async beginTransaction({ lease }: LeasedConnection): Promise<void> {
    await lease.client.query('begin')
  }

  async commitTransaction({ lease }: LeasedConnection): Promise<void> {
    await lease.client.query('commit')
  }

  async rollbackTransaction(connection: LeasedConnection): Promise<void> {
    try {
      await connection.lease.client.query('rollback')
    } catch (error) {
      // The connection is gone, and the transaction with it; what made us roll back is the error to tell.
      connection.broken = error as Error
    }
  }

  async releaseConnection({ lease, broken }: LeasedConnection): Promise<void> {
    lease.release(broken)
  }

  async destroy(): Promise<void> {}
}

const names = new Map<string, string>()
const maxNames = 1000

/** Statements that come in endless variants would fill the server's memory: past a bound they go unnamed. */
const nameOf = (sql: string): string | undefined => {
  const known = names.get(sql)
  if (known !== undefined || names.size >= maxNames) return known
  const name = createHash('sha1').update(sql).digest('base64url').slice(0, 20)
  names.set(sql, name)
  return name
}
