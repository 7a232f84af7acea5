import { Kysely } from 'kysely'
import pg from 'pg'
import type { Tables } from '#schema/tables.ts'
import type { Database, DatabaseSession } from './database.ts'
import { type Clients, dialectOver, readerOver } from './dialect.ts'
import { DatabaseAway, faultOf } from './faults.ts'
import { type OnLost, pipelinedReaders, sayGoodbye } from './readers.ts'
import { sessionSettings, typeParsers } from './type-parsers.ts'
import { writeWith } from './writing.ts'

const writerCount = 10
const pipelineCount = 2
const asideCount = 4

/**
 * Every wait has an end: the server's own settings are all "for ever". A caller waits for a connection, then for an
 * answer; the two together stay below ten seconds even when the server hangs.
 */
const waits = {
  connectionTimeoutMillis: 3_000,
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
  query_timeout: 6_000,
}

/**
 * A queue looks empty to the planner until statistics are taken, and an index of no use: then it scans the table for
 * every job. A scan that cannot be avoided costs so much by this setting that PostgreSQL would compile it first.
 */
const planning = { enable_seqscan: 'off', jit: 'off' }

// To plan one of our statements takes longer than to run it, and the plan is always the same: by the keys.
const writingSettings = { ...sessionSettings, ...planning, plan_cache_mode: 'force_generic_plan' }

/** What must hold on connections that do not take settings from us. */
export const neededSettings: Readonly<Record<string, string>> = {
  ...writingSettings,
  statement_timeout: `${waits.statement_timeout}ms`,
  lock_timeout: `${waits.lock_timeout}ms`,
  idle_in_transaction_session_timeout: `${waits.idle_in_transaction_session_timeout}ms`,
}

/** PostgreSQL: a pool for transactions, and two clients that pipeline all the single reads. */
export const openPostgres = (url: string, onLost: OnLost, directUrl = url): Database => {
  const pool = openPool({ ...settingsFor(url, writingSettings), ...waits, max: writerCount }, onLost)
  const readers = openReaders(url, waits, onLost)
  const write = writeWith(new Kysely<Tables>({ dialect: dialectOver(clientsOf(pool)) }))
  let closing: Promise<unknown> | undefined

  return {
    kind: 'postgres',
    reader: readerOver(readers),
    write,
    writeFirst: write,
    session: (work) =>
      inOwnSession(
        {
          ...settingsFor(directUrl, writingSettings),
          connectionTimeoutMillis: waits.connectionTimeoutMillis,
          lock_timeout: waits.lock_timeout,
        },
        work,
      ),
    pressure: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      closing ??= Promise.all([pool.end(), readers.close()])
      await closing
    },
  }
}

/** Connections for single reads. */
export const openReaders = (
  url: string,
  limits: typeof waits,
  onLost: OnLost,
): Clients & { close(): Promise<void> } => {
  // The types say that a read cannot write; the server makes it so.
  const reading = {
    ...settingsFor(url, { ...sessionSettings, ...planning, default_transaction_read_only: 'on' }),
    ...limits,
  }
  const aside = openPool({ ...reading, max: asideCount }, onLost)
  const pipelines = pipelinedReaders(reading, pipelineCount, clientsOf(aside), onLost)
  return {
    acquire: () => pipelines.acquire(),
    close: async () => {
      await Promise.all([pipelines.close(), aside.end()])
    },
  }
}

/** `options` in the address are kept, but what the parsers depend on has the last word. */
export const settingsFor = (url: string, session: Readonly<Record<string, string>>): pg.ClientConfig => {
  const address = new URL(url)
  const given = address.searchParams.get('options')
  address.searchParams.delete('options')
  const ours = Object.entries(session).map(([name, value]) => `-c ${name}=${value}`)
  return {
    connectionString: given === null ? url : address.href,
    options: [...(given === null ? [] : [given]), ...ours].join(' '),
    types: typeParsers,
    application_name: 'openslot',
    keepAlive: true,
  }
}

const openPool = (settings: pg.PoolConfig, onLost: OnLost): pg.Pool => {
  const pool = new pg.Pool({ ...settings, pipeline: true, idleTimeoutMillis: 60_000 } as pg.PoolConfig)
  pool.on('error', onLost)
  // While a client is lent out the pool does not listen to it, and an unhandled error ends the process. The
  // caller that holds the client learns of the loss from the statement that fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const clientsOf = (pool: pg.Pool): Clients => ({
  acquire: async () => {
    const client = await pool.connect()
    return { client, isPipelined: true, release: (broken) => client.release(broken) }
  },
})

/** A connection of its own, closed afterwards with whatever was set or locked on it. */
const inOwnSession = async <T>(
  settings: pg.ClientConfig,
  work: (session: DatabaseSession) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client(settings)
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(sessionOn(client))
  } catch (error) {
    throw faultOf(error) === 'away' ? new DatabaseAway(error) : error
  } finally {
    await sayGoodbye(client)
  }
}

// A migration may take its time, but not for ever.
const scriptMilliseconds = 1_800_000

/** pg knows the setting, its types do not. */
type TimedQuery = pg.QueryConfig & { query_timeout: number }

export const sessionOn = (client: pg.ClientBase): DatabaseSession => ({
  run: async (script) => {
    const query: TimedQuery = { text: script, query_timeout: scriptMilliseconds }
    await client.query(query)
  },
  query: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
    const query: TimedQuery = { text, values: [...values], query_timeout: waits.query_timeout }
    return (await client.query<Row>(query)).rows
  },
})
