import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { missing } from '#contract/problem.ts'
import type { AppContext } from '#execution/perform.ts'
import { paymentServices } from '#integrations/index.ts'
import { ringPayment } from '#payments/index.ts'
import type { RateLimits } from './rate-limits.ts'

const maxMessageBytes = 256 * 1024

const Addressed = z.object({ service: z.enum(paymentServices), organization: z.uuid() })

/**
 * Where payment services say that something has changed. What they say is not believed: it only asks for a look. The
 * signature is over the body as it came, so nothing reads it before.
 */
export const servePaymentWebhooks = (server: FastifyInstance, context: AppContext, rateLimits: RateLimits): void => {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body)
    scope.post(
      '/api/payment_webhooks/:service/:organization',
      { bodyLimit: maxMessageBytes },
      async (request, reply) => {
        const addressed = Addressed.safeParse(request.params)
        const { headers, body } = request
        // To ask whether a message is genuine may be a request of its own.
        await rateLimits.countSource(reply, request.ip, context.clock.now())
        const isHeard =
          addressed.success &&
          Buffer.isBuffer(body) &&
          (await ringPayment(
            context,
            { organizationId: addressed.data.organization, service: addressed.data.service },
            { headers, body },
          ))
        if (!isHeard) throw missing()
        return reply.code(202).send()
      },
    )
  })
}
