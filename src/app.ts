import type { FastifyInstance } from 'fastify'
import { accountRoutes } from '#accounts/index.ts'
import { activityRoutes } from '#activity/index.ts'
import { availabilityRoutes } from '#availability/index.ts'
import { serveEmbed } from '#booking-pages/embed.ts'
import { servePictures } from '#booking-pages/pictures.ts'
import { serveRoutingForms } from '#booking-pages/routing-form.ts'
import { noticeTo, serveBooking } from '#booking-pages/serve-booking.ts'
import { bookingRoutes } from '#bookings/index.ts'
import { calendarRoutes } from '#calendars/index.ts'
import { conferenceRoutes } from '#conferences/index.ts'
import { serveConsole } from '#console/serve-console.ts'
import { serveDocs } from '#docs-pages/serve-docs.ts'
import { trialPages } from '#docs-pages/trial-pages.ts'
import { eventTypeRoutes } from '#event-types/index.ts'
import type { AppContext } from '#execution/perform.ts'
import type { RouteTable } from '#execution/route-table.ts'
import type { ShowRefusal } from '#http/broken-requests.ts'
import { serveCalendarPushes } from '#http/calendar-pushes.ts'
import { serveCompanyLogout } from '#http/company-logout.ts'
import { ConnectionDrain } from '#http/connection-drain.ts'
import { type Readiness, serveHealth } from '#http/health.ts'
import type { Metrics } from '#http/metrics.ts'
import { serveOauth } from '#http/oauth/serve-oauth.ts'
import { servePaymentWebhooks } from '#http/payment-webhooks.ts'
import { RateLimits } from '#http/rate-limits.ts'
import { serveReference } from '#http/reference.ts'
import { serveSecurityTxt } from '#http/security-txt.ts'
import { buildServer } from '#http/server.ts'
import { importRoutes } from '#imports/index.ts'
import { serveMcp } from '#mcp/serve-mcp.ts'
import { messageRoutes } from '#messages/index.ts'
import { notificationRoutes } from '#notifications/index.ts'
import { organizationRoutes } from '#organizations/index.ts'
import { authorizePages } from '#pages/authorize.ts'
import { homePages } from '#pages/home.tsx'
import { memberLayout } from '#pages/layout.tsx'
import { signInPages } from '#pages/pages.ts'
import { servePages } from '#pages/serve-pages.ts'
import { paymentRoutes } from '#payments/index.ts'
import type { Config } from '#platform/config.ts'
import type { Limiter } from '#platform/limits/limiter.ts'
import { openLimiter } from '#platform/limits/open-limiter.ts'
import type { Log } from '#platform/log.ts'
import { privacyRoutes } from '#privacy/index.ts'
import type { Placement, Serving } from '#process/wiring.ts'
import { routingRoutes } from '#routing/index.ts'
import { webhookRoutes } from '#webhooks/index.ts'
import { openMetrics, publishMetrics } from './metrics.ts'

export { createContext } from './context.ts'

/** Every address of the API. */
export const routes: RouteTable = {
  ...organizationRoutes,
  ...accountRoutes,
  ...availabilityRoutes,
  ...eventTypeRoutes,
  ...bookingRoutes,
  ...paymentRoutes,
  ...routingRoutes,
  ...calendarRoutes,
  ...conferenceRoutes,
  ...webhookRoutes,
  ...activityRoutes,
  ...privacyRoutes,
  ...importRoutes,
  ...messageRoutes,
  ...notificationRoutes,
}

const showRefusal: ShowRefusal = async (request, problem) => (await noticeTo(request, problem)).instantiate()

/** The HTTP face, built but not listening. */
export const buildHttp = (
  config: Config,
  context: AppContext,
  { limiter, log, metrics }: { limiter: Limiter; log: Log; metrics: Metrics },
  checkAnswers = false,
): { server: FastifyInstance; readiness: Readiness } => {
  const rateLimits = new RateLimits(limiter, { enabled: config.rateLimits, ceiling: config.generalRateLimit })
  const readiness: Readiness = { accepting: true }
  const server = buildServer({
    context,
    routes,
    rateLimits,
    log,
    metrics,
    trustedProxies: config.trustedProxies,
    checkAnswers,
    showRefusal,
  })
  serveHealth(server, context.database, rateLimits, context.clock, readiness)
  serveReference(server, routes, context, rateLimits)
  serveCalendarPushes(server, context, rateLimits)
  servePaymentWebhooks(server, context, rateLimits)
  serveCompanyLogout(server, context, rateLimits)
  serveDocs(server, routes, context, rateLimits)
  serveEmbed(server, context, rateLimits)
  const { api: rest, auth: issuer, mcp } = config.addresses
  serveOauth(server, {
    context,
    issuer,
    resources: { rest, mcp },
    rateLimits,
    limiter: config.rateLimits ? limiter : undefined,
    log,
  })
  serveMcp(server, {
    context,
    routes,
    addresses: config.addresses,
    rateLimits,
    log,
    allowPersonalTokens: config.mcpAllowPersonalTokens,
    origins: config.mcpOrigins,
    checkAnswers,
    databaseUrl: config.databaseDirectUrl,
  })
  const face = {
    context,
    addresses: config.addresses,
    rateLimits,
    limiter: config.rateLimits ? limiter : undefined,
    log,
  }
  serveSecurityTxt(server, face, config.securityContact)
  servePictures(server, face)
  serveRoutingForms(server, face)
  servePages(
    server,
    face,
    { ...homePages(config.homeUrl), ...signInPages, ...authorizePages(config.addresses), ...trialPages },
    memberLayout,
  )
  serveConsole(server, face)
  serveBooking(server, face)
  return { server, readiness }
}

/** Listens, until it is stopped. */
export const serveHttp = async (
  config: Config,
  context: AppContext,
  log: Log,
  { isOnlyServer, workers }: Placement,
): Promise<Serving> => {
  const metrics = await openMetrics(context)
  const limiter = await openLimiter({
    config,
    isOnlyServer,
    log,
    clock: context.clock,
    onAway: () => metrics.limiterAway.inc(),
  })
  const { server, readiness } = buildHttp(config, context, { limiter, log, metrics })
  readiness.accepting = false
  const departure = new ConnectionDrain(server, readiness, workers)
  const published = await publishMetrics(metrics, config, workers !== undefined)
  await server.listen({ host: config.host, port: config.port })
  return {
    becomeReady: () => {
      readiness.accepting = true
    },
    stop: async (withinMilliseconds) => {
      await departure.leave(withinMilliseconds)
      published.close()
      await limiter.close()
    },
  }
}
