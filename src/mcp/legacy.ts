import { createHash, randomUUID } from 'node:crypto'
import { type JSONRPCMessage, type McpServer, type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { uuidForm } from '#contract/wire.ts'
import { type Broadcast, maxBroadcastBytes } from '#platform/db/broadcast.ts'
import type { McpSession } from './sessions.ts'

/** A request of the years before 2026, from its headers and its body. */
export interface LegacyRequest {
  readonly request: Request
  readonly body: unknown
  readonly session: McpSession | undefined
  /** Whether the server may have something to say before its answer; then it is given as a stream. */
  readonly mayTalk: boolean
}

type Answer = Readonly<Record<string, unknown>>

interface Waiting {
  readonly sessionMark: string
  deliver(answer: Answer): void
}

/** An answer on its way to the process that waits for it. */
interface PassedOn {
  readonly number: string
  readonly sessionMark: string
  readonly answer: Answer
}

/**
 * Each request gets a server object and a transport of its own, as since 2026. When a server asks its client something in
 * the middle of a call, the client answers with a request of its own: `waiting` knows which call that is for. Questions have
 * random numbers, so that no answer can reach another call, and only the session that was asked may answer. An answer that
 * comes to another process on the same database is passed on to all of them.
 */
export class LegacyTransport {
  readonly #waiting = new Map<string, Waiting>()
  readonly #others: Broadcast | undefined

  constructor(openBroadcast?: (onText: (text: string) => void) => Broadcast) {
    this.#others = openBroadcast?.((text) => void this.#hand(JSON.parse(text) as PassedOn))
  }

  async close(): Promise<void> {
    await this.#others?.close()
  }

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
  async deliver(session: McpSession | undefined, answer: Answer): Promise<boolean> {
    if (!session) return false
    const passedOn = { number: String(answer.id), sessionMark: markOf(session), answer }
    return this.#hand(passedOn) || this.#passOn(passedOn)
  }

  #hand({ number, sessionMark, answer }: PassedOn): boolean {
    const waiting = this.#waiting.get(number)
    if (waiting?.sessionMark !== sessionMark) return false
    waiting.deliver(answer)
    return true
  }

  /** Whether one of the others waits for it is not known; what cannot be an answer to any question of ours goes nowhere. */
  async #passOn(passedOn: PassedOn): Promise<boolean> {
    const text = JSON.stringify(passedOn)
    if (!this.#others || !uuidForm.test(passedOn.number) || Buffer.byteLength(text) > maxBroadcastBytes) return false
    await this.#others.send(text)
    return true
  }

  /** Lets the server ask. It is told what the client said of itself when it began, as if the client had just said it. */
  #talk(transport: WebStandardStreamableHTTPServerTransport, session: McpSession): () => Promise<void> {
    const { capabilities, protocolVersion } = session
    const sessionMark = markOf(session)
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
        const deliver = (answer: Answer): void => transport.onmessage?.({ ...answer, id } as JSONRPCMessage)
        this.#waiting.set(number, { sessionMark, deliver })
        // Should that fail, the answer may still come here by itself.
        await this.#others?.listen().catch(() => {})
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

/** Says which session it is, and is not the session's id. */
const markOf = ({ id }: McpSession): string => createHash('sha256').update(id).digest('base64url')
