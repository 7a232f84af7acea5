import { createHash, randomUUID } from 'node:crypto'
import {
  type JSONRPCMessage,
  type McpServer,
  type Server,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
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

type ClientReply = Readonly<Record<string, unknown>>

interface Waiting {
  readonly sessionMark: string
  deliver(answer: ClientReply): void
}

/** An answer on its way to the process that waits for it. */
interface PassedOn {
  readonly number: string
  readonly sessionMark: string
  readonly answer: ClientReply
}

/**
 * Each request gets a server object and a transport of its own, as since 2026. When a server asks its client something
 * in the middle of a call, the client answers with a request of its own: `waiting` knows which call that is for.
 * Questions have random numbers, so that no answer can reach another call, and only the session that was asked may
 * answer. An answer that comes to another process on the same database is passed on to all of them.
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

  async expect(number: string, waiting: Waiting): Promise<void> {
    this.#waiting.set(number, waiting)
    // Should that fail, the answer may still come here by itself.
    await this.#others?.listen().catch(() => {})
  }

  forget(numbers: Iterable<string>): void {
    for (const number of numbers) this.#waiting.delete(number)
  }

  async answer(
    server: Server | McpServer,
    { request, body, session, mayTalk }: LegacyRequest,
  ): Promise<{ response: Response; close(): Promise<void> }> {
    const inner = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !mayTalk })
    const asking = session && mayTalk ? new AskingTransport(inner, session, this) : undefined
    const transport = asking ?? inner
    await server.connect(transport)
    await asking?.begin()
    const response = await inner.handleRequest(request, { parsedBody: body })
    return {
      response,
      close: async () => {
        await transport.close()
        await server.close()
      },
    }
  }

  /** False when nobody waits for it, or somebody else was asked. */
  async deliver(session: McpSession | undefined, answer: ClientReply): Promise<boolean> {
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

  /**
   * Whether one of the others waits for it is not known; what cannot be an answer to any question of ours goes nowhere.
   */
  async #passOn(passedOn: PassedOn): Promise<boolean> {
    const text = JSON.stringify(passedOn)
    if (!this.#others || !uuidForm.test(passedOn.number) || Buffer.byteLength(text) > maxBroadcastBytes) return false
    await this.#others.send(text)
    return true
  }
}

/**
 * The transport of a request in which the server may ask its client. Questions leave under random numbers; their
 * answers come in with other requests, and are handed to `onmessage` under the number that the server gave them.
 */
class AskingTransport implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: Transport['onclose']
  onerror?: Transport['onerror']
  readonly #inner: WebStandardStreamableHTTPServerTransport
  readonly #session: McpSession
  readonly #questions: LegacyTransport
  readonly #numbers = new Map<string | number, string>()
  readonly #beginning = randomUUID()
  #begun = (): void => {}

  constructor(inner: WebStandardStreamableHTTPServerTransport, session: McpSession, questions: LegacyTransport) {
    this.#inner = inner
    this.#session = session
    this.#questions = questions
  }

  async start(): Promise<void> {
    this.#inner.onmessage = (message, extra) => this.onmessage?.(message, extra)
    this.#inner.onclose = () => this.onclose?.()
    this.#inner.onerror = (error) => this.onerror?.(error)
    await this.#inner.start()
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#inner.setSupportedProtocolVersions(versions)
  }

  /** Tells the server what the client said of itself when it began, as if the client had just said it. */
  begin(): Promise<void> {
    const { capabilities, protocolVersion } = this.#session
    return new Promise((done) => {
      this.#begun = done
      const params = { protocolVersion, capabilities, clientInfo: { name: 'client', version: '0' } }
      this.onmessage?.({ jsonrpc: '2.0', id: this.#beginning, method: 'initialize', params })
    })
  }

  async send(
    message: JSONRPCMessage,
    options?: Parameters<WebStandardStreamableHTTPServerTransport['send']>[1],
  ): Promise<void> {
    if ('id' in message && message.id === this.#beginning) return this.#begun()
    return this.#inner.send(await this.#numbered(message), options)
  }

  async #numbered(message: JSONRPCMessage): Promise<JSONRPCMessage> {
    if (!('method' in message)) return message
    if ('id' in message) {
      const { id } = message
      const number = randomUUID()
      this.#numbers.set(id, number)
      const deliver = (answer: ClientReply): void => this.onmessage?.({ ...answer, id } as JSONRPCMessage)
      await this.#questions.expect(number, { sessionMark: markOf(this.#session), deliver })
      return { ...message, id: number }
    }
    const asked =
      message.method === 'notifications/cancelled'
        ? this.#numbers.get((message.params as { requestId: string }).requestId)
        : undefined
    return asked === undefined ? message : { ...message, params: { ...message.params, requestId: asked } }
  }

  async close(): Promise<void> {
    this.#questions.forget(this.#numbers.values())
    await this.#inner.close()
  }
}

/** Says which session it is, and is not the session's id. */
const markOf = ({ id }: McpSession): string => createHash('sha256').update(id).digest('base64url')
