import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { testApp } from '../../support/app.ts'

const app = await testApp({ settings: { OPENSLOT_RATE_LIMITS: 'on', OPENSLOT_RATE_LIMIT: '1' } })

const files = {
  'widget.js': 'text/javascript; charset=utf-8',
  'widget.css': 'text/css; charset=utf-8',
  'close-icon.svg': 'image/svg+xml',
}

describe('GET /assets/external', () => {
  for (const [name, type] of Object.entries(files)) {
    test(`200 ${name}: for any page, without a cookie, kept for an hour, and 304 when it is still the same`, async () => {
      const asked = (headers = {}) =>
        app.server.inject({ url: `/assets/external/${name}`, headers: { origin: 'https://shop.test', ...headers } })
      const answer = await asked()
      assert.equal(answer.statusCode, 200)
      const { headers } = answer
      assert.equal(headers['content-type'], type)
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['cache-control'], 'public, max-age=3600, stale-while-revalidate=86400')
      assert.equal(headers['set-cookie'], undefined)
      assert.equal(headers['content-encoding'], undefined)
      assert.equal(headers.vary, 'accept-encoding')

      const packed = await asked({ 'accept-encoding': 'br, gzip' })
      assert.equal(packed.headers['content-encoding'], 'gzip')
      assert.equal(gunzipSync(packed.rawPayload).toString(), answer.body)
      assert.equal((await asked({ 'accept-encoding': 'br, gzip;q=0' })).body, answer.body)

      for (const tag of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`]) {
        const same = await asked({ 'if-none-match': tag })
        assert.deepEqual([same.statusCode, same.body, same.headers.etag], [304, '', headers.etag])
      }
      assert.equal((await asked({ 'if-none-match': '"other"' })).statusCode, 200)
    })
  }

  test('a busy embedding site is never refused the script, and HEAD is as GET', async () => {
    for (let index = 0; index < 5; index += 1)
      assert.equal((await app.ask('GET /assets/external/widget.js')).status, 200)
    const head = await app.ask('HEAD /assets/external/widget.js')
    assert.deepEqual([head.status, head.text], [200, ''])
  })

  test('404: nothing else is there, by any path', async () => {
    for (const path of ['embed.js', 'main.js', '../external/widget', '..%2f..%2fpackage.json', 'widget.js.map', ''])
      assert.equal(
        (await app.ask(`GET /assets/external/${path}`, { from: `192.0.2.${path.length}` })).status,
        404,
        path,
      )
  })

  test('the script is small, and takes no string as code or as HTML', async () => {
    const { text } = await app.ask('GET /assets/external/widget.js')
    const { headers } = await app.server.inject({
      url: '/assets/external/widget.js',
      headers: { 'accept-encoding': 'gzip' },
    })
    assert.ok(Number(headers['content-length']) < 4096, `${headers['content-length']} bytes`)
    assert.doesNotMatch(
      text,
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|localStorage|document\.cookie/,
    )
  })
})
