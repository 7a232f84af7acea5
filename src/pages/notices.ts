import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '#contract/problem.ts'
import type { AppContext } from '#execution/perform.ts'
import type { RateLimits } from '#http/rate-limits.ts'
import { ourFault, problemFor } from '#http/refusals.ts'
import { errorFields, type Log } from '#platform/log.ts'
import type { Speech } from '../../web/booking/page-data.ts'
import { counted, filled } from '../../web/booking/words.ts'
import { forged, SealedOff } from './forgery.ts'
import { TooManyAttempts } from './too-many-attempts.ts'

interface Face {
  readonly context: Pick<AppContext, 'clock'>
  readonly rateLimits: RateLimits
  readonly log: Log
}

/** What there is to tell about whatever was thrown. Logs what is ours, and sets the status and the headers that go with it. */
export const tellProblem = async (face: Face, error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<Problem> => {
  const problem = problemFor(error)
  const fields = () => ({ request_id: request.id, route: request.routeOptions?.url ?? 'none', ...errorFields(error) })
  if (!problem) face.log.error(fields(), 'a request failed')
  else if (problem.kind.status === 503) face.log.warn(fields(), 'a request could not be served now')
  const told = problem ?? ourFault()
  if (!reply.hasHeader('x-ratelimit-limit')) {
    if (told.kind.status === 503) face.rateLimits.showUncounted(reply)
    else await face.rateLimits.show(reply, request.ip, face.context.clock.now()).catch(() => {})
  }
  if (error instanceof TooManyAttempts) reply.header('retry-after', error.seconds)
  if (told.kind.status === 503) reply.header('retry-after', 1)
  if (told.kind.status === 413) reply.header('connection', 'close')
  reply.code(told.kind.status)
  return told
}

/** The API's words are for programs; a stranger gets others, in their language. */
export const noticeFor = (speech: Speech, problem: Problem): readonly [title: string, words: string] => {
  const { texts } = speech
  const { kind } = problem
  if (kind === forged) return [texts.wrongTitle, texts.stale]
  if (problem instanceof SealedOff) return [texts.wrongTitle, filled(texts.sealedOff, { address: problem.address })]
  switch (kind.status) {
    case 404:
      return [texts.notFoundTitle, texts.notFound]
    case 413:
    case 431:
      return [texts.wrongTitle, texts.tooMuch]
    case 429: {
      const minutes = problem instanceof TooManyAttempts ? Math.ceil(problem.seconds / 60) : 1
      return [texts.waitTitle, filled(texts.tooOften, { minutes: counted(speech, minutes, texts.minutes) })]
    }
    case 503:
      return [texts.awayTitle, texts.away]
    default:
      return kind.status < 500 ? [texts.wrongTitle, texts.wrong] : [texts.faultTitle, texts.fault]
  }
}
