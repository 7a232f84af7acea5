import { randomUUID } from 'node:crypto'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify'
import type { ApiResponse } from '#contract/answer.ts'
import type { Principal } from '#contract/principal.ts'
import { invalid, missing } from '#contract/problem.ts'
import { checkScopes } from '#execution/perform.ts'
import { type Route, type RouteTable, routeOf } from '#execution/route-table.ts'
import { prefersHtml } from './accept.ts'
import { answerOperation } from './answer-operation.ts'
import { authenticate } from './authentication.ts'
import { maxBodyBytes, readGetBody, takeJsonBodies } from './bodies.ts'
import { answerBrokenRequest, type ShowRefusal } from './broken-requests.ts'
import type { HttpFace } from './face.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import type { Metrics } from './metrics.ts'
import { checkQuery, parseQuery, splitTarget } from './query.ts'
import { identified, problemFor, refusalFor, routeName } from './refusals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the token was found good. */
    principal: Principal | undefined
  }
  interface FastifyInstance {
    /**
     * Every address the router serves, as it was registered: `GET /users/:uuid`. The inventory of the authorization
     * matrix.
     */
    readonly routeAddresses: readonly string[]
  }
}

export interface Face extends HttpFace {
  readonly routes: RouteTable
  readonly metrics: Metrics
  readonly trustedProxies: readonly string[]
  /** For people who came to no address that there is. Without it they get what programs get. */
  readonly showRefusal?: ShowRefusal
  /** Checks every answer against its schema; for tests, so that drift fails a test and not a request. */
  readonly checkAnswers?: boolean
}

export const buildServer = (face: Face): FastifyInstance => {
  const server = fastify({
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    genReqId: () => randomUUID(),
    trustProxy: face.trustedProxies.length > 0 ? [...face.trustedProxies] : false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Slow senders are cut off: Node's own waits are a minute for headers and five for a body.
    requestTimeout: 15_000,
    keepAliveTimeout: 72_000,
    // A missing host is refused below, in our own shape; Node would answer it with nothing.
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => void answerBrokenRequest(error, socket, face.showRefusal),
    frameworkErrors: (error, request, reply) => {
      // An address that cannot be read: no hook has run for it.
      introduce(request, reply)
      return answerUnreadable(face, error, request, reply)
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500, querystringParser: parseQuery },
  })

  const addresses: string[] = []
  server.addHook('onRoute', ({ method, url }) => void addresses.push(...[method].flat().map((one) => `${one} ${url}`)))
  server.decorate('routeAddresses', addresses)
  server.decorateRequest('principal', undefined)
  takeJsonBodies(server)
  server.addHook('onRequest', async (request, reply) => {
    introduce(request, reply)
    checkHeaders(request, reply)
    // Before the body is read: what is sent to nowhere may be of any size and kind.
    if (request.is404) return answerUnknownPath(face, request, reply)
  })
  server.addHook('onResponse', (request, reply, done) => {
    logRequest(face, request, reply)
    done()
  })
  server.setErrorHandler((error, request, reply) => answerProblem(face, error, request, reply))
  server.setNotFoundHandler(() => {
    throw missing()
  })
  server.options('/*', async (request, reply) => {
    await face.rateLimits.show(reply, request.ip, face.context.clock.now())
    return reply.headers(preflight).code(204).send()
  })
  for (const [address, entry] of Object.entries(face.routes)) serve(server, face, address, routeOf(entry))
  return server
}

const checkHeaders = ({ headers, raw }: FastifyRequest, reply: FastifyReply): void => {
  if (headers.host === undefined && raw.httpVersion !== '1.0') {
    reply.header('connection', 'close')
    throw invalid({ parameter: 'host', reason: 'missing' })
  }
  // Node takes the first of two; a proxy before us may have looked at the other.
  for (const name of ['host', 'authorization']) {
    if (!isRepeated(raw.rawHeaders, name)) continue
    reply.header('connection', 'close')
    throw invalid({ parameter: name, reason: 'header_repeated' })
  }
}

/** Names and values alternate. */
const isRepeated = (rawHeaders: readonly string[], name: string): boolean => {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] as string
    if (header.length === name.length && header.toLowerCase() === name) count += 1
  }
  return count > 1
}

/** The headers that every answer has. */
const introduce = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-expose-headers', exposedHeaders)
}

const exposedHeaders =
  'x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, retry-after, x-request-id, location, idempotency-replayed, www-authenticate, mcp-session-id'

