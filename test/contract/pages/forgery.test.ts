// seconds: 8
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { listIdentities } from '#accounts/index.ts'
import { insertIdentity } from '#accounts/store/identities.ts'
import { codeAt, stepAt } from '#accounts/totp.ts'
import { trialPages } from '#docs-pages/trial-pages.ts'
import { authorizePages } from '#pages/authorize.ts'
import { ownPages, signInPages } from '#pages/pages.ts'
import { anEmailLink, aPasswordLink } from '../../support/account-links.ts'
import { testApp } from '../../support/app.ts'
import { anApplication, authorizePath, pkce, tokensOf } from '../../support/application.ts'
import { aFounder, aMember, anInvitation, type Person } from '../../support/cast.ts'
import { aMissingLink } from '../../support/conferences.ts'
import { inventoryOf } from '../../support/inventory.ts'
import { png } from '../../support/pictures.ts'
import { type Authenticator, turnOnSecondFactor } from '../../support/second-factors.ts'
import { rightPassword, signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()

/** Somebody for whom each form would do something, in an organization of their own. */
interface Scene {
  readonly owner: Person
  readonly visitor: Visitor
  readonly organizationId: string
}

interface Form {
  /** The address of the form, and what is filled in; one scene per attempt. */
  readonly prepare: (
    scene: Scene,
  ) => Promise<{ readonly path: string; readonly fields: Readonly<Record<string, string>>; readonly visitor?: Visitor }>
  readonly status?: number
}

const at = (path: string, fields: Readonly<Record<string, string>> = {}, status = 303): Form => ({
  prepare: async () => ({ path, fields }),
  status,
})

const factor = '/account/second-factor'
const guarded = (scene: Scene): Promise<Authenticator> => turnOnSecondFactor(app, scene.visitor)

/** Every form that changes something, by its address. */
const forms: Readonly<Record<string, Form>> = {
  'POST /login': {
    prepare: async ({ owner }) => ({
      path: '/login',
      fields: { email: owner.email, password: rightPassword },
      visitor: new Visitor(app),
    }),
  },
  'POST /login/code': {
    prepare: async (scene) => {
      const { code } = await guarded(scene)
      const visitor = new Visitor(app)
      await visitor.signIn(scene.owner.email, rightPassword)
      return { path: '/login/code', fields: { code: code() }, visitor }
    },
  },
  'POST /logout': at('/logout'),
  'POST /password': {
    prepare: async ({ owner }) => ({ path: '/password', fields: { email: owner.email } }),
    status: 200,
  },
  'POST /password/:code': {
    prepare: async ({ owner }) => ({
      path: await aPasswordLink(app, owner.email),
      fields: { password: 'another quiet harbour' },
    }),
  },
  'POST /email/:code': {
    prepare: async ({ owner }) => ({ path: await anEmailLink(app, owner, `new.${owner.email}`), fields: {} }),
  },
  'POST /invitations/:code/accept': {
    prepare: async (scene) => {
      const guest = await aFounder(app)
      const { code } = await anInvitation(app, scene.owner, guest.email)
      return { path: `/invitations/${code}/accept`, fields: {}, visitor: await signedInAs(app, guest) }
    },
  },
  'POST /invitations/:code/decline': {
    prepare: async ({ owner }) => ({
      path: `/invitations/${(await anInvitation(app, owner)).code}/decline`,
      fields: {},
    }),
    status: 200,
  },
  'POST /meeting_links/:code': {
    prepare: async ({ owner }) => ({
      path: await aMissingLink(app, owner),
      fields: { url: 'https://meet.test/room' },
    }),
    status: 200,
  },
  'POST /meeting_links/:code/again': {
    prepare: async ({ owner }) => ({ path: `${await aMissingLink(app, owner)}/again`, fields: {} }),
    status: 200,
  },
  'POST /account/mails': at('/account/mails', { wanted: 'booked' }),
  'POST /account/avatar': at('/account/avatar', { avatar: png.toString('base64') }),
  'POST /account/profile': at('/account/profile', { name: 'Another Name' }),
  'POST /account/email': {
    prepare: async ({ owner }) => ({
      path: '/account/email',
      fields: { email: `new.${owner.email}`, email_password: rightPassword },
    }),
  },
  'POST /account/password': at('/account/password', {
    current_password: rightPassword,
    password: 'another quiet harbour',
  }),
  'POST /account/sessions/end': {
    prepare: async ({ owner, visitor }) => {
      await signedInAs(app, owner)
      const session = /name="session" value="([^"]+)"/.exec((await visitor.get('/account')).text)?.[1] ?? ''
      return { path: '/account/sessions/end', fields: { session } }
    },
  },
  'POST /account/sessions/end-others': {
    prepare: async ({ owner }) => {
      await signedInAs(app, owner)
      return { path: '/account/sessions/end-others', fields: {} }
    },
  },
  'POST /account/identities/remove': {
    prepare: async ({ owner, organizationId }) => {
      const identity = randomUUID()
      await app.context.database.write((tx) =>
        insertIdentity(tx, organizationId, owner.id, { issuer: 'https://id.acme.test', subject: identity }, new Date()),
      )
      const [found] = await app.run(listIdentities, owner.principal)
      return { path: '/account/identities/remove', fields: { identity: found.uuid } }
    },
  },
  'POST /account/second-factor/begin': at(`${factor}/begin`, { current_password: rightPassword }),
  'POST /account/second-factor/confirm': {
    prepare: async (scene) => {
      await scene.visitor.submit(`${factor}/begin`, { current_password: rightPassword }, { page: factor })
      const secret = (/<code class="secret">([^<]+)</.exec((await scene.visitor.get(factor)).text)?.[1] ?? '')
        .replaceAll(' ', '')
        .toUpperCase()
      return { path: `${factor}/confirm`, fields: { code: codeAt(secret, stepAt(app.clock.now())) } }
    },
    status: 200,
  },
  'POST /account/second-factor/cancel': {
    prepare: async ({ visitor }) => {
      await visitor.submit(`${factor}/begin`, { current_password: rightPassword }, { page: factor })
      return { path: `${factor}/cancel`, fields: {} }
    },
  },
  'POST /account/second-factor/recovery-codes': {
    prepare: async (scene) => {
      await guarded(scene)
      return { path: `${factor}/recovery-codes`, fields: { current_password: rightPassword } }
    },
    status: 200,
  },
  'POST /account/second-factor/remove': {
    prepare: async (scene) => {
      await guarded(scene)
      return { path: `${factor}/remove`, fields: { current_password: rightPassword } }
    },
  },
  'POST /account/apps': {
    prepare: async ({ owner }) => {
      const application = await anApplication(app, owner)
      await tokensOf(app, owner, application)
      return { path: '/account/apps', fields: { client_id: application.clientId } }
    },
  },
  'POST /oauth/authorize': {
    prepare: async ({ owner }) => {
      const request = authorizePath(await anApplication(app, owner), pkce()).split('?')[1] ?? ''
      return { path: '/oauth/authorize', fields: { request, decision: 'allow', scope: 'users:read' } }
    },
    status: 302,
  },
  'POST /docs/trial': at('/docs/trial', {}, 200),
  'POST /account/tokens': at('/account/tokens', { name: 'Mine', scope: 'users:read' }, 200),
  'POST /account/tokens/revoke': {
    prepare: async ({ visitor }) => {
      const token = /name="token" value="([^"]+)"/.exec((await visitor.get('/account/tokens')).text)?.[1] ?? ''
      return { path: '/account/tokens/revoke', fields: { token } }
    },
  },
}

