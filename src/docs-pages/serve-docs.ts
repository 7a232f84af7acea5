import type { FastifyInstance } from 'fastify'
import { type Asset, digestOf, packedFor, packedOf } from '#booking-pages/assets.ts'
import { missing } from '#contract/problem.ts'
import type { AppContext } from '#execution/perform.ts'
import type { RouteTable } from '#execution/route-table.ts'
import { once } from '#http/once.ts'
import type { RateLimits } from '#http/rate-limits.ts'
import { readVersion } from '#platform/version.ts'

interface Served {
  readonly headers: Readonly<Record<string, string>>
  asset(): Promise<Asset>
}

const indexHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'accept-encoding',
}

/** The documentation at `/docs`, open to everyone. */
export const serveDocs = (
  server: FastifyInstance,
  routes: RouteTable,
  context: AppContext,
  rateLimits: RateLimits,
): void => {
  // Made when somebody asks for it, and then kept: a start is quicker without, and most processes never need it.
  const load = once(() => makeFiles(routes, context))
  const answer = async (path: string, acceptEncoding: string | undefined) => {
    const file = (await load()).get(path)
    if (!file) throw missing()
    return { headers: file.headers, ...(await packedFor(await file.asset(), acceptEncoding)) }
  }
  for (const path of ['/docs', '/docs/:page', '/docs/:section/:page'])
    server.get(path, async (request, reply) => {
      await rateLimits.countSource(reply, request.ip, context.clock.now())
      const { headers, encoding, body } = await answer(
        request.url.split('?')[0] ?? '',
        request.headers['accept-encoding'],
      )
      if (encoding) reply.header('content-encoding', encoding)
      return reply.headers(headers).send(body)
    })
}

const makeFiles = async (routes: RouteTable, { links }: AppContext): Promise<ReadonlyMap<string, Served>> => {
  const [{ describeApi }, { makeDocs }, { layOut, loadFrame }, { searchIndexOf }] = await Promise.all([
    import('#http/openapi.ts'),
    import('./pages.tsx'),
    import('./layout.tsx'),
    import('./search-index.ts'),
  ])
  const { pages, navigation } = await makeDocs(describeApi(routes, links, await readVersion()), links)
  const frame = await loadFrame()
  const index = Buffer.from(searchIndexOf(pages.flatMap(({ found }) => found)))
  const indexPath = `/docs/index-${digestOf(index)}.json`
  const files = pages.map((page): [string, Served] => [
    page.path,
    {
      headers: frame.headers,
      asset: once(async () =>
        packedOf(frame.headers['content-type'] ?? '', Buffer.from(layOut(page, navigation, frame, indexPath)), quality),
      ),
    },
  ])
  return new Map([
    ...files,
    [
      indexPath,
      { headers: indexHeaders, asset: once(async () => packedOf(indexHeaders['content-type'], index, quality)) },
    ],
  ])
}

/** Packed for its first reader, so quickly rather than as small as can be. */
const quality = 5
