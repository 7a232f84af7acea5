import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '../../support/app.ts'

let app: TestApp
let port: number

before(async () => {
  app = await testApp()
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.server.address() as AddressInfo).port
})

after(() => app.server.close())

/** Everything that comes back until the other side closes. */
const exchange = (bytes: string): Promise<string> =>
  new Promise((done, fail) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.setTimeout(10_000, () => socket.destroy(new Error('The connection was not closed.')))
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', fail).on('close', () => done(received))
  })

/** One answer in the usual shape, with the headers that every answer has, and then the end. */
const assertRefused = (received: string, status: number, title: string): void => {
  const [head = '', body = '', ...more] = received.split('\r\n\r\n')
  assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `), received)
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) assert.match(head, new RegExp(`\r\n${name}: \\d+`), name)
  assert.match(head, /\r\nConnection: close/i)
  assert.equal(JSON.parse(body).title, title)
  assert.deepEqual(more, [])
}

describe('what never becomes a request', () => {
  test('431: headers of more than 16 KiB', async () => {
    assertRefused(await exchange(`GET /users/me HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`), 431, 'Request Header Fields Too Large')
  })

  const nonsense: readonly (readonly [what: string, bytes: string])[] = [
    ['no HTTP at all', '\x16\x03\x01 hello\r\n\r\n'],
    ['a header without a name', 'GET /users/me HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n'],
    ['a length that is no number', 'POST /organization_invitations HTTP/1.1\r\nHost: a\r\nContent-Length: ten\r\n\r\n'],
    [
      'a length and chunks, which two servers may read differently',
      'POST /users/me HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ]
  for (const [what, bytes] of nonsense) {
    test(`400: ${what}; what follows it is not looked at`, async () => {
      assertRefused(await exchange(`${bytes}GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n`), 400, 'Invalid Argument')
    })
  }
})
