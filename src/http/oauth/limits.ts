import type { FastifyReply } from 'fastify'
import { Problem, tooManyRequests } from '#contract/problem.ts'
import type { Bucket } from '#platform/limits/limiter.ts'
import { sourceKey } from '#platform/limits/source-address.ts'
import type { OauthFace } from './face.ts'

/** Per user, over all applications. */
export const tokensOf = (userId: string): Bucket => ({ key: `tokens:${userId}`, limit: 8, seconds: 60 })

/** Applications are registered rarely. */
export const registrationsFrom = (address: string): Bucket => ({ key: `registrations:${sourceKey(address)}`, limit: 20, seconds: 3600 })

/** Refused while nobody can count: a limit that is off when it matters is none. */
export const countIn = async ({ limiter, context }: OauthFace, reply: FastifyReply, bucket: Bucket): Promise<void> => {
  const verdict = await limiter?.take([bucket], context.clock.now(), { whenAway: 'refuse' })
  if (!verdict || verdict.allowed) return
  const { limit, remaining, resetSeconds } = verdict
  reply.headers({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': resetSeconds, 'retry-after': resetSeconds })
  throw new Problem(tooManyRequests, { message: `Rate limit exceeded. Retry after ${resetSeconds} seconds.` })
}
