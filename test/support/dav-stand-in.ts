import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export interface DavStandIn {
  /** Of its one calendar, which is empty. */
  readonly url: string
  readonly username: string
  password: string
  /** What was asked: `PUT /calendar/one.ics`. */
  readonly requests: string[]
}

const multistatus = (inner: string): string =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${inner}</d:multistatus>`
const calendar = `<d:response><d:href>/calendar/</d:href><d:propstat><d:prop><d:resourcetype><d:collection/><c:calendar/></d:resourcetype>
  <d:displayname>Stand-in</d:displayname></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`

/** As much of a CalDAV server as it takes to connect, where none is installed. */
export const aDavStandIn = async (): Promise<DavStandIn> => {
  const requests: string[] = []
  const standIn = { url: '', username: 'host@stand-in.test', password: 'first password', requests }
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const expected = `Basic ${Buffer.from(`${standIn.username}:${standIn.password}`).toString('base64')}`
    request.resume().on('end', () => {
      if (request.headers.authorization !== expected) response.writeHead(401).end()
      else if (request.method === 'PROPFIND') response.writeHead(207).end(multistatus(calendar))
      else if (request.method === 'REPORT') response.writeHead(207).end(multistatus('<d:sync-token>token:1</d:sync-token>'))
      else response.writeHead(request.method === 'PUT' ? 201 : 204, { etag: '"1"' }).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar/`
  return standIn
}
