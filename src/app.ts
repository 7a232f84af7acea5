import type { FastifyInstance } from 'fastify'
import type { Chore, Serving } from '#cli/wiring.ts'
import { PageTokens } from '#contract/page.ts'
import type { Ground } from '#contract/perform.ts'
import type { RouteTable } from '#contract/route-table.ts'
import { Departure } from '#http/departure.ts'
import { type Readiness, serveHealth } from '#http/health.ts'
import { Metrics, serveMetrics } from '#http/metrics.ts'
import { RateLimits } from '#http/rate-limits.ts'
import { serveReference } from '#http/reference.ts'
import { buildServer } from '#http/server.ts'
import { organizationRoutes } from '#organizations/index.ts'
import type { Config } from '#platform/config.ts'
import { Codes } from '#platform/crypto/codes.ts'
import { loadSecret } from '#platform/crypto/secret.ts'
import type { Database } from '#platform/db/database.ts'
import { claimInstance, isClaimed } from '#platform/db/instance.ts'
import { deleteEndedWindows } from '#platform/db/rate-windows.ts'
import type { Limiter } from '#platform/limits/limiter.ts'
import { openLimiter } from '#platform/limits/open-limiter.ts'
import { errorFields, type Log } from '#platform/log.ts'
import type { Clock } from '#platform/time/clock.ts'

/** Every address of the API. */
export const routes: RouteTable = { ...organizationRoutes }

/** What operations run on. The database must be migrated. */
export const layGround = async (config: Config, database: Database, clock: Clock): Promise<Ground> => {
  const secret = await loadSecret(config.secret, config.dataFolder, !(await isClaimed(database)))
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
export const buildHttp = (
  config: Config,
  ground: Ground,
  { limiter, log, metrics }: { limiter: Limiter; log: Log; metrics: Metrics },
  checkAnswers = false,
): { server: FastifyInstance; readiness: Readiness } => {
  const rateLimits = new RateLimits(limiter, { enabled: config.rateLimits, ceiling: config.generalRateLimit })
  const readiness: Readiness = { accepting: true }
  const server = buildServer({ ground, routes, rateLimits, log, metrics, trustedProxies: config.trustedProxies, checkAnswers })
  serveHealth(server, ground.database, rateLimits, ground.clock, readiness)
  serveReference(server, routes, ground, rateLimits)
  return { server, readiness }
}

/** Listens, until it is stopped. */
export const serveHttp = async (config: Config, ground: Ground, log: Log): Promise<Serving> => {
  const metrics = new Metrics(ground.database)
  const limiter = await openLimiter({ config, database: ground.database, log, clock: ground.clock, onAway: () => metrics.limiterAway.inc() })
  const { server, readiness } = buildHttp(config, ground, { limiter, log, metrics })
  readiness.accepting = false
  const departure = new Departure(server, readiness)
  const metricsServer = config.metricsPort === undefined ? undefined : await serveMetrics(metrics, '127.0.0.1', config.metricsPort)
  await server.listen({ host: config.host, port: config.port })
  return {
    becomeReady: () => {
      readiness.accepting = true
    },
    stop: async (withinMilliseconds) => {
      await departure.leave(withinMilliseconds)
      metricsServer?.closeAllConnections()
      metricsServer?.close()
      await limiter.close()
    },
  }
}

/** The one the settings name. Each is loaded only when it is used: the embedded one alone is 20 MB of code. */
export const openDatabase = async (config: Config, log: Log): Promise<Database> => {
  const onLost = (error: Error): void => log.warn(errorFields(error), 'a database connection was lost')
  if (config.databaseUrl === undefined) return (await import('#platform/db/embedded.ts')).openEmbedded(config.dataFolder, onLost)
  return (await import('#platform/db/postgres.ts')).openPostgres(config.databaseUrl, onLost)
}

/** What comes round, beside requests. */
export const chores: readonly Chore[] = [
  {
    name: 'delete ended rate windows',
    everySeconds: 60,
    run: async ({ database, clock }) => ({ more: (await database.write((tx) => deleteEndedWindows(tx, clock.now()))) > 0 }),
  },
]
