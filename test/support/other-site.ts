import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { atEnd } from './at-end.ts'

const servers: Server[] = []

atEnd(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

export interface OtherSite {
  readonly origin: string
  /** Puts a page there, and gives its address. */
  put(body: string, headers?: Readonly<Record<string, string>>): string
}

/** Another site, under a host name that is not ours. */
export const openOtherSite = async (hostname = 'localhost'): Promise<OtherSite> => {
  const pages = new Map<string, { body: string; headers: Readonly<Record<string, string>> }>()
  const server = createServer((request, response) => {
    if (request.url === '/favicon.ico') return void response.writeHead(204).end()
    const page = pages.get(new URL(request.url ?? '', origin).pathname)
    response
      .writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...page?.headers })
      .end(page?.body ?? 'Nothing here.')
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const origin = `http://${hostname}:${(server.address() as { port: number }).port}`
  return {
    origin,
    put: (body, headers = {}) => {
      const path = `/page-${pages.size + 1}`
      pages.set(path, {
        body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Another site</title><body>${body}`,
        headers,
      })
      return origin + path
    },
  }
}
