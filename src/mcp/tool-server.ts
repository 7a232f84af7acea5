import { isLegacyRequest } from '@modelcontextprotocol/server'
import type { Principal } from '#contract/principal.ts'
import type { RouteTable } from '#execution/route-table.ts'
import { openBroadcast } from '#platform/db/broadcast.ts'
import { errorFields } from '#platform/log.ts'
import { jsonRpcError, type McpAnswer } from './answer.ts'
import { asOperationsKnow, mustStepUp, StepUp } from './authority.ts'
import { makeCatalogue } from './catalogue.ts'
import type { Caller, Catalogue, KnownTool } from './known-tool.ts'
import { LegacyTransport } from './legacy.ts'
import { authInfoOf, makeProtocol, type Protocol } from './protocol.ts'
import { type McpSession, Sessions } from './sessions.ts'

// All that the MCP server is made of beyond its door. Loaded and made with the first request that gets in.

interface Settings extends Pick<Caller, 'context' | 'log' | 'checkAnswers'> {
  readonly routes: RouteTable
  readonly version: string
  /** Undefined where this process is the only one on its database. */
  readonly databaseUrl?: string | undefined
}

/** One request that was let in. */
export interface Exchange extends Pick<Caller, 'requestId' | 'idempotencyKey' | 'count'> {
  /** With the scopes of the token. */
  readonly principal: Principal
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
  whenGone(): AbortSignal
}

type Message = Readonly<Record<string, unknown>>

/** What a server is made of: ours, or the one that conformance is tried on. */
export interface Served {
  readonly protocol: Protocol
  /** Whether an answer may need more than one message. */
  mayTalk(message: Message): boolean
}

export class ToolServer {
  readonly #settings: Settings
  readonly #catalogue: Catalogue
  readonly #served: Served
  readonly #legacy: LegacyTransport
  readonly #sessions: Sessions

