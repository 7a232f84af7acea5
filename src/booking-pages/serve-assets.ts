import type { FastifyInstance } from 'fastify'
import { missing } from '#contract/problem.ts'
import type { PageFace } from '#pages/serve-pages.ts'
import { type Asset, loadAssets, packedFor } from './assets.ts'

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#0b6b5d"/><path d="M9 17l5 5 9-12" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/**
 * The files of our pages. Their addresses change with their content, so they are cached for ever. Any other address is
 * outdated or made up.
 */
export const serveAssets = (server: FastifyInstance, face: PageFace): void => {
  server.get('/favicon.ico', async (request, reply) => {
    await face.rateLimits.show(reply, request.ip, face.context.clock.now())
    return reply
      .headers({
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=86400',
        'content-security-policy': "default-src 'none'",
      })
      .send(icon)
  })
  serveFiles(server, face, '/assets', async () => (await loadAssets()).files)
}

/** Files below a path. */
export const serveFiles = (
  server: FastifyInstance,
  face: PageFace,
  path: string,
  load: () => Promise<ReadonlyMap<string, Asset>>,
): void => {
  server.get(`${path}/:file`, async (request, reply) => {
    const now = face.context.clock.now()
    const asset = (await load()).get(`${path}/${(request.params as { file: string }).file}`)
    if (!asset) {
      await face.rateLimits.countSource(reply, request.ip, now)
      throw missing()
    }
    await face.rateLimits.show(reply, request.ip, now)
    const { encoding, body } = await packedFor(asset, request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding)
    return reply
      .headers({
        'content-type': asset.type,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        // Also for a page whose frame takes its origin away: it has to say so, in its own letters.
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      })
      .send(body)
  })
}
