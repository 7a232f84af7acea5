import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '#contract/problem.ts'
import type { AppContext } from '#execution/perform.ts'
import type { RateLimits } from '#http/rate-limits.ts'
import { ourFault, problemFor } from '#http/refusals.ts'
import { errorFields, type Log } from '#platform/log.ts'
import type { PageLanguage } from '../../web/booking/page-data.ts'
import { counted, filled } from '../../web/booking/words.ts'
import { forged, SandboxedFrame } from './forgery.ts'
import { TooManyAttempts } from './too-many-attempts.ts'

interface NoticeContext {
  readonly context: Pick<AppContext, 'clock'>
  readonly rateLimits: RateLimits
  readonly log: Log
}

/** The problem to show for an error. Logs faults of ours, and sets the status and its headers. */
export const showableProblem = async (face: NoticeContext, error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<Problem> => {
  const problem = problemFor(error)
  const fields = () => ({ request_id: request.id, route: request.routeOptions?.url ?? 'none', ...errorFields(error) })
  if (!problem) face.log.error(fields(), 'a request failed')
  else if (problem.kind.status === 503) face.log.warn(fields(), 'a request could not be served now')
  const shown = problem ?? ourFault()
  if (!reply.hasHeader('x-ratelimit-limit')) {
    if (shown.kind.status === 503) face.rateLimits.showUncounted(reply)
    else await face.rateLimits.show(reply, request.ip, face.context.clock.now()).catch(() => {})
  }
  if (error instanceof TooManyAttempts) reply.header('retry-after', error.seconds)
  if (shown.kind.status === 503) reply.header('retry-after', 1)
  if (shown.kind.status === 413) reply.header('connection', 'close')
  reply.code(shown.kind.status)
  return shown
}

/** The API's texts are for programs; visitors get their own, in their language. */
export const noticeFor = (language: PageLanguage, problem: Problem): readonly [title: string, words: string] => {
  const { texts } = language
  const { kind } = problem
  if (kind === forged) return [texts.wrongTitle, texts.stale]
  if (problem instanceof SandboxedFrame) return [texts.wrongTitle, filled(texts.sealedOff, { address: problem.address })]
  switch (kind.status) {
    case 404:
      return [texts.notFoundTitle, texts.notFound]
    case 413:
    case 431:
      return [texts.wrongTitle, texts.tooMuch]
    case 429: {
      const minutes = problem instanceof TooManyAttempts ? Math.ceil(problem.seconds / 60) : 1
      return [texts.waitTitle, filled(texts.tooOften, { minutes: counted(language, minutes, texts.minutes) })]
    }
    case 503:
      return [texts.awayTitle, texts.away]
    default:
      return kind.status < 500 ? [texts.wrongTitle, texts.wrong] : [texts.faultTitle, texts.fault]
  }
}
