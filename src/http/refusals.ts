import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyTooLarge, internalError, invalid, Problem, unavailable, unsupportedMediaType } from '#contract/problem.ts'
import { faultOf } from '#platform/db/faults.ts'
import { LimiterAway } from '#platform/limits/limiter.ts'
import { errorFields } from '#platform/log.ts'
import type { HttpFace } from './face.ts'
import { BadBody } from './strict-json.ts'

/**
 * What to answer for whatever was thrown. Undefined for what is our own fault: it is logged, and answered with a 500.
 */
export const problemFor = (error: unknown): Problem | undefined => {
  if (error instanceof Problem) return error
  if (error instanceof BadBody)
    return invalid({ parameter: 'base', reason: 'body_malformed', values: { fault: error.message } })
  if (error instanceof LimiterAway) return new Problem(unavailable)
  const framework = problemOfFramework(error)
  if (framework) return framework
  switch (faultOf(error)) {
    case 'away':
    case 'try_again':
      return new Problem(unavailable)
    case 'bad_input':
      return invalid({ parameter: 'base', reason: 'invalid' })
    default:
      return undefined
  }
}

const problemOfFramework = (error: unknown): Problem | undefined => {
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (typeof code !== 'string' || !code.startsWith('FST_')) return undefined
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem(bodyTooLarge)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new Problem(unsupportedMediaType)
    default:
      return typeof statusCode === 'number' && statusCode < 500
        ? invalid({ parameter: 'base', reason: 'invalid' })
        : undefined
  }
}

/**
 * The refusal that answers whatever was thrown; each face writes it in its own shape. What is our fault is logged and
 * shows nothing of the inside. Sets the headers that go with the status, and those of the limit, which are on every
 * response.
 */
export const refusalFor = async (
  face: HttpFace,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Problem> => {
  const problem = problemFor(error)
  const fields = () => ({ request_id: request.id, route: routeName(request), ...errorFields(error) })
  if (!problem) face.log.error(fields(), 'a request failed')
  else if (problem.kind.status === 503) face.log.warn(fields(), 'a request could not be served now')
  const refusal = problem ?? new Problem(internalError)
  await showLimit(face, request, reply)
  if (refusal.kind.status === 503) reply.header('retry-after', 1)
  if (refusal.kind.status === 413) reply.header('connection', 'close')
  return refusal
}

/** Who calls. Unidentified callers are counted by their address. */
export const identified = async <T>(
  { rateLimits, context }: HttpFace,
  { ip }: FastifyRequest,
  reply: FastifyReply,
  identify: () => Promise<T>,
): Promise<T> => {
  try {
    return await identify()
  } catch (error) {
    await rateLimits.countSource(reply, ip, context.clock.now())
    throw error
  }
}

/** For a request that failed before it was counted. */
export const showLimit = async (
  { rateLimits, context }: HttpFace,
  { ip }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  if (!reply.hasHeader('x-ratelimit-limit')) await rateLimits.show(reply, ip, context.clock.now()).catch(() => {})
}

/** The route's template, never its parameters: those are about people. */
export const routeName = (request: FastifyRequest): string => request.routeOptions?.url ?? 'none'
