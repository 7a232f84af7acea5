import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#execution/perform.ts'
import type { RouteTable } from '#execution/route-table.ts'
import { readVersion } from '#platform/version.ts'
import { once } from './once.ts'
import type { RateLimits } from './rate-limits.ts'

/** The description of the API for machines, at `/openapi.json`. Open to everyone. */
export const serveReference = (
  server: FastifyInstance,
  routes: RouteTable,
  { links, clock }: AppContext,
  rateLimits: RateLimits,
): void => {
  // Loaded and made when somebody asks for it, and then kept: a start is quicker without, and most processes never need
  // it.
  const json = once(async () =>
    JSON.stringify((await import('./openapi.ts')).describeApi(routes, links, await readVersion())),
  )

  server.get('/openapi.json', async (request, reply) => {
    await rateLimits.countSource(reply, request.ip, clock.now())
    return reply.type('application/json; charset=utf-8').send(await json())
  })
}
