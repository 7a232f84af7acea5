import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#execution/perform.ts'
import { once } from '#http/once.ts'
import type { RateLimits } from '#http/rate-limits.ts'
import { built, takes, zip } from './assets.ts'

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 19 19" width="19" height="19"><path d="M2 2 17 17M17 2 2 17" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/></svg>`

/** What other sites load. Their snippets contain these names. */
const files: Readonly<Record<string, { readonly type: string; readonly read: () => Promise<Buffer> }>> = {
  'widget.js': { type: 'text/javascript; charset=utf-8', read: () => built('embed.js') },
  'widget.css': { type: 'text/css; charset=utf-8', read: () => built('widget.css') },
  'close-icon.svg': { type: 'image/svg+xml', read: async () => Buffer.from(icon) },
}

/**
 * For any site, without a cookie. Cached for an hour only, because the address never changes: a fixed script reaches
 * every page within that time. Never rate limited, or a busy site of another organization would lose its booking form.
 */
export const serveEmbed = (
  server: FastifyInstance,
  { clock }: Pick<AppContext, 'clock'>,
  rateLimits: RateLimits,
): void => {
  for (const [name, { type, read }] of Object.entries(files)) {
    const file = once(async () => {
      const plain = await read()
      return {
        plain,
        packed: await zip(plain),
        tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      }
    })
    server.get(`/assets/external/${name}`, async (request, reply) => {
      await rateLimits.show(reply, request.ip, clock.now())
      const { plain, packed, tag } = await file()
      reply.headers({
        'content-type': type,
        'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
        etag: tag,
        vary: 'accept-encoding',
        'cross-origin-resource-policy': 'cross-origin',
        // An image or a style that is opened by itself is a document, and gets no permissions.
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
      if (tagsIn(request.headers['if-none-match']).includes(tag))
        return reply.code(304).removeHeader('content-type').send()
      if (!takes(request.headers['accept-encoding'], 'gzip')) return reply.send(plain)
      return reply.header('content-encoding', 'gzip').send(packed)
    })
  }
}

/** RFC 9110 §13.1.2: compared weakly, because a proxy that compresses an answer weakens its tag. */
const tagsIn = (header: string | undefined): string[] =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
