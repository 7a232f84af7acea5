import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, tooManyRequests } from '#contract/problem.ts'
import { textOf } from '#contract/reasons.ts'
import { OauthRefusal, type Resources } from '#oauth/index.ts'
import type { Limiter } from '#platform/limits/limiter.ts'
import type { HttpFace } from '../face.ts'
import { refusalFor, showLimit } from '../refusals.ts'

/** What the endpoints for applications run on. */
export interface OauthFace extends HttpFace {
  /** The authorization server's own address: without a slash at the end, and the same text everywhere. */
  readonly issuer: string
  readonly resources: Resources
  /** Undefined when limits are turned off. */
  readonly limiter: Limiter | undefined
}

/** For nobody's cache: it may hold a token. */
const unkept = { 'cache-control': 'no-store', pragma: 'no-cache' }

export const sendJson = (reply: FastifyReply, body: object, status = 200): FastifyReply =>
  reply
    .code(status)
    .headers(unkept)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))

/** `{ error, error_description }`, whatever went wrong; the limit adds the fields that it has everywhere. */
export const answerRefusal = async (
  face: OauthFace,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  if (error instanceof OauthRefusal) {
    await showLimit(face, request, reply)
    // RFC 6749 §5.2: to a client that sent the header, the answer names the accepted scheme.
    if (error.status === 401 && request.headers.authorization !== undefined)
      reply.header('www-authenticate', 'Basic realm="openslot", charset="UTF-8"')
    return sendJson(reply, error.body, error.status)
  }
  const problem = await refusalFor(face, error, request, reply)
  const { status } = problem.kind
  // The fields of the API for its clients, and those of the RFCs for theirs, which read nothing else.
  const own = problem.kind === tooManyRequests ? problem.body : {}
  return sendJson(
    reply,
    { ...own, ...inWordsOfTheRfc(problem).body },
    status === 413 || status === 429 || status >= 500 ? status : 400,
  )
}

const inWordsOfTheRfc = ({ kind: { status }, message, details: [detail] }: Problem): OauthRefusal => {
  if (status === 413) return new OauthRefusal('invalid_request', message)
  // RFC 6749 names no code for it; this one is in common use.
  if (status === 429) return new OauthRefusal('too_many_requests', message)
  if (status === 500) return new OauthRefusal('server_error', 'The server encountered an unexpected condition.')
  if (status === 503)
    return new OauthRefusal('temporarily_unavailable', 'The service is temporarily unavailable. Retry the request.')
  const isAboutBody = detail?.parameter === undefined || detail.parameter === 'base'
  return new OauthRefusal(
    'invalid_request',
    isAboutBody ? 'The body must be a complete form or JSON document.' : `${detail.parameter} ${textOf(detail)}.`,
  )
}
