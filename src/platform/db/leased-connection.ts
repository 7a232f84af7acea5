import { createHash } from 'node:crypto'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { DatabaseAway, faultOf, isFromStatement, isStalePlan } from './faults.ts'
import { NamedQuery } from './named-query.ts'
import { sendable } from './sendable.ts'
import { gather } from './socket.ts'

export interface Lease {
  readonly client: pg.ClientBase
  /** Whether a statement may be sent before the one before it is answered. */
  readonly isPipelined: boolean
  /** With an error, the client is thrown away. */
  release(error?: Error): void
}

interface Statement {
  /** Undefined for one that is not prepared. */
  readonly name?: string | undefined
  readonly text: string
  readonly values?: (string | Buffer | null)[]
}

type Result = Pick<pg.QueryResult, 'rows' | 'rowCount' | 'command'>

type ConnectionState =
  | { readonly kind: 'single_statements' }
  /** A transaction whose first statement is still to come: `begin` is sent together with it. */
  | { readonly kind: 'to_begin' }
  | { readonly kind: 'in_transaction' }
  /** The connection failed, and not only a statement: nothing more is sent on it. */
  | { readonly kind: 'broken'; readonly error: Error }

/** A client for as long as a statement or a transaction needs it. */
export class LeasedConnection implements DatabaseConnection {
  readonly #lease: Lease
  #state: ConnectionState = { kind: 'single_statements' }
  /** The last statement given to a client that takes one at a time. */
  #previous: Promise<unknown> = Promise.resolve()

  constructor(lease: Lease) {
    this.#lease = lease
  }

  begin(): void {
    this.#state = { kind: 'to_begin' }
  }

  async commit(): Promise<void> {
    if (this.#state.kind === 'to_begin') return
    const { command } = await this.#send({ text: 'commit' })
    // PostgreSQL answers the commit of a failed transaction with a rollback and no error: the caller would take it for
    // done.
    if (command !== 'COMMIT')
      throw new Error('Nothing was committed: a statement of the transaction had failed, and its error was caught.')
  }

  async rollback(): Promise<void> {
    // The error that the caller needs is the one that led to the rollback.
    if (this.#state.kind === 'in_transaction') await this.#send({ text: 'rollback' }).catch(() => {})
  }

  release(): void {
    this.#lease.release(this.#state.kind === 'broken' ? this.#state.error : undefined)
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql: text } = compiled
    const name = nameOf(text)
    const values = sendable(compiled.parameters)
    const { rows, rowCount } = await this.#send({ name, text, values })
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    return refuseToStream()
  }

  async #send(statement: Statement): Promise<Result> {
    if (this.#state.kind === 'broken') throw this.#state.error
    if (this.#lease.isPipelined) return this.#sendNow(statement)
    const sent = this.#previous.then(() => this.#sendNow(statement))
    this.#previous = sent.catch(() => {})
    return sent
  }

  async #sendNow(statement: Statement): Promise<Result> {
    const inTransaction = this.#state.kind !== 'single_statements'
    try {
      return await (this.#state.kind === 'to_begin'
        ? this.#sendWithBegin(statement)
        : query(this.#lease.client, statement))
    } catch (error) {
      if (!isFromStatement(error)) this.#state = { kind: 'broken', error: error as Error }
      if (isStalePlan(error)) {
        unnamed.add(statement.text)
        // Outside a transaction nothing has happened yet, and unnamed it cannot be stale again.
        if (!inTransaction && statement.name !== undefined)
          return this.#sendNow({ text: statement.text, values: statement.values ?? [] })
      }
      // The stack of an error of the server leads to the socket; this one leads to the caller.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw awayOr(error, inTransaction)
    }
  }

  async #sendWithBegin(statement: Statement): Promise<Result> {
    const { client, isPipelined } = this.#lease
    this.#state = { kind: 'in_transaction' }
    if (!isPipelined) {
      await client.query('begin')
      return query(client, statement)
    }
    gather(client)
    const [, result] = await Promise.all([client.query('begin'), query(client, statement)])
    return result
  }
}

/** Kysely asks for the method. */
export const refuseToStream = (): never => {
  throw new Error('Queries are not streamed here: ask for a page.')
}

const query = (client: pg.ClientBase, { name, text, values = [] }: Statement): Promise<Result> =>
  name === undefined
    ? client.query(text, values)
    : new Promise((resolve, reject) => {
        const done = (error: Error | null, result?: Result): void => (result ? resolve(result) : reject(error))
        client.query(new NamedQuery(name, text, values, done) as unknown as pg.Submittable)
      })

/** A transaction that was in another's way is started again by `writeWith`; a single statement has no such caller. */
export const awayOr = (error: unknown, inTransaction: boolean): unknown => {
  if (error instanceof DatabaseAway) return error
  const fault = faultOf(error)
  return fault === 'away' || (fault === 'try_again' && !inTransaction) ? new DatabaseAway(error) : error
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
