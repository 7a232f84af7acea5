import { execFile } from 'node:child_process'
import { appendFile, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { postgresBinaries, postgresUser } from '../../scripts/test/requirements.mjs'

const run = promisify(execFile)

/** For tests that stop a server, which only ours may be: why they cannot run on this machine, or false. */
export const lackingBinaries: string | false = postgresBinaries()
  ? false
  : 'the server of DATABASE_URL is not ours to stop, and this machine has no PostgreSQL binaries'

/** A PostgreSQL of the test's own, to stop, to crash and to hang. */
export interface Cluster {
  /** As a plain role that owns its database. */
  readonly url: string
  readonly superuserUrl: string
  start(): Promise<void>
  stop(mode: 'fast' | 'immediate'): Promise<void>
  restart(mode: 'fast' | 'immediate'): Promise<void>
  /** As the superuser. */
  query<Row extends object>(text: string): Promise<Row[]>
  postmasterPid(): Promise<number>
  /** Follows this one. Closed on its own. */
  startStandby(settings?: Readonly<Record<string, string>>): Promise<Standby>
  close(): Promise<void>
}

/** A streaming replica of a cluster. */
export type Standby = Pick<Cluster, 'url' | 'start' | 'stop' | 'query' | 'postmasterPid' | 'close'>

const newClusterFolder = async (parent = tmpdir()): Promise<string> => {
  const folder = await mkdtemp(join(parent, 'cluster-'))
  const user = postgresUser()
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

const programsIn = (folder: string) => {
  const binaries = postgresBinaries()
  if (binaries === undefined) throw new Error('This machine has no PostgreSQL binaries.')
  const data = join(folder, 'data')
  // pg_ctl leaves the server its standard output: with pipes, this would wait for the server to end.
  const program = (name: string, ...words: string[]) =>
    run(join(binaries, name), words, { ...postgresUser(), cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  const control = (...words: string[]) => program('pg_ctl', '-D', data, '-w', '-s', '-l', join(folder, 'log'), ...words)
  return { data, program, control }
}

const linesOf = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('')

/** What can be done with a server in a folder that was started. */
const clusterIn = (folder: string): Cluster => {
  const { data, control } = programsIn(folder)
  const urlOf = (role: string, database: string) =>
    `postgres://${role}@localhost/${database}?host=${encodeURIComponent(folder)}`
  const query = async <Row extends object>(text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: urlOf('postgres', 'postgres') })
    await client.connect()
    return client.query<Row>(text).then(
      ({ rows }) => client.end().then(() => rows),
      (error) => client.end().then(() => Promise.reject(error)),
    )
  }
  return {
    url: urlOf('openslot', 'openslot'),
    superuserUrl: urlOf('postgres', 'openslot'),
    start: async () => void (await control('start')),
    stop: async (mode) => void (await control('stop', '-m', mode)),
    restart: async (mode) => void (await control('restart', '-m', mode)),
    query,
    postmasterPid: async () => Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]),
    startStandby: (settings) => startStandby(folder, settings),
    close: async () => {
      await control('stop', '-m', 'immediate').catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const startCluster = async (
  settings: Readonly<Record<string, string>> = {},
  initdbWords: readonly string[] = [],
  parent: string = tmpdir(),
): Promise<Cluster> => {
  const folder = await newClusterFolder(parent)
  const { data, program, control } = programsIn(folder)
  await program(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--auth=trust',
    '--no-sync',
    ...initdbWords,
  )
  const all = {
    listen_addresses: '',
    unix_socket_directories: folder,
    shared_buffers: '32MB',
    fsync: 'off',
    ...settings,
  }
  await writeFile(join(data, 'postgresql.auto.conf'), linesOf(all))
  await control('start')
  const cluster = clusterIn(folder)
  await cluster.query('create role openslot login')
  await cluster.query('create database openslot owner openslot')
  return cluster
}

const startStandby = async (
  primaryFolder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Standby> => {
  const folder = await newClusterFolder()
  const { data, program, control } = programsIn(folder)
  await program('pg_basebackup', '-D', data, '-h', primaryFolder, '-U', 'postgres', '-R', '-c', 'fast', '--no-sync')
  // The last line of a setting holds.
  await appendFile(join(data, 'postgresql.auto.conf'), linesOf({ unix_socket_directories: folder, ...settings }))
  await control('start')
  return clusterIn(folder)
}
