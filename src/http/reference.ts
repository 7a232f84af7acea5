import type { FastifyInstance } from 'fastify'
import type { RouteTable } from '#contract/route-table.ts'
import type { AppContext } from '#execution/perform.ts'
import { readVersion } from '#platform/version.ts'
import { once } from './once.ts'
import type { RateLimits } from './rate-limits.ts'

/** The description of the API, for machines at `/openapi.json` and for people at `/docs`. Open to everyone. */
export const serveReference = (server: FastifyInstance, routes: RouteTable, { links, clock }: AppContext, rateLimits: RateLimits): void => {
  // Loaded and made when somebody asks for it, and then kept: a start is quicker without, and most processes never need it.
  const document = once(async () => (await import('./openapi.ts')).describeApi(routes, links, await readVersion()))
  const json = once(async () => JSON.stringify(await document()))
  const page = once(async () => {
    const [{ renderReference }, { pageHeaders }] = await Promise.all([import('./reference-page.ts'), import('./page.ts')])
    return { body: renderReference(await document()), headers: pageHeaders }
  })

  server.get('/openapi.json', async (request, reply) => {
    await rateLimits.countSource(reply, request.ip, clock.now())
    return reply.type('application/json; charset=utf-8').send(await json())
  })
  server.get('/docs', async (request, reply) => {
    await rateLimits.countSource(reply, request.ip, clock.now())
    const { body, headers } = await page()
    return reply.headers(headers).send(body)
  })
}
