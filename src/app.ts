import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { PageTokens } from '#contract/page.ts'
import type { Ground } from '#contract/perform.ts'
import type { RouteTable } from '#contract/route-table.ts'
import { type Readiness, serveHealth } from '#http/health.ts'
import { Metrics, serveMetrics } from '#http/metrics.ts'
import { RateLimits } from '#http/rate-limits.ts'
import { buildServer } from '#http/server.ts'
import { organizationRoutes } from '#organizations/index.ts'
import type { Config } from '#platform/config.ts'
import { Codes } from '#platform/crypto/codes.ts'
import { loadSecret } from '#platform/crypto/secret.ts'
import type { Database } from '#platform/db/database.ts'
import { claimInstance } from '#platform/db/instance.ts'
import type { Limiter } from '#platform/limits/limiter.ts'
import type { Log } from '#platform/log.ts'
import type { Clock } from '#platform/time/clock.ts'

/** Every address of the API. */
export const routes: RouteTable = { ...organizationRoutes }

/** What operations run on. The database must be migrated. */
export const layGround = async (config: Config, database: Database, clock: Clock): Promise<Ground> => {
  const secret = await loadSecret(config.secret, config.dataFolder)
  await claimInstance(database, secret, clock.now())
  return {
    database,
    clock,
    links: { api: config.addresses.api, site: config.addresses.site },
    codes: new Codes(secret.keyFor('codes')),
    pageTokens: new PageTokens(secret.keyFor('page tokens')),
  }
}

/** The HTTP face, built but not listening. */
export const buildHttp = (config: Config, ground: Ground, { limiter, log, metrics }: { limiter: Limiter; log: Log; metrics: Metrics }, checkAnswers = false): { server: FastifyInstance; readiness: Readiness } => {
  const rateLimits = new RateLimits(limiter, { enabled: config.rateLimits, ceiling: config.generalRateLimit })
  const readiness: Readiness = { accepting: true }
  const server = buildServer({ ground, routes, rateLimits, log, metrics, trustedProxies: config.trustedProxies, checkAnswers })
  serveHealth(server, ground.database, rateLimits, ground.clock, readiness)
  return { server, readiness }
}

export interface Service {
  /** Lets running requests end, at most 15 seconds long. */
  stop(): Promise<void>
}

const stopPatienceMilliseconds = 15_000

/** Listens, until it is stopped. */
export const serveHttp = async (config: Config, ground: Ground, log: Log, limiter: Limiter): Promise<Service> => {
  const metrics = new Metrics(ground.database)
  const { server, readiness } = buildHttp(config, ground, { limiter, log, metrics })
  const metricsServer: Server | undefined = config.metricsPort === undefined ? undefined : await serveMetrics(metrics, '127.0.0.1', config.metricsPort)
  await server.listen({ host: config.host, port: config.port })
  return {
    stop: async () => {
      readiness.accepting = false
      const closing = server.close()
      const cutOff = setTimeout(() => server.server.closeAllConnections(), stopPatienceMilliseconds - 1_000)
      await closing
      clearTimeout(cutOff)
      metricsServer?.closeAllConnections()
      metricsServer?.close()
      await limiter.close()
    },
  }
}
