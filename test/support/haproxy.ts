import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eventually } from './eventually.ts'
import { freePort, launch, newFolder } from './processes.ts'

export interface Haproxy {
  readonly address: string
  /** How often a server refused a request, which was then sent again or elsewhere: it had left before HAProxy knew. */
  countRefused(): Promise<number>
  /** How many servers its checks find ready. */
  countUp(): Promise<number>
}

/**
 * HAProxy in front of servers on these ports of this machine, as the documents recommend it. A server that is leaving
 * says so and is out at its first word. One that only answers late, because it has just started on a busy machine, is
 * not: its checks have five seconds.
 */
export const startHaproxy = async (ports: readonly number[]): Promise<Haproxy> => {
  const port = await freePort()
  const folder = await newFolder()
  const file = join(folder, 'haproxy.cfg')
  const socket = join(folder, 'stats')
  const servers = ports.map((each) => `  server s${each} 127.0.0.1:${each} check inter 1s fall 1 rise 1`)
  await writeFile(
    file,
    `
global
  stats socket ${socket}
defaults
  mode http
  timeout connect 2s
  timeout check 5s
  timeout client 60s
  timeout server 60s
  option redispatch
frontend front
  bind 127.0.0.1:${port}
  default_backend openslot
backend openslot
  balance roundrobin
  option httpchk GET /health/ready
${servers.join('\n')}
`,
  )
  const proxy = launch('haproxy', ['-db', '-f', file], {})
  const address = `http://127.0.0.1:${port}`
  await eventually(
    `HAProxy answers: ${proxy.stderr()}`,
    async () => (await fetch(`${address}/health/ready`).catch(() => undefined))?.status === 200,
  )
  return {
    address,
    countRefused: async () =>
      (await statisticsOf(socket)).reduce(
        (sum, of) => ['econ', 'wretr', 'wredis'].reduce((all, name) => all + Number(of(name)), sum),
        0,
      ),
    countUp: async () => (await statisticsOf(socket)).filter((of) => of('status') === 'UP').length,
  }
}

/**
 * Its own statistics of each server, by the name of a column. Refused are connections that failed, requests that were
 * tried again, and those that went to another server then.
 */
const statisticsOf = async (socket: string): Promise<((column: string) => string | undefined)[]> => {
  const connection = connect(socket)
  await once(connection, 'connect')
  connection.write('show stat\n')
  const [head = '', ...rows] = (await text(connection)).trim().split('\n')
  const names = head.replace(/^# /, '').split(',')
  const servers = rows
    .map((row) => row.split(','))
    .filter((cells) => !['FRONTEND', 'BACKEND'].includes(cells[names.indexOf('svname')] ?? ''))
  assert.ok(servers.length > 0)
  return servers.map((cells) => (column) => cells[names.indexOf(column)])
}