  constructor(settings: Settings, served?: Served) {
    this.#settings = settings
    this.#catalogue = makeCatalogue(settings.routes, settings.context.links)
    this.#sessions = new Sessions(settings.context.digests)
    const { databaseUrl } = settings
    this.#legacy = new LegacyTransport(
      databaseUrl === undefined ? undefined : (onText) => openBroadcast(databaseUrl, 'openslot_mcp_answers', onText),
    )
    const onFault = (error: Error): void => settings.log.debug(errorFields(error), 'the protocol refused a message')
    this.#served = served ?? {
      protocol: makeProtocol(settings.version, onFault),
      mayTalk: (message) => this.#asks(message),
    }
  }

  async close(): Promise<void> {
    await this.#served.protocol.modern.close()
    await this.#legacy.close()
  }

  async answer(exchange: Exchange): Promise<McpAnswer> {
    const { principal, body } = exchange
    const messages = (Array.isArray(body) ? body : [body]).filter(isMessage)
    const tools = messages.map((message) => this.#toolOf(message))
    // A call is counted where the tool is used, by the limits it has.
    if (tools.length === 0 || tools.includes(undefined)) await exchange.count(undefined)
    const needed = messages.flatMap(
      (message, index) => tools[index]?.scope ?? (needsReading(message) ? ['mcp:scheduling:read' as const] : []),
    )
    if (needed.some((scope) => mustStepUp(principal, scope))) {
      if (!tools.includes(undefined)) await exchange.count(undefined)
      throw new StepUp('The access token does not have the scopes that this needs')
    }
    return this.#speak(exchange, this.#callerOf(exchange), messages)
  }

  /** By the protocol's own package. */
  async #speak(exchange: Exchange, caller: Caller, messages: readonly Message[]): Promise<McpAnswer> {
    const { principal, body, headers, url } = exchange
    const request = new Request(url, {
      method: 'POST',
      headers: plainHeaders(headers),
      body: '{}',
      signal: exchange.whenGone(),
    })
    if (!(await isLegacyRequest(request, body ?? null))) {
      const response = await this.#served.protocol.modern.fetch(request, {
        authInfo: authInfoOf(caller),
        parsedBody: body,
      })
      return answerFrom(response, async () => {})
    }
    if (messages.some((message) => message.method === 'initialize' && !isBeginning(message.params)))
      return jsonRpcError(400, -32_602, 'initialize needs the params protocolVersion, capabilities and clientInfo.')
    const sessionId = request.headers.get('mcp-session-id')
    const session = sessionId === null ? undefined : this.#sessions.find(principal, sessionId)
    if (sessionId !== null && !session)
      return jsonRpcError(404, -32_001, 'There is no such session. Begin a new one with initialize.')
    if (messages.length > 0 && messages.every(isResponse)) {
      const delivered = await Promise.all(messages.map((message) => this.#legacy.deliver(session, message)))
      return delivered.every(Boolean)
        ? { status: 202, headers: {}, text: '' }
        : jsonRpcError(400, -32_600, 'Nobody waits for this answer.')
    }
    const mayTalk = messages.some((message) => this.#served.mayTalk(message))
    const { response, close } = await this.#legacy.answer(this.#served.protocol.serverFor(caller), {
      request,
      body,
      session,
      mayTalk,
    })
    return answerFrom(response, close, this.#beginning(principal, messages, response))
  }

  /** Ends a session of the years before 2026. */
  end(principal: Principal, sessionId: string | undefined): McpAnswer | undefined {
    if (sessionId === undefined) return undefined
    const session = this.#sessions.find(principal, sessionId)
    if (!session) return jsonRpcError(404, -32_001, 'There is no such session.')
    this.#sessions.end(session)
    return { status: 204, headers: {}, text: '' }
  }

  /** A client that can be asked gets an id, by which we know that in its later requests. */
  #beginning(principal: Principal, [message]: readonly Message[], { ok }: Response): Readonly<Record<string, string>> {
    if (!ok || message?.method !== 'initialize') return {}
    const { capabilities, protocolVersion } = message.params as {
      capabilities: McpSession['capabilities']
      protocolVersion: string
    }
    if (!['elicitation', 'sampling', 'roots'].some((name) => capabilities[name] !== undefined)) return {}
    const id = this.#sessions.begin(principal, capabilities, protocolVersion)
    return id === undefined ? {} : { 'mcp-session-id': id }
  }

  #callerOf({ principal, requestId, idempotencyKey, count }: Exchange): Caller {
    const { context, log, checkAnswers } = this.#settings
    const catalogue = this.#catalogue
    return {
      context,
      log,
      checkAnswers,
      catalogue,
      principal: asOperationsKnow(principal, catalogue),
      requestId,
      idempotencyKey,
      count,
    }
  }

  #toolOf({ method, params }: Message): KnownTool | undefined {
    return method === 'tools/call'
      ? this.#catalogue.tools.get((params as { name?: string } | undefined)?.name ?? '')
      : undefined
  }

  #asks(message: Message): boolean {
    const does = this.#toolOf(message)?.does
    return does?.kind === 'address' && does.tool.asks !== undefined
  }
}

const isMessage = (value: unknown): value is Message => value !== null && typeof value === 'object'

const needsReading = ({ method }: Message): boolean =>
  method === 'resources/list' || method === 'resources/read' || method === 'completion/complete'

/** Else the package would answer that something is wrong with us. */
const isBeginning = (params: unknown): boolean =>
  isMessage(params) &&
  typeof params.protocolVersion === 'string' &&
  isMessage(params.capabilities) &&
  isMessage(params.clientInfo)

const isResponse = (message: Message): boolean =>
  !('method' in message) && 'id' in message && ('result' in message || 'error' in message)

const plainHeaders = (headers: Exchange['headers']): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === 'content-length' ? [] : [[name, [value].flat().join(', ')] as [string, string]],
  )

const answerFrom = async (
  response: Response,
  close: () => Promise<void>,
  more: Readonly<Record<string, string>> = {},
): Promise<McpAnswer> => {
  const headers = { ...Object.fromEntries(response.headers), ...more }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream && response.body) return { status: response.status, headers, stream: response.body, close }
  const text = await response.text()
  await close()
  return { status: response.status, headers, text }
}
