import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export interface FreezingProxy {
  /** On 127.0.0.1. */
  readonly port: number
  /**
   * Every connection stays open and falls silent for ever, as when a cable is pulled. New ones are silent too, until
   * `thaw`.
   */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** A proxy before a server, which can stop answering. */
export const freezingProxy = async (target: NetConnectOpts): Promise<FreezingProxy> => {
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

  return {
    port: (server.address() as { port: number }).port,
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
