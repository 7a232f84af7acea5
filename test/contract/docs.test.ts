import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, test } from 'node:test'
import type { ApiDocument } from '#http/openapi.ts'
import { renderReference } from '#http/reference-page.ts'
import { notFound } from '../support/answers.ts'
import { operationsIn } from '../support/api-document.ts'
import { type Answer, type TestApp, testApp } from '../support/app.ts'
import { aCast } from '../support/cast.ts'

let app: TestApp
let answer: Answer
let page: string
let document: ApiDocument

before(async () => {
  app = await testApp()
  answer = await app.ask('GET /docs')
  page = answer.text
  document = (await app.ask('GET /openapi.json')).body
})

describe('GET /docs', () => {
  test('200: a page for everyone, with the headers of every answer', () => {
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
    for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) assert.ok(answer.headers[name], name)
    assert.match(page, /^<!doctype html>/)
  })

  test('its policy lets nothing through but its own style', () => {
    const policy = String(answer.headers['content-security-policy'])
    const style = /<style>([^<]+)<\/style>/.exec(page)?.[1] ?? ''
    assert.equal(
      policy,
      `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
    assert.equal(answer.headers['referrer-policy'], 'no-referrer')
  })

  test('needs no other file, no script and no inline style', () => {
    assert.doesNotMatch(page, /<(script|link|img|iframe|object|embed|form)\b/i)
    assert.doesNotMatch(page, /\s(style|src|srcset|on\w+)=/i)
    assert.doesNotMatch(page, /url\(|@import/i)
    const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)
    assert.deepEqual(
      links.filter((link) => !link?.startsWith('#')),
      ['openapi.json'],
    )
  })

  test('every anchor has a target, and every operation, resource and scope has a section', () => {
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id ?? '')
    assert.equal(new Set(ids).size, ids.length)
    const links = [...page.matchAll(/href="#([^"]*)"/g)].map(([, link]) => link ?? '')
    assert.deepEqual(
      links.filter((link) => !ids.includes(link)),
      [],
    )
    for (const { operation, path } of operationsIn(document))
      assert.ok(ids.includes(operation.operationId) && page.includes(`<code>${path}</code>`), operation.operationId)
    for (const name of Object.keys(document.components.schemas)) assert.ok(ids.includes(name), name)
    for (const scope of new Set(operationsIn(document).flatMap(({ operation }) => operation['x-required-scopes'])))
      assert.ok(page.includes(`<li><code>${scope}</code>`), scope)
  })

  test('every tag is closed', () => {
    const open: string[] = []
    for (const [, slash, name = ''] of page.matchAll(/<(\/?)([a-z]\w*)[^>]*>/g)) {
      if (['meta'].includes(name)) continue
      if (slash) assert.equal(open.pop(), name)
      else open.push(name)
    }
    assert.deepEqual(open, [])
  })

  test('text is escaped everywhere', () => {
    const hostile = `"'><script>alert(1)</script>&amp;`
    const spoiled = JSON.parse(JSON.stringify(document), (name, value: unknown) =>
      typeof value === 'string' && !['$ref', 'in', 'operationId', 'x-alias-of'].includes(name) ? `${value}${hostile}` : value,
    ) as ApiDocument
    const rendered = renderReference(spoiled)
    assert.doesNotMatch(rendered, /<script/)
    assert.ok(!rendered.includes(hostile))
    assert.ok(rendered.split('&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;').length > 100)
  })
})

describe('an address that does not exist', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

  test('404: in JSON for programs', async () => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const { status, body } = await app.ask('GET /nowhere', { headers })
      assert.deepEqual({ status, body }, { status: 404, body: notFound })
    }
  })

  test('404: as a page for people, also in a frame, that repeats nothing of the address', async () => {
    const lost = await app.ask('GET /nowhere/to/be/found/<script>', { headers: browser })
    assert.equal(lost.status, 404)
    assert.equal(lost.headers['content-type'], 'text/html; charset=utf-8')
    assert.match(String(lost.headers['content-security-policy']), /^default-src 'none'; script-src 'nonce-[^']+'; .*frame-ancestors \*$/)
    for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) assert.ok(lost.headers[name], name)
    assert.doesNotMatch(lost.text, /<script>|nowhere/)
  })

  test('404: a resource that is not found is answered in JSON, to browsers too', async () => {
    const { owner } = await aCast(app)
    const { status, body } = await app.ask('GET /groups/none', { token: owner.token, headers: browser })
    assert.deepEqual({ status, body }, { status: 404, body: notFound })
  })
})
