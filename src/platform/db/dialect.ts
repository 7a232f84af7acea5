import {
  type CompiledQuery,
  type ConnectionProvider,
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
import type { Tables } from '#schema/tables.ts'
import { awayOr, type Lease, LeasedConnection, refuseToStream } from './leased-connection.ts'

/** How a statement gets its client: from a pool, from the pipelined readers, or the embedded database's only one. */
export interface Clients {
  acquire(): Promise<Lease>
}

/** Kysely's PostgreSQL dialect with named statements, so that the server parses each query once per connection. */
export const dialectOver = (clients: Clients): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new LeasingDriver(clients),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/**
 * The same for single reads, on the shortest way: Kysely's own leads through a driver that keeps account of
 * connections.
 */
export const readerOver = (clients: Clients): Kysely<Tables> => {
  const driver = new LeasingDriver(clients)
  return readerWith(dialectOver(clients), driver, {
    provideConnection: async (use) => {
      const connection = await driver.acquireConnection()
      try {
        return await use(connection)
      } finally {
        connection.release()
      }
    },
  })
}

/** The same, where each statement is run by a function. */
export const readerThrough = (run: <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>): Kysely<Tables> => {
  const noClients: Clients = { acquire: () => Promise.reject(new Error('Statements run elsewhere.')) }
  const connection: DatabaseConnection = {
    executeQuery: <Row>(query: CompiledQuery) => run(query as CompiledQuery<Row>),
    streamQuery: refuseToStream,
  }
  return readerWith(dialectOver(noClients), new LeasingDriver(noClients), {
    provideConnection: (use) => use(connection),
  })
}

const readerWith = (dialect: Dialect, driver: Driver, connections: ConnectionProvider): Kysely<Tables> => {
  const executor = new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), connections)
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor })
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
    connection.begin()
  }

  commitTransaction(connection: LeasedConnection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: LeasedConnection): Promise<void> {
    return connection.rollback()
  }

  async releaseConnection(connection: LeasedConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {}
}
