import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { Metrics, serveMetrics } from '#http/metrics.ts'
import type { Database } from '#platform/db/database.ts'

const database = { pressure: () => ({ busy: 0, idle: 1, waiting: 0 }) } as unknown as Database
let server: Awaited<ReturnType<typeof serveMetrics>>

before(async () => {
  server = await serveMetrics(new Metrics(database), '127.0.0.1', 0)
})
after(() => void server.close())

const ask = (host: string): Promise<{ status: number | undefined; text: string }> =>
  new Promise((done, fail) => {
    const { port } = server.address() as AddressInfo
    request({ host: '127.0.0.1', port, path: '/metrics', headers: { host } }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => done({ status: response.statusCode, text }))
    })
      .on('error', fail)
      .end()
  })

describe('the port of metrics', () => {
  for (const host of ['127.0.0.1', '127.0.0.1:9464', 'localhost:9464', 'LOCALHOST', '[::1]:9464']) {
    test(`200: ${host} is this machine`, async () => {
      const { status, text } = await ask(host)
      assert.equal(status, 200)
      assert.match(text, /openslot_database_connections/)
    })
  }

  for (const host of [
    'evil.test',
    'evil.test:9464',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    '192.0.2.1',
    'localhost:9464@evil.test',
  ]) {
    test(`421: ${JSON.stringify(host)} is refused, whatever a name server says: a page in a browser cannot read it`, async () => {
      assert.deepEqual(await ask(host), { status: 421, text: '' })
    })
  }

  test('200: on an address that others reach, any name is good: containers have names of their own', async () => {
    const open = await serveMetrics(new Metrics(database), '0.0.0.0', 0)
    const { port } = open.address() as AddressInfo
    const status = await new Promise((done) =>
      request({ host: '127.0.0.1', port, path: '/metrics', headers: { host: 'openslot:9464' } }, (response) =>
        done(response.resume().statusCode),
      ).end(),
    )
    open.close()
    assert.equal(status, 200)
  })
})
