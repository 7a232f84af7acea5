import type { FastifyInstance } from 'fastify'
import { hearCompanyLogout } from '#accounts/index.ts'
import type { AppContext } from '#execution/perform.ts'
import type { RateLimits } from './rate-limits.ts'

const maxLogoutBytes = 64 * 1024

/**
 * Where identity providers say that somebody has signed out there (OpenID Connect Back-Channel Logout 1.0). What they say
 * is signed; anything else is a 400.
 */
export const serveCompanyLogout = (server: FastifyInstance, context: AppContext, rateLimits: RateLimits): void => {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: unknown, body: string) => new URLSearchParams(body),
    )
    scope.post('/api/provider_logouts/:provider', { bodyLimit: maxLogoutBytes }, async (request, reply) => {
      await rateLimits.countSource(reply, request.ip, context.clock.now())
      const { provider } = request.params as { provider: string }
      const token = request.body instanceof URLSearchParams ? (request.body.get('logout_token') ?? '') : ''
      const isHeard = token !== '' && (await hearCompanyLogout(context, provider, token))
      reply.header('cache-control', 'no-store')
      return isHeard ? reply.code(200).send() : reply.code(400).send({ error: 'invalid_request' })
    })
  })
}
