import { randomInt } from 'node:crypto'
import pg from 'pg'
import { refusedByPooler } from './pooler-refusal.ts'
import { neededSettings, settingsFor } from './postgres.ts'

const connectMilliseconds = 5_000
/** A pooler with a single connection never gives a second one. */
const answerMilliseconds = 10_000
const rounds = 3

/**
 * Why a pooler between us and PostgreSQL must be told of, or set up otherwise: one sentence each. One that lends a
 * connection for a transaction loses what belongs to a session: locks, notifications, settings. The service needs
 * those, on another way.
 */
export const inspectPooling = (url: string, directUrl: string): Promise<string[]> =>
  inspectWays(url, directUrl).catch((error: Error) => {
    const refused = refusedByPooler(error.message)
    if (refused === undefined) throw error
    return [refused]
  })

const inspectWays = async (url: string, directUrl: string): Promise<string[]> => {
  const isPooled = await withTwo(url, lendsByTransaction)
  if (url === directUrl) {
    if (!isPooled) return inspectLoans(url, isPooled)
    return [
      'DATABASE_URL leads through a pooler that lends connections for a transaction, like PgBouncer. Set OPENSLOT_DATABASE_DIRECT_URL to the address of ' +
        'PostgreSQL itself: what belongs to a session goes there.',
    ]
  }
  if (await withTwo(directUrl, lendsByTransaction))
    return [
      'OPENSLOT_DATABASE_DIRECT_URL leads through a pooler that lends connections for a transaction. Set it to the address of PostgreSQL itself.',
    ]
  if (!(await areSame(url, directUrl)))
    return ['OPENSLOT_DATABASE_DIRECT_URL leads to another database than DATABASE_URL. Set both to the same one.']
  return inspectLoans(url, isPooled)
}

/** The same for a standby that is only read from. */
export const inspectPoolingOfReads = async (url: string): Promise<string[]> =>
  inspectLoans(url, await withTwo(url, lendsByTransaction))

const inspectLoans = async (url: string, isPooled: boolean): Promise<string[]> => [
  ...(isPooled && !(await withTwo(url, keepsStatements)) ? [forgetsStatements] : []),
  ...(await inspectSettings(url)),
]

const forgetsStatements =
  'The pooler does not know prepared statements, so that requests would fail now and then. Set max_prepared_statements = 500 there; PgBouncer has it since 1.21.'

/**
 * While another client is in a transaction, the connection that served us a moment ago is lent to it, and we get
 * another. PostgreSQL itself gives each client its own. Where connections are handed out in turn, it takes a statement
 * in between for the other to get ours.
 */
const lendsByTransaction = async (one: pg.Client, other: pg.Client): Promise<boolean> => {
  for (let round = 0; round < rounds; round += 1) {
    const before = await backendOf(one)
    for (let between = 0; between < round; between += 1) await backendOf(other)
    await other.query('begin')
    await backendOf(other)
    const after = await backendOf(one)
    await other.query('rollback')
    if (before !== after) return true
  }
  return false
}

/**
 * What one has prepared on a connection that is lent to the other now is known on the next one too, and the other may
 * prepare the same.
 */
const keepsStatements = async (one: pg.Client, other: pg.Client): Promise<boolean> => {
  const probe = { name: `openslot_probe_${randomInt(1, 2 ** 31)}`, text: 'select 1' }
  try {
    for (let round = 0; round < rounds; round += 1) {
      await one.query(probe)
      await other.query('begin')
      await other.query(probe)
      await one.query(probe)
      await other.query('rollback')
    }
    return true
  } catch (error) {
    if (!['26000', '42P05'].includes(String((error as { code?: unknown }).code))) throw error
    return false
  }
}

const backendOf = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0

/** A lock that is taken by one way is seen by the other. */
const areSame = (url: string, directUrl: string): Promise<boolean> =>
  withClient(directUrl, (direct) =>
    withClient(url, async (client) => {
      const mark = randomInt(1, 2 ** 31)
      await direct.query('select pg_advisory_lock(7203, $1)', [mark])
      const { rows } = await client.query(
        `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
         where datname = current_database() and locktype = 'advisory' and classid = 7203 and objid = $1`,
        [mark],
      )
      return rows.length > 0
    }),
  )

/** Where a pooler does not pass on the settings of a session, they have to be those of the role. */
const inspectSettings = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const wanted = Object.entries(neededSettings)
    const { rows } = await client.query<{ role: string; name: string; setting: string }>(
      'select current_user as role, name, current_setting(name) as setting from unnest($1::text[]) as name',
      [wanted.map(([name]) => name)],
    )
    const wrong = wanted.filter(
      ([name, value]) => normalized(rows.find((row) => row.name === name)?.setting ?? '') !== normalized(value),
    )
    if (wrong.length === 0) return []
    const statements = wrong.map(([name, value]) => `alter role ${rows[0]?.role} set ${name} = '${value}'`)
    return [
      `The pooler does not pass on our settings, so the role must have them. Run: ${statements.join('; ')}. Then restart the pooler.`,
    ]
  })

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000 }

const normalized = (setting: string): string => {
  const [, number, unit = 'ms'] = /^(\d+)(ms|s|min)?$/.exec(setting) ?? []
  // A date style is followed by the order of day and month, which is for input only.
  return number === undefined ? setting.toLowerCase().replace(/,.*/, '') : String(Number(number) * (units[unit] ?? 1))
}

const withTwo = <T>(url: string, work: (one: pg.Client, other: pg.Client) => Promise<T>): Promise<T> =>
  withClient(url, (one) => withClient(url, (other) => work(one, other)))

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({
    ...settingsFor(url, neededSettings),
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: answerMilliseconds,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
