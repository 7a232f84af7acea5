import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { after } from 'node:test'

export interface Received {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly id: string
  /** As it came. */
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
  readonly body: any
}

/** What it does with a request: a status, or something of its own. */
export type Behaviour = (received: Received, response: ServerResponse) => number | undefined

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** How many connections were open at once, at most. */
  most(): number
  behave(behaviour: Behaviour): void
  stop(): void
}

/** A receiver of webhooks on this machine. It answers 204 unless a test changes that. */
export const aReceiver = async (): Promise<Receiver> => {
  let behaviour: Behaviour = () => 204
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let most = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const one = {
      path: request.url ?? '',
      headers: request.headers,
      id: String(request.headers['openslot-delivery-id']),
      text,
      body: text === '' ? undefined : JSON.parse(text),
    }
    received.push(one)
    const status = behaviour(one, response)
    if (status !== undefined) response.writeHead(status).end('what a receiver says')
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    most = Math.max(most, sockets.size)
    socket.on('close', () => sockets.delete(socket))
  })
  const stop = (): void => {
    server.closeAllConnections()
    server.close()
  }
  after(stop)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    most: () => most,
    behave: (next) => {
      behaviour = next
    },
    stop,
  }
}

/** As the API we are compatible with tells receivers to verify: over the body written anew. */
export const isSignedWith = (key: string, { headers, body }: Pick<Received, 'headers' | 'body'>): boolean => {
  const parts = Object.fromEntries(
    String(headers['calendly-webhook-signature'])
      .split(',')
      .map((part) => part.split('=')),
  )
  return (
    parts.v1 ===
    createHmac('sha256', key)
      .update(`${parts.t}.${JSON.stringify(body)}`, 'utf8')
      .digest('hex')
  )
}
