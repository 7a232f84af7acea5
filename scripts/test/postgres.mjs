import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { lastWords, runToEnd } from './child.mjs'
import { postgresBinaries, postgresUser } from './requirements.mjs'

/**
 * PostgreSQL for this run: the server DATABASE_URL names, where databases of our own come and go beside theirs, or else
 * a throw-away one made of the machine's own binaries.
 */
export const startPostgres = async (folder, atEnd, { isMeasured = false } = {}) => {
  const given = process.env.DATABASE_URL
  const adminUrl = given || (await startCluster(folder, atEnd, isMeasured))
  const prefix = `openslot_test_${randomBytes(5).toString('hex')}_`

  const createDatabase = async (name, template) => {
    const database = `${prefix}${name}`
    await asAdmin(adminUrl, (admin) =>
      admin.query(`create database ${database} ${template ? `template ${prefix}${template}` : 'template template0'}`),
    )
    return databaseUrl(adminUrl, database)
  }
  const dropAll = () =>
    asAdmin(adminUrl, async (admin) => {
      const { rows } = await admin.query('select datname from pg_database where starts_with(datname, $1)', [prefix])
      for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`)
    })
  if (given) atEnd(dropAll)
  const superUrl = given ? undefined : Object.assign(new URL(adminUrl), { username: 'postgres' }).href
  return { adminUrl, superUrl, prefix, createDatabase }
}

const databaseUrl = (serverUrl, database) => Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href

const asAdmin = async (url, work) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * A cluster on a Unix socket in its own folder. It syncs like a real one, unless OPENSLOT_TEST_FSYNC=off for a slow
 * disk. A test run is too short for autovacuum to be of use, and it would visit dozens of databases every minute.
 */
const startCluster = async (folder, atEnd, isMeasured) => {
  const binaries = postgresBinaries()
  const user = postgresUser()
  mkdirSync(folder, { mode: 0o755 })
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } }

  // Sorts as most servers do, and unlike the embedded database: an order that depends on where one asks shows itself.
  const language = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US']
  await runToEnd(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-E', 'UTF8', ...language, '--auth=trust', '--no-sync'],
    { ...options, atEnd },
  )
  const fsync = process.env.OPENSLOT_TEST_FSYNC === 'off' ? 'off' : 'on'
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: '800',
    shared_buffers: '64MB',
    fsync,
    ...(isMeasured ? statementStatistics(binaries) : { autovacuum: 'off' }),
  }
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...options,
      detached: true, // Ctrl-C is ours to handle: the tests are stopped first
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const ended = new Promise((done) => server.once('close', done))
  const complaint = lastWords(server)
  atEnd(async () => {
    server.kill('SIGQUIT')
    await ended
  })

  // A role as production has it: it owns its databases and is no superuser.
  const hostAnd = (role) => `postgres://${role}@localhost/postgres?host=${encodeURIComponent(folder)}`
  try {
    await whenUp(server, () =>
      asAdmin(hostAnd('postgres'), (admin) => admin.query('create role openslot login createdb')),
    )
  } catch (error) {
    throw new Error(`The throw-away PostgreSQL did not start (${error.message}). It said: ${complaint()}`)
  }
  return hostAnd('openslot')
}

/** Where the server has the extension, as Debian's postgresql-contrib brings it. */
const statementStatistics = (binaries) =>
  existsSync(join(binaries, '../lib/pg_stat_statements.so'))
    ? { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_planning': 'on' }
    : {}

const whenUp = async (server, ask) => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      if (server.exitCode !== null || attempt === 200) throw error
      await pause(100)
    }
  }
}
