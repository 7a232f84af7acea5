// Many visitors in a process of their own: so many requests in so many seconds, whether or not the ones before were
// answered. On bare sockets, because on a small machine whatever this costs is taken from the servers. Says how often
// each status came.
import { connect, type Socket } from 'node:net'

export interface Order {
  readonly ports: readonly number[]
  readonly paths: readonly string[]
  readonly count: number
  readonly seconds: number
  /** Each from an address of its own, or all from one. */
  readonly fromEverywhere: boolean
}

export interface Flooded {
  readonly statuses: Readonly<Record<string, number>>
  readonly seconds: number
}

const connectionsPerServer = 200
const endOfHeaders = Buffer.from('\r\n\r\n')

/** One connection, one request at a time. */
class Connection {
  readonly #port: number
  readonly #onAnswer: (status: number) => void
  #socket: Socket | undefined
  #received: Buffer = Buffer.alloc(0)

  constructor(port: number, onAnswer: (status: number) => void) {
    this.#port = port
    this.#onAnswer = onAnswer
  }

  ask(path: string, from: string): void {
    this.#socket ??= this.#open()
    const headers = [
      'host: 127.0.0.1',
      `x-forwarded-for: ${from}`,
      'referer: https://shop.test/',
      'accept: text/html',
      'accept-language: en-US',
    ]
    this.#socket.write(`GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  }

  end(): void {
    this.#socket?.removeAllListeners('close').destroy()
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1').setNoDelay(true)
    socket.on('error', () => {})
    // Without an answer: that counts as well.
    socket.on('close', () => {
      this.#socket = undefined
      this.#finish(0)
    })
    socket.on('data', (chunk) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
      const headersEnd = this.#received.indexOf(endOfHeaders)
      if (headersEnd < 0) return
      const head = this.#received.toString('latin1', 0, headersEnd)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (this.#received.length >= headersEnd + 4 + length) this.#finish(Number(head.slice(9, 12)))
    })
    return socket
  }

  #finish(status: number): void {
    this.#received = Buffer.alloc(0)
    this.#onAnswer(status)
  }
}

const carryOut = ({ ports, paths, count, seconds, fromEverywhere }: Order): Promise<Flooded> =>
  new Promise((done) => {
    const statuses: Record<string, number> = {}
    const began = performance.now()
    let sent = 0
    let answered = 0
    const idle: Connection[] = []
    const all = ports.flatMap((port) =>
      Array.from({ length: connectionsPerServer }, () => {
        const connection: Connection = new Connection(port, (status) => {
          statuses[status] = (statuses[status] ?? 0) + 1
          answered += 1
          idle.push(connection)
          if (answered === count) finish()
        })
        return connection
      }),
    )
    // One server after the other, not all of one first.
    for (let index = 0; index < connectionsPerServer; index += 1)
      for (let server = 0; server < ports.length; server += 1)
        idle.push(all[server * connectionsPerServer + index] as Connection)
    const timer = setInterval(() => {
      const due = Math.min(count, Math.floor(((performance.now() - began) / (seconds * 1000)) * count))
      for (; sent < due; sent += 1) {
        const connection = idle.shift()
        if (!connection) return
        connection.ask(
          paths[sent % paths.length] ?? '/',
          fromEverywhere ? `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}` : '192.0.2.1',
        )
      }
    }, 5)
    const finish = (): void => {
      clearInterval(timer)
      for (const connection of all) connection.end()
      done({ statuses, seconds: (performance.now() - began) / 1000 })
    }
  })

process.on('message', async (order: Order) => process.send?.(await carryOut(order)))
