import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { postgresBinaries, postgresUser } from '../scripts/test/requirements.mjs'
import { cpuOf, postmasterOf } from './postgres-cpu.mjs'
import { startLoad, startService } from './processes.mjs'
import { connections, monthOf, requestFor } from './speed.mjs'

const baseUrl = 'https://bench.test'

/**
 * What a list costs the database servers, without a replica and with one. On a small machine both servers share the
 * cores, so CPU time is compared: a route that is bound by the database can be served so many times more often before
 * one of the servers is at its limit.
 */
export const measureReplica = async ({ filled, folder, effort, milliseconds, rounds, atEnd }) => {
  const { settings, token, organization, eventTypes } = filled
  const replicaUrl = startStandby(settings.DATABASE_URL, folder, atEnd)
  const [primary, replica] = [await postmasterAt(settings.DATABASE_URL), await postmasterAt(replicaUrl)]
  const load = startLoad(atEnd)
  const page = (count) =>
    `/organization_memberships?organization=${encodeURIComponent(`${baseUrl}/organizations/${organization}`)}&count=${count}`
  const routes = [
    { name: '20 rows of a list', path: page(20) },
    { name: '100 rows of a list', path: page(100) },
    { name: 'a month of open times', path: monthOf(eventTypes.many) },
  ]
  // An organization that has just changed something is read from the primary.
  await pause(Math.max(0, filled.at + 16_000 - performance.now()))

  const costsOf = async (more) => {
    const service = await startService({ ...settings, ...more }, atEnd, 'serve')
    await service.untilReady(`http://127.0.0.1:${service.port}/health/ready`)
    const figures = []
    for (const { path } of routes) {
      const order = { port: service.port, request: requestFor(path, token), connections }
      await load.run({ ...order, milliseconds: effort.warm.seconds * 500 })
      const before = [cpuOf(primary), cpuOf(replica)]
      const answers = await load.run({ ...order, milliseconds: milliseconds * rounds })
      figures.push({ primary: (cpuOf(primary) - before[0]) / answers, replica: (cpuOf(replica) - before[1]) / answers })
    }
    await service.stop()
    return figures
  }
  const without = await costsOf({})
  const together = await costsOf({ OPENSLOT_DATABASE_REPLICA_URL: replicaUrl })
  return {
    goal: 1.7,
    routes: routes.map(({ name }, index) => {
      const [alone, both] = [without[index], together[index]]
      return {
        name,
        alone: alone.primary,
        primary: both.primary,
        replica: both.replica,
        ratio: alone.primary / Math.max(both.primary, both.replica),
      }
    }),
  }
}

const postmasterAt = async (url) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return postmasterOf(client).finally(() => client.end())
}

/** Follows the server of that address, on a socket in the folder. */
const startStandby = (url, folder, atEnd) => {
  const binaries = postgresBinaries()
  const user = postgresUser()
  mkdirSync(folder, { mode: 0o755 })
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const run = (name, ...words) => execFileSync(join(binaries, name), words, { ...user, cwd: folder, stdio: 'ignore' })
  const control = (...words) => run('pg_ctl', '-D', data, '-w', '-s', '-l', join(folder, 'log'), ...words)
  run(
    'pg_basebackup',
    '-D',
    data,
    '-h',
    new URL(url).searchParams.get('host'),
    '-U',
    'postgres',
    '-R',
    '-c',
    'fast',
    '--no-sync',
  )
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: '800',
    shared_buffers: '64MB',
    shared_preload_libraries: '',
  }
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    Object.entries(settings)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
  )
  control('start')
  atEnd(async () => control('stop', '-m', 'immediate'))
  const own = new URL(url)
  own.searchParams.set('host', folder)
  return own.href
}
