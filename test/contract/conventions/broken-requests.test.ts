import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '../../support/app.ts'
import { aCast } from '../../support/cast.ts'

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
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    assert.match(head, new RegExp(`\r\n${name}: \\d+`), name)
  assert.match(head, /\r\nConnection: close/i)
  assert.equal(JSON.parse(body).title, title)
  assert.deepEqual(more, [])
}

describe('what never becomes a request', () => {
  test('431: headers of more than 16 KiB', async () => {
    assertRefused(
      await exchange(`GET /users/me HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`),
      431,
      'Request Header Fields Too Large',
    )
  })

  const nonsense: readonly (readonly [what: string, bytes: string])[] = [
    ['no HTTP at all', '\x16\x03\x01 hello\r\n\r\n'],
    ['a header without a name', 'GET /users/me HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n'],
    ['a length that is no number', 'POST /organization_invitations HTTP/1.1\r\nHost: a\r\nContent-Length: ten\r\n\r\n'],
    [
      'a length and chunks, which two servers may read differently',
      'POST /users/me HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['two lengths', 'POST /users/me HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd'],
    ['an encoding nobody knows', 'POST /users/me HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n'],
    [
      'a header that goes on in the next line, with NUL',
      'GET /users/me HTTP/1.1\r\nHost: a\r\nX-Long: a\r\n b\x00\r\n\r\n',
    ],
    ['a control character in a header', 'GET /users/me HTTP/1.1\r\nHost: a\r\nX-A: b\x01\r\n\r\n'],
    ['no host', 'GET /users/me HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /users/me HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n'],
    ['the same host twice', 'GET /users/me HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n'],
    [
      'two authorizations',
      'GET /users/me HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n',
    ],
    [
      'two authorizations where nothing is',
      'GET /nowhere/at/all HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer a\r\n\r\n',
    ],
  ]
  for (const [what, bytes] of nonsense) {
    test(`400: ${what}; what follows it is ignored`, async () => {
      assertRefused(await exchange(`${bytes}GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n`), 400, 'Invalid Argument')
    })
  }

  test('400 invalid_request: two authorizations at the token endpoint', async () => {
    const received = await exchange(
      'POST /oauth/token HTTP/1.1\r\nHost: a\r\nAuthorization: Basic YTpi\r\nAuthorization: Basic YTpj\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 0\r\n\r\n',
    )
    assert.match(received, /^HTTP\/1\.1 400 /)
    assert.deepEqual(JSON.parse(received.split('\r\n\r\n')[1] ?? ''), {
      error: 'invalid_request',
      error_description: 'authorization was sent more than once.',
    })
  })

  test('400: two authorizations at the MCP server', async () => {
    const two = 'Authorization: Bearer a\r\nAuthorization: Bearer a\r\n'
    assert.match(await exchange(`POST /mcp HTTP/1.1\r\nHost: a\r\n${two}Content-Length: 0\r\n\r\n`), /^HTTP\/1\.1 400 /)
  })

  test('413: chunks without end are cut off soon after the limit, and what is sent further is not read', async () => {
    const { owner } = await aCast(app)
    let sent = 0
    const received = await new Promise<string>((done) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST /organization_invitations HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${owner.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
        )
        const timer = setInterval(() => {
          if (socket.destroyed || sent > 50_000_000) return clearInterval(timer)
          sent += 16_384
          socket.write(`4000\r\n${'x'.repeat(16_384)}\r\n`)
        }, 1)
        socket.on('close', () => clearInterval(timer))
      })
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('error', () => {}).on('close', () => done(text))
    })
    assert.match(received, /^HTTP\/1\.1 413 /)
    assert.ok(sent < 5_000_000, `${sent} bytes were taken`)
  })
})
