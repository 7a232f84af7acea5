import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooManyRequests } from '#contract/problem.ts'
import { OauthRefusal } from '#oauth/index.ts'
import { errorFields } from '#platform/log.ts'
import { problemFor } from '../refusals.ts'
import type { OauthFace } from './face.ts'

/** For nobody's cache: it may hold a token. */
const unkept = { 'cache-control': 'no-store', pragma: 'no-cache' }

export const sendJson = (reply: FastifyReply, body: object, status = 200): FastifyReply =>
  reply.code(status).headers(unkept).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))

/** `{ error, error_description }`, whatever went wrong and whoever asks; the limit adds the fields that it has everywhere. */
export const answerRefusal = async (
  { log, rateLimits, context }: OauthFace,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  if (!reply.hasHeader('x-ratelimit-limit')) await rateLimits.show(reply, request.ip, context.clock.now()).catch(() => {})
  if (error instanceof OauthRefusal) {
    // RFC 6749 §5.2: whoever came with a header is told which one would do.
    if (error.status === 401 && request.headers.authorization !== undefined) reply.header('www-authenticate', 'Basic realm="openslot", charset="UTF-8"')
    return sendJson(reply, error.body, error.status)
  }
  const problem = problemFor(error)
  const fields = () => ({ request_id: request.id, route: request.routeOptions?.url ?? 'none', ...errorFields(error) })
  if (!problem) {
    log.error(fields(), 'a request failed')
    return sendJson(reply, new OauthRefusal('server_error', 'This is our fault, and it was written down.').body, 500)
  }
  const { status } = problem.kind
  // The fields of the API for its clients, and those of the RFCs for theirs, which read nothing else. RFC 6749 names no code for it; this one is in common use.
  if (problem.kind === tooManyRequests) {
    return sendJson(reply, { ...problem.body, ...new OauthRefusal('too_many_requests', problem.message).body }, status)
  }
  if (status === 503) {
    log.warn(fields(), 'a request could not be served now')
    reply.header('retry-after', 1)
    return sendJson(reply, new OauthRefusal('temporarily_unavailable', 'The service is not available at the moment. Please try again.').body, status)
  }
  if (status === 413) reply.header('connection', 'close')
  const [detail] = problem.details
  const isAboutBody = detail?.parameter === undefined || detail.parameter === 'base'
  const description = status === 413 ? problem.message : isAboutBody ? 'The body must be a form or JSON, and whole.' : `${detail.parameter} ${detail.message}.`
  return sendJson(reply, new OauthRefusal('invalid_request', description).body, status === 413 ? 413 : 400)
}
