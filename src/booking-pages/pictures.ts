import type { FastifyInstance } from 'fastify'
import { missing } from '#contract/problem.ts'
import { findPicture } from '#organizations/index.ts'
import type { PageFace } from '#pages/serve-pages.ts'

/**
 * Uploaded pictures, for pages, mails and other sites. The address changes with the content, so it is cached for ever;
 * opened by itself, a picture is a document without any permission.
 */
export const servePictures = (
  server: FastifyInstance,
  { context, rateLimits }: Pick<PageFace, 'context' | 'rateLimits'>,
): void => {
  server.get('/pictures/:file', async (request, reply) => {
    await rateLimits.countSource(reply, request.ip, context.clock.now())
    const digest = /^([0-9a-f]{32})\.(?:png|jpg|webp)$/.exec((request.params as { file: string }).file)?.[1]
    const picture = digest === undefined ? undefined : await findPicture(context.database.reader, digest)
    if (!picture) throw missing()
    return reply
      .headers({
        'content-type': picture.mediaType,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': 'inline',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(picture.content)
  })
}
