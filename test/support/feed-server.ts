import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export interface FeedServer {
  readonly url: string
  /** How many requests came. */
  readonly requests: IncomingMessage[]
  /** What it gives from now on. */
  serve(answer: string | ((request: IncomingMessage, response: ServerResponse) => void)): void
}

/** A server that publishes a calendar as one file, on this machine. It knows etags. */
export const aFeedServer = async (first = ''): Promise<FeedServer> => {
  const etagOf = (text: unknown) =>
    typeof text === 'string' ? `"${createHash('sha256').update(text).digest('hex')}"` : ''
  let answer: Parameters<FeedServer['serve']>[0] = first
  let etag = etagOf(first)
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    if (typeof answer !== 'string') return answer(request, response)
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.writeHead(200, { 'content-type': 'text/calendar', etag }).end(answer)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    serve: (next) => {
      answer = next
      etag = etagOf(next)
    },
  }
}

/** A calendar of one hour on 3 March 2026 for each of these. */
export const aFeed = (...hours: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'X-WR-CALNAME:Published',
    ...hours.map(
      (hour) =>
        `BEGIN:VEVENT\r\nUID:${hour}@feed.test\r\nDTSTART:20260303T${hour}0000Z\r\nDTEND:20260303T${hour}3000Z\r\nSUMMARY:Secret\r\nEND:VEVENT`,
    ),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
