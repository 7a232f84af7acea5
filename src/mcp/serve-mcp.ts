import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '#contract/principal.ts'
import type { RouteTable } from '#execution/route-table.ts'
import { maxBodyBytes, textOfBody } from '#http/bodies.ts'
import type { HttpFace } from '#http/face.ts'
import { idempotencyKeyOf } from '#http/idempotency-key.ts'
import { identified, refusalFor, showLimit } from '#http/refusals.ts'
import { BadBody, parseStrictJson } from '#http/strict-json.ts'
import type { Addresses } from '#platform/config.ts'
import { readVersion } from '#platform/version.ts'
import { type McpAnswer, rpcError } from './answer.ts'
import { challenge, identify, StepUp } from './authority.ts'
import { makeOriginCheck } from './origin-check.ts'
import type { Exchange, ToolServer } from './tool-server.ts'

export interface McpFace extends HttpFace {
  readonly routes: RouteTable
  readonly addresses: Addresses
  readonly allowPersonalTokens: boolean
  /** Pages elsewhere that may call us from a browser. */
  readonly origins: readonly string[]
  readonly checkAnswers: boolean
  /** Undefined where this process is the only one on its database. */
  readonly databaseUrl?: string | undefined
  /** What answers behind the door; the suites of the protocol put a server of their own there. */
  readonly startToolServer?: () => Promise<ToolServer>
}

/** The endpoint for AI tools. Before its first request nothing of the protocol is loaded. */
export const serveMcp = (server: FastifyInstance, face: McpFace): void => {
  const gate = makeOriginCheck(face.addresses, face.origins)
  let engine: Promise<ToolServer> | undefined
  const started = (): Promise<ToolServer> => (engine ??= face.startToolServer?.() ?? startToolServer(face))

  void server.register(async (scope) => {
    takeMessages(scope)
    scope.setErrorHandler((error, request, reply) => answerRefusal(face, error, request, reply))
    scope.addHook('onRequest', async (request, reply) => {
      const error = gate(request.hostname, request.headers.origin)
      if (error !== undefined) {
        await face.rateLimits.countSource(reply, request.ip, face.context.clock.now())
        throw new NotFromThere(error)
      }
      request.principal = await whoCalls(face, request, reply)
    })
    const answerPost = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
      give(reply, await (await started()).answer(exchangeOf(face, request, reply)))
    const answerOthers = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
      answerOtherMethod(face, await started(), request, reply)
    for (const { url, host, onlyPost } of endpointsOf(face.addresses)) {
      const constraints = host === undefined ? {} : { constraints: { host } }
      scope.route({ method: 'POST', url, ...constraints, handler: answerPost })
      if (onlyPost) continue
      scope.route({ method: ['GET', 'DELETE'], url, ...constraints, handler: answerOthers })
      // Whatever their body is.
      scope.route({ method: ['PUT', 'PATCH'], url, ...constraints, onRequest: answerOthers, handler: answerOthers })
    }
  })
  server.addHook('preClose', async () => {
    if (engine) await (await engine).close()
  })
}

const startToolServer = async ({ context, routes, log, checkAnswers, databaseUrl }: McpFace): Promise<ToolServer> => {
  const [{ ToolServer: Made }, version] = await Promise.all([import('./tool-server.ts'), readVersion()])
  return new Made({ context, routes, log, checkAnswers, databaseUrl, version })
}

/** At its own address; and, where that is the root of a host, at /mcp there as well. */
const endpointsOf = ({
  mcp,
  api,
  site,
  auth,
}: Addresses): readonly { url: string; host?: string; onlyPost?: boolean }[] => {
  const { pathname, host } = new URL(mcp)
  if (pathname !== '/') return [{ url: pathname }]
  const isShared = [api, site, auth].some((address) => new URL(address).host === host)
  return [{ url: '/', host, onlyPost: isShared }, { url: '/mcp' }]
}

/** One message, or several in a list. They are read as strictly as every body. */
const takeMessages = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers()
  const json = /^application\/json(?:\s*;.*)?$/i
  scope.addContentTypeParser(
    json,
    { parseAs: 'buffer', bodyLimit: maxBodyBytes },
    async (request: FastifyRequest, body: Buffer) => parseStrictJson(textOfBody(request, body)),
  )
}

class NotFromThere extends Error {}

const whoCalls = (face: McpFace, request: FastifyRequest, reply: FastifyReply): Promise<Principal> => {
  const { context, allowPersonalTokens } = face
  return identified(face, request, reply, () =>
    identify(context.database.reader, request.headers.authorization, context.clock.now(), allowPersonalTokens),
  )
}

const exchangeOf = (face: McpFace, request: FastifyRequest, reply: FastifyReply): Exchange => {
  const principal = request.principal as Principal
  return {
    principal,
    requestId: request.id,
    url: face.addresses.mcp,
    headers: request.headers,
    body: request.body,
    whenGone: () => goneSignal(reply),
    idempotencyKey: idempotencyKeyOf(request),
    count: (limit) => face.rateLimits.countPrincipal(reply, principal, face.context.clock.now(), limit),
  }
}

/** For what may take long: it ends when nobody is there any more to hear the answer. */
const goneSignal = (reply: FastifyReply): AbortSignal => {
  const abort = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) abort.abort()
  })
  return abort.signal
}

const answerOtherMethod = async (
  face: McpFace,
  engine: ToolServer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const principal = request.principal as Principal
  await face.rateLimits.countPrincipal(reply, principal, face.context.clock.now())
  const ended =
    request.method === 'DELETE' ? engine.end(principal, textOf(request.headers['mcp-session-id'])) : undefined
  if (ended) return give(reply, ended)
  return reply
    .code(405)
    .header('allow', 'POST')
    .send(rpcError(-32_000, 'Send messages with POST. There is no stream to open.'))
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header

const give = (reply: FastifyReply, answer: McpAnswer): FastifyReply => {
  reply.code(answer.status).headers(answer.headers)
  if ('text' in answer) return reply.send(answer.text === '' ? undefined : answer.text)
  // biome-ignore lint/suspicious/noExplicitAny: the stream of the web and the one of Node are the same class.
  const stream = Readable.fromWeb(answer.stream as any)
  stream.once('close', () => void answer.close())
  return reply.header('x-accel-buffering', 'no').send(stream)
}

const answerRefusal = async (
  face: McpFace,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { mcp } = face.addresses
  await showLimit(face, request, reply)
  reply.header('content-type', 'application/json; charset=utf-8')
  if (error instanceof NotFromThere) return reply.code(403).send(rpcError(-32_000, error.message))
  if (error instanceof StepUp) return challengeWith(reply, 403, mcp, 'insufficient_scope', error.message)
  if (error instanceof BadBody)
    return reply.code(400).send(rpcError(-32_700, `Parse error: the body ${error.message}.`))
  const { kind, message } = await refusalFor(face, error, request, reply)
  if (kind.status === 401) return challengeWith(reply, 401, mcp, 'invalid_token', message)
  return reply.code(kind.status).send(rpcError(kind.status >= 500 ? -32_603 : -32_000, message))
}

const challengeWith = (
  reply: FastifyReply,
  status: number,
  mcp: string,
  error: 'invalid_token' | 'insufficient_scope',
  description: string,
): FastifyReply =>
  reply
    .code(status)
    .header('www-authenticate', challenge(mcp, error, description))
    .send({ error, error_description: description })
