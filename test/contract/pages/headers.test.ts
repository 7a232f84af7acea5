import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { authorizePages } from '#pages/authorize.ts'
import { homePages } from '#pages/home.tsx'
import { signInPages } from '#pages/pages.ts'
import { pageScript } from '#pages/style.ts'
import { anEmailLink, aPasswordLink } from '../../support/account-links.ts'
import { testApp } from '../../support/app.ts'
import { anApplication, authorizePath, pkce } from '../../support/application.ts'
import { aCast, anInvitation } from '../../support/cast.ts'
import { aMissingLink } from '../../support/conferences.ts'
import { signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner } = await aCast(app)

/** Every page that is shown, and whether its address is a secret. */
const shown: Readonly<Record<string, readonly [path: string, isCapability: boolean]>> = {
  'GET /': ['/', false],
  'GET /login': ['/login', false],
  'GET /login/code': ['/login/code', false],
  'GET /login/with/:provider': ['/login/with/company', false],
  'GET /login/with/:provider/callback': ['/login/with/company/callback', false],
  'GET /password': ['/password', false],
  'GET /password/:code': [await aPasswordLink(app, owner.email), true],
  'GET /email/:code': [await anEmailLink(app, owner, 'elsewhere@acme.test'), true],
  'GET /invitations/:code': [`/invitations/${(await anInvitation(app, owner)).code}`, true],
  'GET /meeting_links/:code': [await aMissingLink(app, owner), true],
  'GET /oauth/authorize': [authorizePath(await anApplication(app, owner), pkce()), true],
}

/** Without the scripts of ours: the one of the page, and those of the console. */
const withoutOwnScript = (text: string): string =>
  text
    .replace(`<script type="module">${pageScript()}</script>`, '')
    .replaceAll(/<script (?:nonce="[^"]+" src="\/app\/assets\/|type="application\/json" id="console-texts")[^>]*>/g, '')

describe('the headers of pages (G2)', () => {
  test('every page is covered here', () => {
    assert.deepEqual(
      Object.keys(shown).sort(),
      Object.keys({
        ...homePages(undefined),
        ...signInPages,
        ...authorizePages({ api: '', auth: '', mcp: '', site: '' }),
      })
        .filter((address) => address.startsWith('GET '))
        .sort(),
    )
  })

  for (const [address, [path, isCapability]] of Object.entries(shown)) {
    test(`${address}: one style and one script of ours, no framing, no caching${isCapability ? ', in no referrer and no index' : ''}`, async () => {
      const visitor = /login|:code|GET \/$/.test(address) ? new Visitor(app) : await signedInAs(app, owner)
      const { headers, text, status } = await visitor.get(path)
      assert.equal(status, address === 'GET /login/code' ? 303 : address.includes(':provider') ? 404 : 200)
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['access-control-allow-origin'], undefined)
      assert.ok(headers['x-request-id'])
      if (status === 303) return
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(headers['x-frame-options'], 'DENY')
      assert.equal(headers['referrer-policy'], isCapability ? 'no-referrer' : 'same-origin')
      assert.equal(headers['x-robots-tag'], isCapability ? 'noindex, nofollow' : undefined)
      const hashOf = (element: RegExp): string =>
        createHash('sha256')
          .update(element.exec(text)?.[1] ?? '')
          .digest('base64')
      const [style, script] = [hashOf(/<style>(.*?)<\/style>/s), hashOf(/<script type="module">(.*?)<\/script>/s)]
      assert.equal(
        headers['content-security-policy'],
        `default-src 'none'; style-src 'sha256-${style}'; script-src 'sha256-${script}'; font-src 'self'; base-uri 'none'; form-action 'self'${address === 'GET /oauth/authorize' ? ' https://app.test' : ''}; frame-ancestors 'none'`,
      )
      assert.doesNotMatch(withoutOwnScript(text), /<script|\sstyle=|\son\w+=|(?:src|href|action)="(?:https?:)?\/\//)
      assert.match(text, /<html lang="en">/)
      assert.match(text, /<title>[^<]+ · Openslot<\/title>/)
      // Every field has a label, every button a word.
      for (const [, id = ''] of text.matchAll(/<(?:input|select)[^>]*\bid="([^"]+)"/g))
        assert.ok(text.includes(`<label for="${id}">`), id)
      assert.doesNotMatch(text, /<button[^>]*><\/button>/)
    })
  }

  test('refusals have them too; for a program they are in the shape of the API', async () => {
    for (const path of ['/password/nonsense', '/email/nonsense', '/invitations/nonsense']) {
      const page = await new Visitor(app).get(path)
      assert.equal(page.status, 404)
      assert.equal(page.headers['x-frame-options'], 'DENY')
      assert.equal(page.headers['referrer-policy'], 'no-referrer')
      assert.match(page.text, /<h1>This (link|invitation) is no longer valid<\/h1>/)
      const asProgram = await app.ask(`GET ${path}`, { headers: { accept: 'application/json' } })
      assert.deepEqual([asProgram.status, asProgram.body.title], [404, 'Resource Not Found'])
    }
    const forged = await new Visitor(app).post('/login', {})
    assert.deepEqual([forged.status, forged.headers['x-frame-options']], [403, 'DENY'])
    assert.match(forged.text, /<h1>We couldn’t do that<\/h1>/)
  })

  test('what a person typed is text on the page, and nothing else (G1)', async () => {
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    const visitor = await signedInAs(app, owner)
    await visitor.submit('/account/profile', { name: hostile }, { page: '/account' })
    const made = await visitor.submit('/account/tokens', { name: hostile, scope: 'users:read' })
    for (const { text } of [
      made,
      await visitor.get('/account'),
      await visitor.get('/account/tokens'),
      await new Visitor(app).signIn(hostile, 'x'),
      await new Visitor(app).get(`/invitations/${(await anInvitation(app, owner)).code}`),
      await new Visitor(app).get(`/login?${new URLSearchParams({ return_to: `/${hostile}`, note: hostile })}`),
    ])
      assert.doesNotMatch(withoutOwnScript(text), /<script|<img/)
  })
})
