import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface FaultyProxy {
  readonly address: string
  /** How many requests came, and what was done to them. */
  readonly counts: Record<string, number>
  /** What every answer says besides, such as what the other side takes in a minute. */
  headers: Readonly<Record<string, string>>
  /** The status with which an address is refused, if it is. */
  refuse: (address: string) => number | undefined
  /** What is answered in the place of what the API says. */
  distort: (address: string, body: string) => string
  close(): Promise<void>
}

const faults = ['429', '500', '502', 'cut', 'truncated', 'repeated', 'delayed'] as const

/**
 * A proxy before an API that limits, fails, cuts, truncates, delays and repeats pages: about so many requests of a
 * hundred.
 */
export const faultyProxy = async (target: string, percent: number): Promise<FaultyProxy> => {
  const counts: Record<string, number> = { requests: 0 }
  const lastPages = new Map<string, string>()
  const server = createServer(async (incoming, outgoing) => {
    const number = (counts.requests ?? 0) + 1
    counts.requests = number
    const refused = proxy.refuse(incoming.url ?? '')
    if (refused !== undefined)
      return void outgoing
        .writeHead(refused, { 'content-type': 'application/json', ...proxy.headers })
        .end('{"title":"Refused"}')
    const fault = faultOf(number, percent)
    if (fault) counts[fault] = (counts[fault] ?? 0) + 1
    if (fault === '429')
      return void outgoing
        .writeHead(429, { 'retry-after': '0', 'content-type': 'application/json' })
        .end('{"title":"Too Many Requests"}')
    if (fault === '500' || fault === '502') return void outgoing.writeHead(Number(fault)).end('<html>')
    if (fault === 'cut') return void incoming.socket.destroy()
    // A delay is one of the faults.
    if (fault === 'delayed') await pause(50)
    const {
      status,
      headers,
      body: said,
    } = await forward(target, incoming.url ?? '', String(incoming.headers.authorization ?? ''))
    const body = proxy.distort(incoming.url ?? '', said)
    const path = (incoming.url ?? '').split('?')[0] ?? ''
    const before = lastPages.get(path)
    lastPages.set(path, body)
    if (fault === 'truncated')
      return void outgoing.writeHead(status, { 'content-type': 'application/json' }).end(body.slice(0, body.length / 2))
    outgoing
      .writeHead(status, { ...headers, ...proxy.headers })
      .end(fault === 'repeated' && before !== undefined && isLongList(path) ? before : body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: FaultyProxy = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    headers: {},
    refuse: () => undefined,
    distort: (_, body) => body,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}

/**
 * Lists whose pages are read one after the other: a page that comes again brings nothing new, and the list goes on
 * after it.
 */
const isLongList = (path: string): boolean => path === '/scheduled_events'

/** The same requests have the same faults in every run. */
const faultOf = (number: number, percent: number): (typeof faults)[number] | undefined => {
  const digest = createHash('sha256').update(String(number)).digest()
  return digest.readUInt16BE(0) % 100 < percent ? faults[digest.readUInt16BE(2) % faults.length] : undefined
}

const forward = (target: string, path: string, authorization: string) =>
  new Promise<{ status: number; headers: Record<string, string>; body: string }>((done, fail) => {
    request(`${target}${path}`, { headers: { authorization } }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      answer.on('end', () => {
        const {
          'transfer-encoding': _,
          'content-length': __,
          connection: ___,
          ...headers
        } = answer.headers as Record<string, string>
        done({ status: answer.statusCode ?? 0, headers, body })
      })
    })
      .on('error', fail)
      .end()
  })
