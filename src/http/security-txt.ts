import type { FastifyInstance } from 'fastify'
import { missing } from '#contract/problem.ts'
import { day } from '#platform/time/durations.ts'
import type { HttpFace } from './face.ts'

const halfAYear = 182 * day

/** RFC 9116: whom to write to about a security problem of this installation. Its operator says it, or nobody does. */
export const serveSecurityTxt = (
  server: FastifyInstance,
  { rateLimits, context }: HttpFace,
  contact: string | undefined,
): void => {
  server.get('/.well-known/security.txt', async (request, reply) => {
    const now = context.clock.now()
    if (contact === undefined) {
      await rateLimits.countSource(reply, request.ip, now)
      throw missing()
    }
    await rateLimits.show(reply, request.ip, now)
    reply.headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' })
    return `Contact: ${new URL(contact).href}\nExpires: ${new Date(now.getTime() + halfAYear).toISOString()}\n`
  })
}
