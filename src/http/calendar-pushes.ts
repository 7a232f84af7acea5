import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hearPush } from '#calendars/index.ts'
import { missing } from '#contract/problem.ts'
import type { AppContext } from '#execution/perform.ts'
import type { RateLimits } from './rate-limits.ts'

const maxPushBytes = 256 * 1024

const ChannelId = z.uuid()
const ValidationToken = z.object({ validationToken: z.string().min(1).max(2048) })
/** What Microsoft Graph sends. A channel has an address of its own, so all of them are about the same one. */
const Notifications = z.object({
  value: z
    .array(z.object({ clientState: z.string(), lifecycleEvent: z.string().nullish() }))
    .min(1)
    .max(1000),
})
const endings = ['reauthorizationRequired', 'subscriptionRemoved']

/**
 * Where calendar services say that something has changed. What they say is not believed: it only asks for a look.
 * Without the secret of the channel nothing happens, and nothing is looked up.
 */
export const serveCalendarPushes = (server: FastifyInstance, context: AppContext, rateLimits: RateLimits): void => {
  void server.register(async (scope) => {
    // Some come with a type of content and without content.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body)
    scope.post('/api/calendar_pushes/:channel', { bodyLimit: maxPushBytes }, async (request, reply) => {
      const channel = ChannelId.safeParse((request.params as { channel: string }).channel)
      const validation = ValidationToken.safeParse(request.query)
      // Microsoft asks whether the address is ours, before there is a channel.
      if (channel.success && validation.success) {
        await rateLimits.countSource(reply, request.ip, context.clock.now())
        return reply.type('text/plain; charset=utf-8').send(validation.data.validationToken)
      }
      const push = channel.success ? pushIn(request) : undefined
      const isHeard =
        channel.success && push !== undefined && (await hearPush(context, { channelId: channel.data, ...push }))
      if (!isHeard) {
        await rateLimits.countSource(reply, request.ip, context.clock.now())
        throw missing()
      }
      await rateLimits.show(reply, request.ip, context.clock.now())
      return reply.code(202).send()
    })
  })
}

const pushIn = ({
  headers,
  body,
}: FastifyRequest): { readonly secret: string; readonly isEnding: boolean } | undefined => {
  const token = headers['x-goog-channel-token']
  if (typeof token === 'string') return { secret: token, isEnding: false }
  const notifications = Notifications.safeParse(jsonIn(body))
  if (!notifications.success) return undefined
  const { value } = notifications.data
  const secret = value[0]?.clientState ?? ''
  return value.every(({ clientState }) => clientState === secret)
    ? { secret, isEnding: value.some((one) => endings.includes(one.lifecycleEvent ?? '')) }
    : undefined
}

const jsonIn = (body: unknown): unknown => {
  if (!Buffer.isBuffer(body)) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
