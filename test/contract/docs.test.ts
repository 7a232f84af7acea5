import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { transformSync } from 'esbuild'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { problemKinds } from '#contract/problem.ts'
import { entriesOf, Operation } from '#docs-pages/operation-view.tsx'
import { requestExamples } from '#docs-pages/request-examples.ts'
import type { ApiDocument } from '#http/openapi.ts'
import { webhookEvents } from '#webhooks/index.ts'
import { notFound } from '../support/answers.ts'
import { operationsIn } from '../support/api-document.ts'
import { type Answer, type TestApp, testApp } from '../support/app.ts'
import { aCast } from '../support/cast.ts'
import { inventoryOf } from '../support/inventory.ts'
import { turnOnSecondFactor } from '../support/second-factors.ts'
import { rightPassword, signedInAs, Visitor } from '../support/visitor.ts'

let app: TestApp
let document: ApiDocument
/** Every page that a reader can get to from the first, by its address. */
const pages = new Map<string, Answer>()

const linksIn = (text: string): string[] => [...text.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link)
const idsIn = (text: string): string[] => [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id)

before(async () => {
  app = await testApp()
  document = (await app.ask('GET /openapi.json')).body
  const open = ['/docs']
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (pages.has(path)) continue
    const answer = await app.ask(`GET ${path}`)
    pages.set(path, answer)
    open.push(...linksIn(answer.text).flatMap((link) => (link.startsWith('/docs') ? [link.split('#')[0] ?? ''] : [])))
  }
})

