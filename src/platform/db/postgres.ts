import { Kysely } from 'kysely'
import pg from 'pg'
import type { Database, Session } from './database.ts'
import { type Clients, dialectOver } from './dialect.ts'
import type { Tables } from './tables.ts'
import { typeParsers } from './types.ts'
import { writeWith } from './writing.ts'

const poolSize = 10
const readerCount = 2

/** Every wait has an end: the server's own settings are all "for ever". */
const waits = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
  query_timeout: 10_000,
}

/** Told of a broken connection that no caller was waiting on. */
export type OnLost = (error: Error) => void

/** PostgreSQL: a pool for transactions, and two clients that pipeline all the single reads. */
export const openPostgres = (url: string, onLost: OnLost): Database => {
  const settings: pg.ClientConfig = { connectionString: url, types: typeParsers, options: '-c timezone=UTC', application_name: 'openslot', keepAlive: true, ...waits }
  const pool = new pg.Pool({ ...settings, max: poolSize })
  pool.on('error', onLost)
  const readers = Array.from({ length: readerCount }, () => new PipelinedReader(settings, onLost))
  let turn = 0

  const fromPool: Clients = {
    acquire: async () => {
      const client = await pool.connect()
      return { client, release: (error) => client.release(error) }
    },
  }
  const fromReaders: Clients = {
    acquire: async () => {
      turn = (turn + 1) % readerCount
      const client = await (readers[turn] as PipelinedReader).client()
      return { client, release: () => {} }
    },
  }
  const writer = new Kysely<Tables>({ dialect: dialectOver(fromPool) })

  return {
    kind: 'postgres',
    reader: new Kysely<Tables>({ dialect: dialectOver(fromReaders) }),
    write: writeWith(writer),
    session: async (work) => {
      const client = await pool.connect()
      try {
        return await work(sessionOn(client))
      } finally {
        client.release()
      }
    },
    pressure: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await Promise.all([pool.end(), ...readers.map((reader) => reader.close())])
    },
  }
}

export const sessionOn = (client: pg.ClientBase): Session => ({
  run: async (script) => {
    await client.query(script)
  },
  query: async <Row extends object>(text: string, values: readonly unknown[] = []) => (await client.query<Row>(text, values as unknown[])).rows,
})

/** One connection on which many reads are under way at once. It connects when first asked, and again after a loss. */
class PipelinedReader {
  readonly settings: pg.ClientConfig
  readonly onLost: OnLost
  connected: Promise<pg.Client> | undefined

  constructor(settings: pg.ClientConfig, onLost: OnLost) {
    this.settings = settings
    this.onLost = onLost
  }

  client(): Promise<pg.Client> {
    this.connected ??= this.connect()
    return this.connected
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.settings, pipeline: true } as pg.ClientConfig)
    const forget = () => {
      this.connected = undefined
    }
    client.on('error', (error) => {
      forget()
      this.onLost(error)
    })
    client.on('end', forget)
    try {
      await client.connect()
    } catch (error) {
      forget()
      throw error
    }
    return client
  }

  async close(): Promise<void> {
    const client = await this.connected?.catch(() => undefined)
    await client?.end()
  }
}
