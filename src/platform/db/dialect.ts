import { createHash } from 'node:crypto'
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { DatabaseAway, faultOf, isFromStatement, isStalePlan } from './faults.ts'
import { carriesCommit } from './last-statement.ts'
import { sendable } from './sendable.ts'
import { gather } from './socket.ts'
import type { Tables } from './tables.ts'

/** How a statement gets its client: from a pool, from the pipelined readers, or the embedded database's only one. */
export interface Clients {
  acquire(): Promise<Lease>
}

export interface Lease {
  readonly client: pg.ClientBase
  /** Whether a statement may be sent before the one before it is answered. */
  readonly isPipelined: boolean
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

/** The same for single reads, on the shortest way: Kysely's own leads through a driver that keeps account of connections. */
export const readerOver = (clients: Clients): Kysely<Tables> => {
  const dialect = dialectOver(clients)
  const driver = new LeasingDriver(clients)
  const executor = new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), {
    provideConnection: async (use) => {
      const connection = await driver.acquireConnection()
      try {
        return await use(connection)
      } finally {
        connection.lease.release(connection.broken)
      }
    },
  })
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor })
}

class LeasedConnection implements DatabaseConnection {
  readonly lease: Lease
  /** Set when the connection, and not only a statement, failed: nothing more is sent on it. */
  broken: Error | undefined
  inTransaction = false
  /** The transaction begins with its first statement: the two travel together. */
  toBegin = false
  /** How the server says that the transaction ended, if the last statement took the commit along. */
  end: string | undefined
  /** What a client that takes one statement at a time is doing. */
  private underWay: Promise<unknown> | undefined

  constructor(lease: Lease) {
    this.lease = lease
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql: text } = query
    const name = nameOf(text)
    const values = sendable(query.parameters)
    const statement = name === undefined ? { text, values } : { name, text, values }
    const { rows, rowCount } = await (carriesCommit(query) ? this.sendLast(statement) : this.send(statement))
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  /** The commit travels with it: see `CommitTiming`. */
  private async sendLast(query: Statement): Promise<SentResult> {
    if (!this.lease.isPipelined) {
      const result = await this.send(query)
      this.end = (await this.send({ text: 'commit' })).command
      return result
    }
    gather(this.lease.client)
    const [asked, committed] = await Promise.allSettled([this.send(query), this.send({ text: 'commit' })])
    if (committed.status === 'fulfilled') this.end = committed.value.command
    if (asked.status === 'rejected') throw asked.reason
    if (committed.status === 'rejected') throw committed.reason
    return asked.value
  }

  async send(query: Statement): Promise<SentResult> {
    if (this.end !== undefined) throw new Error('The transaction has ended: its last statement took the commit along.')
    if (this.lease.isPipelined) return this.sendNow(query)
    const sent = this.underWay ? this.underWay.then(() => this.sendNow(query)) : this.sendNow(query)
    this.underWay = sent.catch(() => {})
    return sent
  }

  private async sendNow(query: Statement): Promise<SentResult> {
    try {
      if (!this.toBegin) return await this.lease.client.query(query)
      this.toBegin = false
      if (!this.lease.isPipelined) {
        await this.lease.client.query('begin')
        return await this.lease.client.query(query)
      }
      gather(this.lease.client)
      const [, result] = await Promise.all([this.lease.client.query('begin'), this.lease.client.query(query)])
      return result
    } catch (error) {
      if (!isFromStatement(error)) this.broken = error as Error
      if (isStalePlan(error)) {
        unnamed.add(query.text)
        // Outside a transaction nothing has happened yet, and unnamed it cannot be stale again.
        if (!this.inTransaction && query.name !== undefined) return this.sendNow({ text: query.text, values: query.values ?? [] })
      }
      throw awayOr(error, this.inTransaction)
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method; nothing here streams.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Queries are not streamed here: ask for a page.')
  }
}

type Statement = Pick<pg.QueryConfig, 'name' | 'text' | 'values'>

type SentResult = Pick<pg.QueryResult, 'rows' | 'rowCount' | 'command'>

/** A transaction that was in another's way is begun anew by whoever began it; a statement alone has nobody to do that. */
const awayOr = (error: unknown, inTransaction: boolean): unknown => {
  if (error instanceof DatabaseAway) return error
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
    connection.toBegin = true
  }

  async commitTransaction(connection: LeasedConnection): Promise<void> {
    if (connection.toBegin) return
    // Also when whoever ran the first statement caught its error: what never began cannot be committed.
    if (connection.broken) throw connection.broken
    const command = connection.end ?? (await connection.send({ text: 'commit' })).command
    // PostgreSQL answers the commit of a failed transaction with a rollback and no error: the caller would take it for done.
    if (command !== 'COMMIT') throw new Error('Nothing was committed: a statement of the transaction had failed, and its error was caught.')
  }

  async rollbackTransaction(connection: LeasedConnection): Promise<void> {
    // On a broken connection the transaction is gone with it; and what made us roll back is the error to tell.
    if (!connection.broken && !connection.toBegin && connection.end === undefined) await connection.send({ text: 'rollback' }).catch(() => {})
  }

  async releaseConnection({ lease, broken }: LeasedConnection): Promise<void> {
    lease.release(broken)
  }

  async destroy(): Promise<void> {}
}

const names = new Map<string, string>()
const maxNames = 1000

/** Statements whose named plan was refused as stale; see `isStalePlan`. */
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
