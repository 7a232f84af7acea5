import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

interface Item {
  readonly text: string
  readonly etag: string
}

export interface DavStandIn {
  /** Of its one calendar, or where its calendars are listed. All are empty at first. */
  readonly url: string
  username: string
  password: string
  /** What was asked: `PUT /calendar/one.ics`. */
  readonly requests: string[]
  /** What is in the calendar, by path. */
  readonly items: Map<string, Item>
  /** What another client does. */
  put(path: string, text: string): void
  /** Where its calendars are, in the order of its lists. */
  readonly calendars: string[]
  /** What it calls its owner, where it lists several calendars. */
  addresses: readonly string[]
  /** How it refuses a UID that it has anywhere in the account; at first it takes it. */
  uidConflict: { readonly status: number; readonly body: string } | undefined
  /** Comes before every answer. What it answers itself is not answered again. */
  intercept(step: (request: IncomingMessage, response: ServerResponse) => unknown): void
}

const multistatus = (inner: string): string =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${inner}</d:multistatus>`
const response = (href: string, properties: string): string =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`
const calendar = (path: string): string =>
  response(path, '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>Stand-in</d:displayname>')
const home = (addresses: readonly string[]): string =>
  response(
    '/home/',
    `<c:calendar-home-set><d:href>/home/</d:href></c:calendar-home-set>
    <c:calendar-user-address-set>${addresses.map((address) => `<d:href>${address}</d:href>`).join('')}</c:calendar-user-address-set>`,
  )

/**
 * As much of a CalDAV server as it takes to connect, read and write, where none is installed. It lists everything each
 * time.
 */
export const aDavStandIn = async ({ host = '127.0.0.1', calendars = ['/calendar/'] } = {}): Promise<DavStandIn> => {
  const items = new Map<string, Item>()
  const known = new Set<string>()
  let version = 0
  let step: Parameters<DavStandIn['intercept']>[0] = () => {}
  const standIn = {
    ...{
      url: '',
      username: 'host@stand-in.test',
      password: 'first password',
      requests: [] as string[],
      items,
      calendars,
    },
    addresses: [] as readonly string[],
    uidConflict: undefined as DavStandIn['uidConflict'],
    put: (path: string, text: string): void => {
      version += 1
      items.set(path, { text, etag: `"${version}"` })
    },
    intercept: (next: typeof step): void => {
      step = next
    },
  }

  const answer = ({ method, url = '', headers }: IncomingMessage, body: string, to: ServerResponse): void => {
    const expected = `Basic ${Buffer.from(`${standIn.username}:${standIn.password}`).toString('base64')}`
    const item = items.get(url)
    const isRefused =
      headers['if-none-match'] === '*'
        ? item !== undefined
        : headers['if-match'] !== undefined && headers['if-match'] !== item?.etag
    if (headers.authorization !== expected) to.writeHead(401).end()
    else if (method === 'PROPFIND')
      to.writeHead(207).end(
        multistatus(
          url !== '/home/'
            ? calendar(url)
            : headers.depth === '0'
              ? home(standIn.addresses)
              : calendars.map(calendar).join(''),
        ),
      )
    else if (method === 'REPORT') to.writeHead(207).end(multistatus(report(url, body)))
    else if (isRefused) to.writeHead(412).end()
    else if (method === 'PUT' && standIn.uidConflict && hasElsewhere(url, body))
      to.writeHead(standIn.uidConflict.status).end(standIn.uidConflict.body)
    else if (method === 'PUT') {
      standIn.put(url, body)
      to.writeHead(item ? 204 : 201, { etag: items.get(url)?.etag }).end()
    } else if (!item) to.writeHead(404).end()
    else if (method === 'GET') to.writeHead(200, { etag: item.etag }).end(item.text)
    else {
      items.delete(url)
      to.writeHead(204).end()
    }
  }
  const hasElsewhere = (url: string, body: string): boolean => {
    const uid = /^UID:\S+/m.exec(body)?.[0] ?? ''
    return [...items].some(([path, { text }]) => path !== url && text.includes(uid))
  }
  const report = (url: string, body: string): string => {
    for (const path of items.keys()) known.add(path)
    const gone = [...known].filter((path) => path.startsWith(url) && !items.has(path))
    const asked = body.includes('calendar-multiget')
      ? new Set([...body.matchAll(/<href>([^<]+)<\/href>/g)].map(([, href]) => href))
      : undefined
    const uid = /<c:text-match[^>]*>([^<]+)</.exec(body)?.[1]
    const listed = [...items]
      .filter(([, { text }]) => uid === undefined || text.includes(uid))
      .filter(([path]) => (asked ? asked.has(path) : path.startsWith(url)))
      .map(([path, { text, etag }]) =>
        body.includes('calendar-multiget')
          ? response(path, `<d:getetag>${etag}</d:getetag><c:calendar-data><![CDATA[${text}]]></c:calendar-data>`)
          : response(path, `<d:getetag>${etag}</d:getetag>`),
      )
    const tombstones = gone.map(
      (path) => `<d:response><d:href>${path}</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>`,
    )
    return `${listed.join('')}${tombstones.join('')}<d:sync-token>token:${version}</d:sync-token>`
  }

  const server = createServer(async (request, to) => {
    standIn.requests.push(`${request.method} ${request.url}`)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    await step(request, to)
    if (!to.headersSent) answer(request, Buffer.concat(chunks).toString(), to)
  })
  await new Promise<void>((done) => server.listen(0, host, done))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  standIn.url = `http://${host}:${(server.address() as AddressInfo).port}${calendars.length === 1 ? calendars[0] : '/home/'}`
  return standIn
}
