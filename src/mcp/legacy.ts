import { randomUUID } from 'node:crypto'
import { type JSONRPCMessage, type McpServer, type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { Session } from './sessions.ts'

/** A request of the years before 2026, from its headers and its body. */
export interface LegacyRequest {
  readonly request: Request
  readonly body: unknown
  readonly session: Session | undefined
  /** Whether the server may have something to say before its answer; then it is given as a stream. */
  readonly mayTalk: boolean
}

interface Waiting {
  readonly sessionId: string
  deliver(answer: Readonly<Record<string, unknown>>): void
}

/**
 * Each request gets a server object and a transport of its own, as since 2026. When a server asks its client something in
 * the middle of a call, the client answers with a request of its own: `waiting` knows which call that is for. Questions have
 * random numbers, so that no answer can reach another call, and only the session that was asked may answer.
 */
export class LegacyLeg {
  readonly #waiting = new Map<string, Waiting>()

  async answer(server: Server | McpServer, { request, body, session, mayTalk }: LegacyRequest): Promise<{ response: Response; close(): Promise<void> }> {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !mayTalk })
    const begun = session && mayTalk ? this.#talk(transport, session) : undefined
    await server.connect(transport)
    await begun?.()
    const response = await transport.handleRequest(request, { parsedBody: body })
    return {
      response,
      close: async () => {
        await transport.close()
        await server.close()
      },
    }
  }

  /** False when nobody waits for it, or somebody else was asked. */
  deliver(session: Session | undefined, answer: Readonly<Record<string, unknown>>): boolean {
    const waiting = this.#waiting.get(String(answer.id))
    if (!waiting || waiting.sessionId !== session?.id) return false
    waiting.deliver(answer)
    return true
  }

  /** Lets the server ask. It is told what the client said of itself when it began, as if the client had just said it. */
  #talk(transport: WebStandardStreamableHTTPServerTransport, { id: sessionId, capabilities, protocolVersion }: Session): () => Promise<void> {
    const numbers = new Map<string | number, string>()
    const beginning = randomUUID()
    let begun = (): void => {}
    const send = transport.send.bind(transport)
    const close = transport.close.bind(transport)
    transport.send = async (message, options) => {
      if ('id' in message && message.id === beginning) return begun()
      if (!('method' in message)) return send(message, options)
      if ('id' in message) {
        const { id } = message
        const number = randomUUID()
        numbers.set(id, number)
        const deliver = (answer: Readonly<Record<string, unknown>>): void => transport.onmessage?.({ ...answer, id } as JSONRPCMessage)
        this.#waiting.set(number, { sessionId, deliver })
        return send({ ...message, id: number }, options)
      }
      const asked = message.method === 'notifications/cancelled' ? numbers.get((message.params as { requestId: string }).requestId) : undefined
      return send(asked === undefined ? message : { ...message, params: { ...message.params, requestId: asked } }, options)
    }
    transport.close = async () => {
      for (const number of numbers.values()) this.#waiting.delete(number)
      await close()
    }
    return () =>
      new Promise((done) => {
        begun = done
        const params = { protocolVersion, capabilities, clientInfo: { name: 'client', version: '0' } }
        transport.onmessage?.({ jsonrpc: '2.0', id: beginning, method: 'initialize', params })
      })
  }
}
