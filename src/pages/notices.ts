import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '#contract/problem.ts'
import type { HttpFace } from '#http/face.ts'
import { refusalFor } from '#http/refusals.ts'
import { counted, filled } from '#ui/format.ts'
import type { PageLanguage } from '#ui/page-language.ts'
import { forged, SandboxedFrame } from './forgery.ts'
import { TooManyAttempts } from './too-many-attempts.ts'

/** The problem to show for an error, with its status and headers set. */
export const showableProblem = async (
  face: HttpFace,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Problem> => {
  const refusal = await refusalFor(face, error, request, reply)
  if (refusal instanceof TooManyAttempts) reply.header('retry-after', refusal.seconds)
  reply.code(refusal.kind.status)
  return refusal
}

/** The API's texts are for programs; visitors get their own, in their language. */
export const noticeFor = (language: PageLanguage, problem: Problem): readonly [title: string, words: string] => {
  const { texts } = language
  const { kind } = problem
  if (kind === forged) return [texts.wrongTitle, texts.stale]
  if (problem instanceof SandboxedFrame)
    return [texts.wrongTitle, filled(texts.sealedOff, { address: problem.address })]
  if (kind.status === 404) return [texts.notFoundTitle, texts.notFound]
  if (kind.status === 413 || kind.status === 431) return [texts.wrongTitle, texts.tooMuch]
  if (kind.status === 429) {
    const minutes = problem instanceof TooManyAttempts ? Math.ceil(problem.seconds / 60) : 1
    return [texts.waitTitle, filled(texts.tooOften, { minutes: counted(language, minutes, texts.minutes) })]
  }
  if (kind.status === 503) return [texts.awayTitle, texts.away]
  return kind.status < 500 ? [texts.wrongTitle, texts.wrong] : [texts.faultTitle, texts.fault]
}