/** Rows of the organization and of its people, and their sessions. */
const stateOf = async ({ organizationId, owner }: Scene) => ({
  rows: await inventoryOf(app, organizationId),
  sessions: await app.context.database.reader
    .selectFrom('sessions')
    .select(['id', 'user_id', 'awaits_code'])
    .where('user_id', '=', owner.id)
    .orderBy('id')
    .execute(),
})

const setScene = async (): Promise<Scene> => {
  const owner = await aFounder(app)
  await aMember(app, owner)
  return { owner, organizationId: owner.principal.organizationId, visitor: await signedInAs(app, owner) }
}

/** It changes a cookie, and nothing that is stored. */
const ofThisBrowser = 'POST /account/theme'

/** What it changes is changed when the browser comes back from the provider. */
const leadingAway = 'POST /account/identities/link'

describe('forms made for another browser (G3, CSRF)', () => {
  test('every page that takes a form is tried here', () => {
    const pages = {
      ...signInPages,
      ...ownPages,
      ...authorizePages({ api: '', auth: '', mcp: '', site: '' }),
      ...trialPages,
    }
    const posts = Object.keys(pages).filter((address) => address.startsWith('POST '))
    assert.ok(posts.length > 15)
    assert.deepEqual([...Object.keys(forms), ofThisBrowser, leadingAway].sort(), posts.sort())
  })

  test(`${leadingAway}: another site leads nobody to a provider`, async () => {
    const { visitor } = await setScene()
    const form_token = (await visitor.get('/account')).fields.form_token ?? ''
    const path = '/account/identities/link'
    for (const answer of [
      await visitor.post(path, {}),
      await visitor.post(path, { form_token }, { headers: { 'sec-fetch-site': 'cross-site' } }),
      await visitor.post(path, { form_token: (await new Visitor(app).get('/login')).fields.form_token ?? '' }),
    ])
      assert.equal(answer.status, 403)
    // There is no provider to lead to.
    assert.equal((await visitor.post(path, { form_token })).status, 404)
  })

  test(`${ofThisBrowser}: another site sets no cookie`, async () => {
    const { visitor } = await setScene()
    const form_token = (await visitor.get('/account')).fields.form_token ?? ''
    const forged = [
      await visitor.post('/account/theme', { theme: 'dark' }),
      await visitor.post(
        '/account/theme',
        { theme: 'dark', form_token },
        { headers: { 'sec-fetch-site': 'cross-site' } },
      ),
    ]
    for (const { headers } of forged) assert.doesNotMatch(String(headers['set-cookie']), /theme/)
  })

  for (const [address, { prepare, status = 303 }] of Object.entries(forms)) {
    test(`${address}: without our token, with another browser's, from another site, by GET or HEAD or as JSON: nothing happens. As it should be: it does`, async () => {
      const scene = await setScene()
      const { path, fields, visitor = scene.visitor } = await prepare(scene)
      const own =
        (await visitor.get('/login/code')).fields.form_token ?? (await visitor.get('/password')).fields.form_token ?? ''
      const others = (await new Visitor(app).get('/login')).fields.form_token ?? ''
      const before = await stateOf(scene)
      const withToken = { ...fields, form_token: own }
      const query = new URLSearchParams(withToken)

      const refused: readonly (readonly [string, () => Promise<{ status: number }>])[] = [
        ['no token', () => visitor.post(path, fields)],
        ['an empty token', () => visitor.post(path, { ...fields, form_token: '' })],
        ["another browser's token", () => visitor.post(path, { ...fields, form_token: others })],
        [
          'another origin',
          () =>
            visitor.post(path, withToken, {
              headers: { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
            }),
        ],
        ['another site', () => visitor.post(path, withToken, { headers: { 'sec-fetch-site': 'cross-site' } })],
        [
          'another host of the same site',
          () => visitor.post(path, withToken, { headers: { 'sec-fetch-site': 'same-site' } }),
        ],
        [
          'an origin that is hidden',
          () =>
            visitor.ask('POST', path, query.toString(), {
              headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
            }),
        ],
        [
          'text/plain',
          () => visitor.ask('POST', path, query.toString(), { headers: { 'content-type': 'text/plain' } }),
        ],
        [
          'JSON',
          () =>
            visitor.ask('POST', path, JSON.stringify(withToken), { headers: { 'content-type': 'application/json' } }),
        ],
        ['the token in the address', () => visitor.post(`${path}?${query}`, {})],
        ['no cookie', () => visitor.post(path, withToken, { headers: { cookie: 'a=b' } })],
      ]
      for (const [what, send] of refused) {
        const answer = await send()
        assert.ok(answer.status === 403 || answer.status === 415, `${what}: ${answer.status}`)
      }
      for (const method of ['GET', 'HEAD'] as const)
        assert.ok((await visitor.ask(method, `${path}?${query}`, undefined)).status < 500)
      assert.deepEqual(await stateOf(scene), before)

      const answer = await visitor.post(path, withToken)
      assert.equal(answer.status, status, answer.text)
      assert.notDeepEqual(await stateOf(scene), before, 'nothing happened although all was right')
    })
  }
})

describe('where a form may come from', () => {
  test('200: the addresses we are known by, and the one that was asked', async () => {
    const known = await testApp({
      settings: { OPENSLOT_BASE_URL: 'https://api.acme.test', OPENSLOT_SITE_URL: 'https://book.acme.test' },
    })
    const statusOf = async (headers: Record<string, string>): Promise<number> => {
      const visitor = new Visitor(known)
      const { fields } = await visitor.get('/login')
      const form = new URLSearchParams({ form_token: fields.form_token ?? '', email: '' })
      return (
        await visitor.ask('POST', '/password', form.toString(), {
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        })
      ).status
    }
    for (const headers of [
      { origin: 'https://book.acme.test' },
      { origin: 'https://api.acme.test', 'sec-fetch-site': 'same-origin' },
      { origin: 'https://inner.test:8080', host: 'inner.test:8080' },
      // Pages whose address is a secret hide their origin as well.
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      {},
    ] as Record<string, string>[])
      assert.equal(await statusOf(headers), 200, JSON.stringify(headers))
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'https://book.acme.test.evil.test' },
      { origin: 'null' },
      { origin: 'nonsense' },
      { origin: 'http://book.acme.test' },
      { 'sec-fetch-site': 'none' },
    ] as Record<string, string>[])
      assert.equal(await statusOf(headers), 403, JSON.stringify(headers))
  })
})
