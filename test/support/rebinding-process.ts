// A machine in a network of its own, with a public address, whose name server changes its mind with every question: now
// the name is that address, now it is the machine itself. Tells who was led inside.
import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPublic } from '#platform/net/address.ts'
import { Destinations } from '#platform/net/destinations.ts'
import { Outgoing } from '#platform/net/outgoing.ts'
import { aCertificate } from './certificate.ts'

export interface Report {
  /** Of the guarded client, by outcome. */
  readonly answered: number
  readonly refused: number
  readonly guardedInside: number
  /** Of one that resolves first and connects afterwards: what the rig must catch. */
  readonly naiveInside: number
}

const outside = '93.184.216.34'
const inside = '127.0.0.1'
const url = 'https://rebind.test:8443/hook'
const tries = 20

const settings = join(mkdtempSync(join(tmpdir(), 'names-')), 'resolv.conf')
writeFileSync(settings, `nameserver ${inside}\n`)
execFileSync('ip', ['link', 'set', 'lo', 'up'])
execFileSync('ip', ['addr', 'add', `${outside}/32`, 'dev', 'lo'])
execFileSync('mount', ['--bind', settings, '/etc/resolv.conf'])

let questions = 0
const names = createSocket('udp4')
names.on('message', (question, { port, address }) => {
  const end = question.indexOf(0, 12) + 5
  const isA = question.readUInt16BE(end - 4) === 1
  const head = Buffer.from(question.subarray(0, end))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(isA ? 1 : 0, 6)
  head.writeUInt32BE(0, 8)
  // The name as above, type A, class IN, not to be kept for a moment, four bytes.
  const record = Buffer.from([
    0xc0,
    12,
    0,
    1,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    4,
    ...(questions % 2 === 0 ? outside : inside).split('.').map(Number),
  ])
  if (isA) questions += 1
  names.send(isA ? Buffer.concat([head, record]) : head, port, address)
})
await new Promise<void>((done) => names.bind(53, inside, done))

const { key, cert } = aCertificate('rebind.test')
let insideConnections = 0
for (const address of [outside, inside]) {
  const server = createServer({ key, cert }, (_, response) => response.end('here'))
  if (address === inside) server.on('connection', () => (insideConnections += 1))
  await new Promise<void>((done) => server.listen(8443, address, done))
}

const guarded = new Outgoing(new Destinations(), { ca: cert })
const outcomes: string[] = []
for (let sent = 0; sent < tries; sent += 1)
  outcomes.push((await guarded.send({ url, method: 'POST', body: Buffer.from('x') })).kind)
const guardedInside = insideConnections

const naive = async (): Promise<void> => {
  const addresses = await new Resolver().resolve4('rebind.test')
  if (!addresses.every(isPublic)) return
  await new Promise<void>((done) =>
    request(url, { method: 'POST', ca: cert, agent: false }, (response) => response.resume().on('end', done))
      .on('error', () => done())
      .end('x'),
  )
}
questions = 0
for (let sent = 0; sent < tries; sent += 1) await naive()

const report: Report = {
  answered: outcomes.filter((kind) => kind === 'answered').length,
  refused: outcomes.filter((kind) => kind === 'refused').length,
  guardedInside,
  naiveInside: insideConnections - guardedInside,
}
process.send?.(report, () => process.exit(0))
