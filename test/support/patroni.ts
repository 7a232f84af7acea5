import { chown, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { postgresBinaries, postgresUser } from '../../scripts/test/requirements.mjs'
import { childrenOf } from './children.ts'
import { eventually } from './eventually.ts'
import { freePort, launch, newFolder, type Running } from './processes.ts'

/** Three PostgreSQL servers under Patroni with etcd, and HAProxy in front, which leads to the one that takes writes. */
export interface PatroniCluster {
  /** As a plain role that owns its database, through HAProxy. */
  readonly url: string
  /** As the superuser, through HAProxy. */
  query<Row extends object>(text: string): Promise<Row[]>
  /** The name of the server that leads, once one does. */
  leader(): Promise<string>
  /** Ends Patroni and PostgreSQL of this server at once, as a machine that loses its power does. */
  kill(name: string): Promise<void>
  /** Starts the server again, and waits until it follows. */
  revive(name: string): Promise<void>
  /** Asks the leader to hand over, as before maintenance. */
  switchOver(from: string): Promise<void>
  close(): Promise<void>
}

interface Node {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly data: string
  readonly start: () => Running
}

export const startPatroniCluster = async (): Promise<PatroniCluster> => {
  const { etcd, port: etcdPort } = await startEtcd()
  const nodes = await Promise.all(['one', 'two', 'three'].map((name) => makeNode(name, etcdPort)))
  const running = new Map(nodes.map((node) => [node.name, node.start()]))
  const { proxy, port } = await startProxy(nodes)
  const urlOf = (role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`
  const nodeOf = (name: string): Node => nodes.find((node) => node.name === name) ?? fail(`There is no server ${name}.`)

  const query = async <Row extends object>(text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: urlOf('postgres', 'postgres') })
    client.on('error', () => {})
    await client.connect()
    return client
      .query<Row>(text)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }
  const leader = async (): Promise<string> => {
    let found: string | undefined
    await eventually(
      'a server leads',
      async () => {
        const answers = await Promise.all(
          nodes.map(async (node) => ({ node, leads: await isAnswered(node, '/primary') })),
        )
        found = answers.find(({ leads }) => leads)?.node.name
        return found !== undefined
      },
      60_000,
    )
    return found ?? fail('No server leads.')
  }
  const untilAllFollow = (count: number): Promise<void> =>
    eventually(
      `${count} servers follow: ${[...running.values()].map((each) => each.stderr().slice(-500)).join('\n')}`,
      async () => {
        const following = await query<{ state: string }>(
          "select sync_state as state from pg_stat_replication where state = 'streaming'",
        ).catch(() => [])
        return following.length === count && following.some(({ state }) => state === 'sync')
      },
      120_000,
    )

  await leader()
  await untilAllFollow(2)
  await query('create role openslot login')
  await query('create database openslot owner openslot')
  return {
    url: urlOf('openslot', 'openslot'),
    query,
    leader,
    kill: async (name) => {
      const postmaster = Number((await readFile(join(nodeOf(name).data, 'postmaster.pid'), 'utf8')).split('\n')[0])
      const backends = childrenOf(postmaster)
      running.get(name)?.process.kill('SIGKILL')
      for (const pid of [postmaster, ...backends]) killIfAlive(pid)
      await running.get(name)?.ended
    },
    revive: async (name) => {
      running.set(name, nodeOf(name).start())
      await untilAllFollow(2)
    },
    switchOver: async (from) => {
      const answer = await fetch(`http://127.0.0.1:${nodeOf(from).restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from }),
      })
      if (!answer.ok) throw new Error(`Patroni refused to switch over: ${answer.status} ${await answer.text()}`)
    },
    // Patroni stops its PostgreSQL when it is asked to stop; killed with the tests, it would leave it behind.
    close: async () => {
      for (const each of running.values()) each.process.kill('SIGTERM')
      await Promise.all([...running.values()].map(({ ended }) => ended))
      for (const each of [proxy, etcd]) each.process.kill('SIGKILL')
    },
  }
}

const startEtcd = async (): Promise<{ readonly etcd: Running; readonly port: number }> => {
  const folder = await newFolder()
  const [port, peerPort] = [await freePort(), await freePort()]
  const [own, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const running = launch(
    'etcd',
    [
      ...['--data-dir', folder, '--name', 'one', '--unsafe-no-fsync'],
      ...['--listen-client-urls', own, '--advertise-client-urls', own],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `one=${peer}`],
    ],
    { ETCD_UNSUPPORTED_ARCH: 'arm64' },
  )
  await eventually(`etcd answers: ${running.stderr()}`, () =>
    fetch(`${own}/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return { etcd: running, port }
}

/** PostgreSQL refuses to run as root. */
const unprivileged = (): readonly string[] => {
  const user = postgresUser()
  return user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []
}

const makeNode = async (name: string, etcdPort: number): Promise<Node> => {
  const folder = await newFolder()
  const user = postgresUser()
  const [port, restPort] = [await freePort(), await freePort()]
  const data = join(folder, 'data')
  const file = join(folder, 'patroni.json')
  const settings = {
    scope: 'openslot',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, shared_buffers: '32MB', wal_log_hints: 'on', fsync: 'off' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: postgresBinaries(),
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'replicator' },
        rewind: { username: 'postgres' },
      },
      parameters: { unix_socket_directories: folder },
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
  }
  // YAML takes JSON as it is.
  await writeFile(file, JSON.stringify(settings), { mode: 0o644 })
  if (user) await chown(folder, user.uid, user.gid)
  const [command = '', ...words] = [...unprivileged(), 'patroni', file]
  return { name, port, restPort, data, start: () => launch(command, words, { LC_ALL: 'C.UTF-8', HOME: folder }) }
}

/** Sends every connection to the server that says it takes writes, and cuts those to one that no longer does. */
const startProxy = async (nodes: readonly Node[]): Promise<{ readonly proxy: Running; readonly port: number }> => {
  const port = await freePort()
  const file = join(await newFolder(), 'haproxy.cfg')
  const servers = nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`)
  await writeFile(
    file,
    `defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  )
  return { proxy: launch('haproxy', ['-db', '-f', file], {}), port }
}

const isAnswered = ({ restPort }: Node, path: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${restPort}${path}`).then(
    ({ ok }) => ok,
    () => false,
  )

const killIfAlive = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended with another one.
  }
}

const fail = (sentence: string): never => {
  throw new Error(sentence)
}