describe('the documentation at /docs', () => {
  test('200: pages for everyone, with the headers of every answer, and one style and one script by their hashes', () => {
    assert.ok(pages.size > 25, `only ${pages.size} pages`)
    for (const [path, { status, headers, text }] of pages) {
      assert.equal(status, 200, path)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
        assert.ok(headers[name], name)
      const hashOf = (pattern: RegExp): string =>
        createHash('sha256')
          .update(pattern.exec(text)?.[1] ?? '')
          .digest('base64')
      assert.equal(
        headers['content-security-policy'],
        `default-src 'none'; style-src 'sha256-${hashOf(/<style>([^<]+)<\/style>/)}'; script-src 'sha256-${hashOf(/<script type="module">([\s\S]+?)<\/script>/)}'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      assert.deepEqual(
        [headers['x-content-type-options'], headers['referrer-policy'], headers['x-frame-options']],
        ['nosniff', 'no-referrer', 'DENY'],
      )
      const markup = text.replace(/<style>[^<]+<\/style>|<script type="module">[\s\S]+?<\/script>/g, '')
      assert.doesNotMatch(markup, /<(script|style|link|img|iframe|object|embed|form)\b/i)
      assert.doesNotMatch(markup, /<[^>]*\s(style|src|srcset|on\w+)=/i)
    }
  })

  test('every link leads to a page and a heading that are there, every tag is closed, and no id is there twice', () => {
    for (const [path, { text }] of pages) {
      const ids = idsIn(text)
      assert.equal(new Set(ids).size, ids.length, path)
      for (const link of linksIn(text)) {
        if (/^https?:/.test(link) || link === '/openapi.json') continue
        const [target = '', anchor] = link.split('#')
        const there = pages.get(target === '' ? path : target)
        assert.ok(there && (anchor === undefined || idsIn(there.text).includes(anchor)), `${path} links to ${link}`)
      }
      const open: string[] = []
      const markup = text.replace(/<style>[^<]+<\/style>|<script type="module">[\s\S]+?<\/script>/g, '')
      for (const [, slash, name = ''] of markup.matchAll(/<(\/?)([a-z]\w*)[^>]*>/g)) {
        if (['meta', 'br'].includes(name)) continue
        if (slash) assert.equal(open.pop(), name, path)
        else open.push(name)
      }
      assert.deepEqual(open, [], path)
    }
  })

  test('every operation, resource, scope, error and webhook message has its place', () => {
    const reference = [...pages]
      .filter(([path]) => path.startsWith('/docs/reference/'))
      .map(([, { text }]) => text)
      .join('')
    for (const { operation, path } of operationsIn(document))
      assert.ok(
        idsIn(reference).includes(operation.operationId) && reference.includes(`<code>${path}</code>`),
        operation.operationId,
      )
    const idsAt = (path: string): string[] => idsIn(pages.get(path)?.text ?? '')
    for (const name of Object.keys(document.components.schemas))
      assert.ok(idsAt('/docs/resources').includes(name), name)
    for (const { code } of problemKinds) assert.ok(idsAt('/docs/errors').includes(code), code)
    for (const event of webhookEvents)
      assert.ok(pages.get('/docs/webhooks')?.text.includes(`<i>&quot;${event}&quot;</i>`), event)
    for (const scope of new Set(operationsIn(document).flatMap(({ operation }) => operation['x-required-scopes'])))
      assert.ok(pages.get('/docs/scopes')?.text.includes(`<li><code>${scope}</code>`), scope)
  })

  test('every example is right in its language', () => {
    const all = entriesOf(document).map((entry) => requestExamples(entry, document))
    assert.ok(all.length > 50, `only ${all.length} operations`)
    const inPython = all.flatMap((one) => one.filter(({ language }) => language === 'Python').map(({ code }) => code))
    const parse = 'import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)'
    execFileSync('python3', ['-c', parse], { input: JSON.stringify(inPython) })
    for (const { code } of all.flatMap((one) => one.filter(({ language }) => language === 'TypeScript')))
      transformSync(code, { loader: 'ts', format: 'esm' })
    const inShell = all.flatMap((one) => one.filter(({ language }) => language === 'curl').map(({ code }) => code))
    execFileSync('bash', ['-n'], { input: inShell.join('\n') })
  })

  test('the index of the search leads to pages that are there', async () => {
    const path = /data-index="([^"]+)"/.exec(pages.get('/docs')?.text ?? '')?.[1] ?? ''
    const { status, body, headers } = await app.ask(`GET ${path}`)
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.ok(body.length > 150, `only ${body.length} entries`)
    for (const [title, , target] of body) {
      const [page = '', anchor] = target.split('#')
      const there = pages.get(page)
      assert.ok(there && (anchor === undefined || idsIn(there.text).includes(anchor)), `${title}: ${target}`)
    }
  })

  test('text is escaped everywhere', () => {
    const hostile = `"'><script>alert(1)</script>&amp;`
    const spoiled = JSON.parse(JSON.stringify(document), (name, value: unknown) =>
      typeof value === 'string' && !['$ref', 'in', 'operationId', 'x-alias-of', 'url'].includes(name)
        ? `${value}${hostile}`
        : value,
    ) as ApiDocument
    const rendered = entriesOf(spoiled)
      .map((entry) => renderToString(h(Operation, { entry, document: spoiled })))
      .join('')
    assert.doesNotMatch(rendered, /<script/)
    assert.ok(!rendered.includes(hostile))
    assert.ok(rendered.split('&lt;script>alert(1)').length > 100)
  })

  test('who is signed in gets a token for an hour, with their rights and the name of where it was made; the pages are the same for everyone', async () => {
    const { colleague } = await aCast(app)
    const visitor = await signedInAs(app, colleague)
    const asked = await visitor.get('/docs/trial')
    assert.deepEqual(
      [asked.headers['cache-control'], asked.headers['access-control-allow-origin']],
      ['no-store', undefined],
    )
    const { email, form_token } = JSON.parse(asked.text)
    assert.equal(email, colleague.email)
    const made = await visitor.post('/docs/trial', { form_token })
    assert.deepEqual(
      [made.status, made.headers['cache-control'], made.headers['access-control-allow-origin']],
      [200, 'no-store', undefined],
    )
    const { token } = JSON.parse(made.text)
    assert.equal((await app.ask('GET /users/me', { token })).body.resource.email, colleague.email)
    assert.equal(
      (await app.ask(`GET /organization_invitations?organization=${colleague.principal.organizationId}`, { token }))
        .status,
      403,
    )
    const listed = (await visitor.get('/account/tokens')).text
    assert.match(listed, /API reference: Try it.*expires .*Full access/s)
    const own = /API reference: Try it[\s\S]*?name="token" value="([^"]+)"/.exec(listed)?.[1] ?? ''
    await visitor.submit('/account/tokens/revoke', { token: own }, { page: '/account/tokens' })
    assert.equal((await app.ask('GET /users/me', { token })).status, 401)
    for (const path of ['/docs', '/docs/reference/users']) {
      const { text, headers } = await visitor.get(path)
      assert.equal(text, pages.get(path)?.text)
      assert.deepEqual(
        [headers['set-cookie'], headers['cache-control'], headers.vary],
        [undefined, 'public, max-age=300', 'accept-encoding'],
      )
    }
  })

  test('401: who is not signed in gets no token, nor who was signed out or lacks the second factor', async () => {
    const { colleague, admin } = await aCast(app)
    const tokenFor = async (visitor: Visitor): Promise<number> => {
      assert.deepEqual(JSON.parse((await visitor.get('/docs/trial')).text), {})
      const { form_token = '' } = (await visitor.get('/password')).fields
      return (await visitor.post('/docs/trial', { form_token }, { headers: { accept: 'application/json' } })).status
    }
    const out = await signedInAs(app, colleague)
    await out.submit('/logout', {}, { page: '/account' })
    await turnOnSecondFactor(app, await signedInAs(app, admin))
    const halfway = new Visitor(app)
    await halfway.signIn(admin.email, rightPassword)
    const before = await inventoryOf(app, admin.principal.organizationId)
    for (const visitor of [new Visitor(app), out, halfway]) assert.equal(await tokenFor(visitor), 401)
    assert.deepEqual(await inventoryOf(app, admin.principal.organizationId), before)
  })

  test('404: another page of it does not exist', async () => {
    for (const path of ['/docs/nothing', '/docs/guides/nothing', '/docs/index-0.json', '/docs/guides/..%2fREADME'])
      assert.equal((await app.ask(`GET ${path}`)).status, 404, path)
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
    assert.match(
      String(lost.headers['content-security-policy']),
      /^default-src 'none'; script-src 'nonce-[^']+'; .*frame-ancestors \*$/,
    )
    for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
      assert.ok(lost.headers[name], name)
    assert.doesNotMatch(lost.text, /<script>|nowhere/)
  })

  test('404: a resource that is not found is answered in JSON, to browsers too', async () => {
    const { owner } = await aCast(app)
    const { status, body } = await app.ask('GET /groups/none', { token: owner.token, headers: browser })
    assert.deepEqual({ status, body }, { status: 404, body: notFound })
  })
})
