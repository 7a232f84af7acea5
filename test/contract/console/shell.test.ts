import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consolePages } from '#console/serve-console.ts'
import { ownPages } from '#pages/pages.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aGroup } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { inventoryOf } from '../../support/inventory.ts'
import { signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner, colleague, outsider } = await aCast(app)

/** Those with a session; a link that signs somebody in is for strangers. */
const addresses = Object.keys(consolePages).filter((address) => !address.endsWith(' /app/welcome/:code'))
/** An address with something in the place of its parameters. */
const pathOf = (address: string): string =>
  (address.split(' ')[1] ?? '').replaceAll(/:\w+/g, '0b1f6f0e-4f3a-4f5e-9d0a-6f1f8f6b7c11')

describe('the console', () => {
  test('a page runs only its own scripts and styles, by a nonce that is new each time; it is framed and cached nowhere', async () => {
    const visitor = await signedInAs(app, owner)
    const own = Object.keys(ownPages).flatMap((address) => (address.startsWith('GET ') ? [address.slice(4)] : []))
    assert.ok(own.length > 3)
    for (const path of own) {
      const { headers, text } = await visitor.get(path)
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none'; script-src 'nonce-[^']+'; style-src 'nonce-[^']+'; /,
        path,
      )
      assert.deepEqual([headers['cache-control'], headers['x-frame-options']], ['no-store', 'DENY'], path)
      assert.doesNotMatch(text, /\sstyle=|\son\w+="|<script(?![^>]*(?:nonce=|application\/json))/, path)
      for (const [, id = ''] of text.matchAll(/<(?:input|select)[^>]*\bid="([^"]+)"/g))
        if (id !== 'single-keys') assert.ok(text.includes(`<label for="${id}">`), id)
    }
    const first = await visitor.get('/app')
    assert.equal(first.status, 200)
    const nonce = /nonce="([^"]+)"/.exec(first.text)?.[1] ?? ''
    const policy = String(first.headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'; /)
    assert.ok(policy.includes(`script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; `))
    assert.ok(policy.endsWith("base-uri 'none'; form-action 'self'; frame-ancestors 'none'"))
    assert.doesNotMatch(policy, /unsafe/)
    assert.doesNotMatch(first.text, /\sstyle=|\son\w+="|<script(?![^>]*(?:nonce=|application\/json))/)
    assert.deepEqual(
      [
        first.headers['cache-control'],
        first.headers['x-frame-options'],
        first.headers['referrer-policy'],
        first.headers['access-control-allow-origin'],
      ],
      ['no-store', 'DENY', 'same-origin', undefined],
    )
    assert.notEqual(/nonce="([^"]+)"/.exec((await visitor.get('/app')).text)?.[1], nonce)
    for (const [, path = ''] of first.text.matchAll(/(?:href|src)="(\/app\/assets\/[^"]+)"/g)) {
      const asset = await visitor.get(path)
      assert.deepEqual([asset.status, asset.headers['cache-control']], [200, 'public, max-age=31536000, immutable'])
    }
  })

  test('who is not signed in is sent to sign in, and a script gets 401; a form without its token or from elsewhere is 403 and changes nothing', async () => {
    const [stranger, member] = [new Visitor(app), await signedInAs(app, owner)]
    const token = (await member.get('/account')).fields.form_token ?? ''
    const foreign = (await (await signedInAs(app, outsider)).get('/account')).fields.form_token ?? ''
    const [type, tag] = [await anEventType(app, owner, { active: true }), await aGroup(app, owner, 'Forged')]
    const before = await inventoryOf(app, owner.principal.organizationId)
    const fields = {
      name: 'Forged',
      active: 'false',
      email: 'forged@acme.test',
      role: 'admin',
      type: type.id,
      create_event_types: 'false',
    }
    for (const address of addresses) {
      const path = pathOf(address)
      if (address.startsWith('GET ')) {
        assert.match((await stranger.get(path)).location ?? '', /^\/login\?return_to=/, address)
        assert.equal((await stranger.get(path, { headers: { accept: 'application/json' } })).status, 401, address)
      } else {
        for (const id of [undefined, type.id, tag.id]) {
          const real = id === undefined ? path : (address.split(' ')[1] ?? '').replaceAll(/:\w+/g, id)
          for (const [forged, headers] of [
            [{}, {}],
            [{ form_token: foreign }, {}],
            [{ form_token: token }, { 'sec-fetch-site': 'cross-site' }],
            [{ form_token: token }, { origin: 'https://elsewhere.test' }],
          ] as const)
            assert.equal((await member.post(real, { ...fields, ...forged }, { headers })).status, 403, address)
        }
      }
    }
    assert.deepEqual(await inventoryOf(app, owner.principal.organizationId), before)
  })

  test('a form that is too old leads back to its page, and a script to the sign-in; from a page elsewhere it is 403', async () => {
    const member = await signedInAs(app, owner)
    const post = (referer: string, accept = 'text/html') =>
      member.post(
        '/app/organization/invitations',
        { form_token: 'old', email: 'late@acme.test' },
        { headers: { referer, accept } },
      )
    const page = 'http://127.0.0.1:3000/app/organization?a=b'
    const { status, location } = await post(page)
    assert.deepEqual(
      [status, location, (await post(page, 'application/json')).status],
      [303, '/app/organization?a=b&typed=', 401],
    )
    assert.match(
      (await member.get('/app/organization?a=b&typed=')).text,
      /This page was open for too long\. Submit the form again\./,
    )
    assert.equal(
      (await new Visitor(app).get('/app/organization?typed=')).location,
      '/login?return_to=%2Fapp%2Forganization%3Ftyped%3D',
    )
    for (const elsewhere of ['http://elsewhere.test/app/organization', 'http://127.0.0.1:3000/login', 'none'])
      assert.equal((await post(elsewhere)).status, 403)
    assert.doesNotMatch((await member.get('/app/organization')).text, /late@acme\.test/)
  })

  test('404: what belongs to another organization looks as if it did not exist', async () => {
    const visitor = await signedInAs(app, outsider)
    for (const address of addresses.filter(
      (one) => one.includes(':') && one.startsWith('GET ') && !one.includes('/calendars/'),
    )) {
      const { status, text } = await visitor.get(pathOf(address))
      assert.equal(status, 404, address)
      assert.ok(text.includes('href="/app/meetings"'), `the navigation leads on from ${address}`)
      // What is said of a change is said on the page of calendars.
      if (!address.includes('/integrations/'))
        assert.match(text, /belongs to an organization you’re not a member of/, address)
    }
  })

  test('it speaks the language that is asked for', async () => {
    const visitor = await signedInAs(app, owner)
    const { text } = await visitor.get('/app?locale=uk')
    assert.match(text, /<html lang="uk">/)
    assert.match(text, /Типи подій/)
  })

  test('the palette offers the screens and their parts, as data; what is for admins, to admins only', async () => {
    const visitor = await signedInAs(app, owner)
    const { items } = JSON.parse((await visitor.get('/app/palette', { headers: { accept: 'application/json' } })).text)
    assert.ok(items.some(({ href }: { href?: string }) => href === '/app'))
    const labels = [
      'Webhooks',
      'Create a token',
      'People',
      'Invite colleagues',
      'Two-factor authentication',
      'Change password',
      'Connected apps',
      'Language',
    ]
    const lacking = labels.filter(
      (label) =>
        !items.some((item: { label: string; href?: string }) => item.label === label && item.href !== undefined),
    )
    assert.deepEqual(lacking, [])
    const acts = [
      'New event type',
      'Book for someone',
      'Add a webhook',
      'Create a token',
      'Register an app',
      'New routing form',
      'Sign out',
    ]
    assert.deepEqual(
      acts.filter(
        (label) => !items.some((item: { label: string; group: string }) => item.label === label && item.group === 'do'),
      ),
      [],
    )
    const offered = await (await signedInAs(app, colleague)).get('/app/palette', {
      headers: { accept: 'application/json' },
    })
    assert.ok(offered.text.includes('New event type') && !offered.text.includes('New routing form'))
  })
})
