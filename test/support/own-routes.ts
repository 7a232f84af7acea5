import type { RouteTable } from '#execution/route-table.ts'
import { Metrics } from '#http/metrics.ts'
import { RateLimits } from '#http/rate-limits.ts'
import { buildServer } from '#http/server.ts'
import type { Limiter } from '#platform/limits/limiter.ts'
import { MemoryLimiter } from '#platform/limits/memory.ts'
import type { Log } from '#platform/log.ts'
import { askOver, type TestApp } from './app.ts'

export interface OwnLimits {
  readonly limiter?: Limiter
  readonly enabled?: boolean
  readonly ceiling?: number
}

/** A server with the context of another, for addresses that only a test has: what no real operation does yet. */
export const serveOwn = async (
  { context }: TestApp,
  routes: RouteTable,
  { limiter = new MemoryLimiter(), enabled = false, ceiling = 500 }: OwnLimits = {},
) => {
  const silent = (): void => {}
  const log: Log = { debug: silent, info: silent, warn: silent, error: silent, flush: async () => true }
  const server = buildServer({
    context,
    routes,
    rateLimits: new RateLimits(limiter, { enabled, ceiling }),
    log,
    metrics: new Metrics(context.database),
    trustedProxies: [],
    checkAnswers: true,
  })
  await server.ready()
  return askOver(server, context.links.api)
}