const preflight = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id',
  'access-control-max-age': '86400',
}

/** One address: token, limit and scope before the body is read; then parse, run, answer. */
const serve = (server: FastifyInstance, face: Face, address: string, route: Route): void => {
  const [method, url] = address.split(' ') as [string, string]
  const { operation } = route
  server.route({
    method,
    url,
    bodyLimit: operation.maxBodyBytes ?? maxBodyBytes,
    onRequest: async (request, reply) => {
      const now = face.context.clock.now()
      const principal = await identified(face, request, reply, () =>
        authenticate(face.context.database.reader, request.headers.authorization, now),
      )
      await face.rateLimits.countPrincipal(reply, principal, now, operation.limit)
      checkScopes(operation, principal)
      request.principal = principal
    },
    handler: async (request, reply) => {
      const sent = request.query as Record<string, unknown>
      checkQuery(sent)
      const filters = method === 'GET' ? await readGetBody(request) : undefined
      const query = filters ? { ...filters, ...sent } : sent
      const key = method === 'POST' ? idempotencyKeyOf(request) : undefined
      const body = (request.body ?? {}) as Record<string, unknown>
      const raw = {
        path: pathFields(route, request.params as Record<string, string>),
        query,
        body,
        address: splitTarget(request.url).path,
      }
      const principal = request.principal as Principal
      const { answer, isReplay } = await answerOperation(face, route, {
        principal,
        raw,
        key,
        address,
        self: () => splitTarget(request.url),
      })
      if (isReplay) reply.header('idempotency-replayed', 'true')
      return give(reply, answer)
    },
  })
}

const pathFields = ({ path: names }: Route, params: Readonly<Record<string, string>>): Record<string, string> =>
  names
    ? Object.fromEntries(Object.entries(params).map(([name, value]) => [names[name] ?? name, value]))
    : { ...params }

const give = (reply: FastifyReply, { status, body, location }: ApiResponse): FastifyReply => {
  reply.code(status)
  if (location !== undefined) reply.header('location', location)
  return body === '' ? reply.send() : sendJson(reply, body)
}

const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(json)

// RFC 6750 §3: a refused token is answered with a challenge.
const challenge = 'Bearer realm="openslot", error="invalid_token"'

const answerProblem = async (
  face: Face,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { kind, body } = await refusalFor(face, error, request, reply)
  if (kind.status === 401) reply.header('www-authenticate', challenge)
  return sendJson(reply.code(kind.status), JSON.stringify(body))
}

const answerUnknownPath = async (face: Face, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  await face.rateLimits.countSource(reply, request.ip, face.context.clock.now())
  return answerNowhere(face, missing(), request, reply)
}

const answerUnreadable = async (
  face: Face,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  try {
    await face.rateLimits.countSource(reply, request.ip, face.context.clock.now())
    return await answerNowhere(face, error, request, reply)
  } catch (thrown) {
    return answerProblem(face, thrown, request, reply)
  }
}

/**
 * At an address that is none of ours: a page for people, and for programs what they get everywhere. A caller with a
 * token is a program.
 */
const answerNowhere = async (
  { showRefusal }: Face,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const problem = problemFor(error)
  const { accept, authorization } = request.headers
  if (!problem || !showRefusal || !prefersHtml(accept) || authorization !== undefined) throw error
  const { headers, body } = await showRefusal(request, problem)
  return reply
    .removeHeader('access-control-allow-origin')
    .removeHeader('access-control-expose-headers')
    .code(problem.kind.status)
    .headers(headers)
    .send(body)
}

const traceForm = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/**
 * The trace of a caller who follows requests through several services. Anything that is none is not logged: it could be
 * of any length.
 */
const traceIn = (traceparent: string | string[] | undefined): string | undefined =>
  typeof traceparent === 'string' ? traceForm.exec(traceparent)?.[1] : undefined

/** One line and one measurement a request. */
const logRequest = (face: Face, request: FastifyRequest, reply: FastifyReply): void => {
  const milliseconds = Math.round(reply.elapsedTime * 100) / 100
  const route = routeName(request)
  face.metrics.observe(request.method, route, reply.statusCode, milliseconds / 1000)
  const trace = traceIn(request.headers.traceparent)
  face.log.info(
    {
      request_id: request.id,
      ...(trace === undefined ? {} : { trace_id: trace }),
      method: request.method,
      route,
      status: reply.statusCode,
      milliseconds,
      organization: request.principal?.organizationId,
    },
    'answered',
  )
}
