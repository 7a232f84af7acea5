import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'

export interface FreezingProxy {
  readonly url: string
  /** Every connection stays open and falls silent for ever, as when a cable is pulled. New ones are silent too, until `thaw`. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** Stands before PostgreSQL. */
export const freezingProxy = async (url: string): Promise<FreezingProxy> => {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url })
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const open = new Set<Socket>()
  let frozen = false

  const server = createServer((near) => {
    const far = connect(target)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
    }
    near.pipe(far)
    far.pipe(near)
    if (frozen) silence(near, far)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = new URL('postgres://127.0.0.1')
  address.port = String((server.address() as { port: number }).port)
  address.username = user ?? ''
  address.password = typeof password === 'string' ? password : ''
  address.pathname = `/${database}`

  return {
    url: address.href,
    freeze: () => {
      frozen = true
      silence(...open)
    },
    thaw: () => {
      frozen = false
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const silence = (...sockets: readonly Socket[]): void => {
  for (const socket of sockets) {
    socket.unpipe()
    socket.pause()
  }
}
