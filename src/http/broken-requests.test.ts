import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { answerBrokenRequest } from './broken-requests.ts'

/** What is written for an error of Node's parser. */
const answerTo = async (code: string, rawPacket?: Buffer): Promise<string> => {
  const socket = new PassThrough()
  await answerBrokenRequest(
    Object.assign(new Error('as Node says it'), { code, rawPacket }),
    socket as unknown as Socket,
  )
  return text(socket).catch(() => '')
}

const cases = [
  ['HPE_INVALID_METHOD', 400, 'Invalid Argument'],
  ['HPE_HEADER_OVERFLOW', 431, 'Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'Request Timeout'],
] as const

for (const [code, status, title] of cases) {
  test(`${status}: ${code}, in the usual shape, as long as it says`, async () => {
    const [head = '', body = ''] = (await answerTo(code)).split('\r\n\r\n')
    assert.ok(head.startsWith(`HTTP/1.1 ${status} ${title}\r\n`), head)
    assert.ok(head.includes(`Content-Length: ${Buffer.byteLength(body)}\r\n`), head)
    assert.equal(JSON.parse(body).title, title)
    assert.doesNotMatch(body, /as Node says it/)
  })
}

test('the head alone to somebody who asked for that', async () => {
  assert.match(
    await answerTo('HPE_HEADER_OVERFLOW', Buffer.from('HEAD /x HTTP/1.1\r\n')),
    /^HTTP\/1\.1 431 [^{]+\r\n\r\n$/,
  )
})

test('nothing to somebody who is gone', async () => assert.equal(await answerTo('ECONNRESET'), ''))
