// seconds: 8
// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { deleteHeardLogouts } from '#accounts/index.ts'
import { removeOrganizationMember } from '#organizations/index.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { aCast, aMember, anInvitation, type Person } from '../../support/cast.ts'
import { mailApp, recipientOf } from '../../support/mail.ts'
import { type Lies, openidProvider, type PersonClaims } from '../../support/openid-provider.ts'
import { type Shown, signedInAs, Visitor } from '../../support/visitor.ts'

const provider = await openidProvider()
after(() => provider.close())

const { organizationId, owner, admin, outsider } = await aCast(await testApp())

/** Tokens have times, and the provider has the clock of the machine. */
const onTime = (made: TestApp): TestApp => {
  made.clock.advance(Date.now() - made.clock.now().getTime())
  return made
}

const anApp = async (more: Readonly<Record<string, string>> = {}): Promise<TestApp> => {
  const made = await testApp({
    settings: provider.settings({
      OPENSLOT_OIDC_ORGANIZATION: organizationId,
      OPENSLOT_OIDC_DOMAINS: 'acme.test',
      ...more,
    }),
  })
  return onTime(made)
}

const app = await anApp()
const start = '/login/with/company'

const aPerson = (more: Readonly<Record<string, unknown>> = {}): PersonClaims & { readonly email: string } => {
  const tag = randomUUID().slice(0, 8)
  return { sub: `sub ${tag}`, email: `new.${tag}@acme.test`, email_verified: true, name: `New ${tag}`, ...more }
}

/** The person at the provider has that address. */
const claimsOf = ({ email, name }: Pick<Person, 'email' | 'name'>, more = {}): PersonClaims => ({
  ...aPerson(),
  email,
  name,
  ...more,
})

interface Attempt {
  readonly on?: TestApp
  readonly visitor?: Visitor
  readonly lies?: Lies
  /** What becomes of the address that the provider sends the browser back to. */
  readonly changed?: (back: string) => string
}

const signIn = async (
  claims: PersonClaims,
  { on = app, visitor = new Visitor(on), lies, changed = (back) => back }: Attempt = {},
): Promise<Shown> => {
  onTime(on)
  const sent = await visitor.get(start)
  assert.equal(sent.status, 302, codeOf(sent))
  return visitor.get(changed(provider.authorize(sent.location ?? '', claims, lies)))
}

const codeOf = ({ text }: Shown): string | undefined => /Code for your admin: (\w+)/.exec(text)?.[1]

/** The last entries of the organization's log about signing in. */
const refusals = async (): Promise<readonly { readonly code: string; readonly email?: string }[]> => {
  const { rows } = await app.context.database.write((tx) =>
    sql<{ code: string; email?: string }>`
      select subject ->> 'code' as code, subject ->> 'email' as email from facts
      where organization_id = ${organizationId}::uuid and name = 'organization.sign_in_refused'`.execute(tx),
  )
  return rows
}

/** The rule is on the page and in the log of the organization, and nobody is signed in. */
const refused = async (code: string, status: number, attempt: () => Promise<Shown>): Promise<void> => {
  const before = (await refusals()).length
  const shown = await attempt()
  assert.deepEqual([shown.status, codeOf(shown)], [status, code])
  const noted = (await refusals()).map((refusal) => refusal.code)
  assert.equal(noted.length, before + 1)
  assert.ok(noted.includes(code))
}

const emailOn = async (visitor: Visitor): Promise<string | undefined> =>
  /[\w.+-]+@acme\.test/.exec((await visitor.get('/account')).text)?.[0]

describe('signing in with the provider of a company', () => {
  test('the sign-in page offers it, and the provider is asked with PKCE, a state, and a nonce', async () => {
    const page = await new Visitor(app).get('/login?return_to=/account/tokens')
    assert.match(
      page.text,
      /href="\/login\/with\/company\?return_to=%2Faccount%2Ftokens"[^>]*>Continue with Example ID/,
    )
    const { location = '' } = await new Visitor(app).get(start)
    const { origin, pathname, searchParams } = new URL(location)
    assert.equal(origin + pathname, `${provider.issuer}/authorize`)
    assert.deepEqual(
      [searchParams.get('response_type'), searchParams.get('scope'), searchParams.get('code_challenge_method')],
      ['code', 'openid email profile', 'S256'],
    )
    assert.equal(searchParams.get('redirect_uri'), 'http://127.0.0.1:3000/login/with/company/callback')
    for (const name of ['state', 'nonce', 'code_challenge']) assert.ok((searchParams.get(name) ?? '').length > 20, name)
  })

  test('no provider is configured: no button, and a 404 that says so', async () => {
    const bare = await testApp()
    assert.doesNotMatch((await new Visitor(bare).get('/login')).text, /login\/with/)
    const shown = await new Visitor(bare).get(start)
    assert.deepEqual([shown.status, codeOf(shown)], [404, 'provider_unknown'])
  })

  test('somebody new becomes a member, with the first run before them; later they come to where they wanted', async () => {
    const claims = aPerson()
    const visitor = new Visitor(app)
    const first = await signIn(claims, { visitor })
    assert.deepEqual([first.status, first.location], [303, '/app/welcome/hours'])
    assert.equal(await emailOn(visitor), claims.email)
    const { body } = await app.ask('GET /organization_memberships', {
      token: owner.token,
      query: { organization: `/organizations/${organizationId}`, email: claims.email },
    })
    assert.deepEqual(
      body.collection.map(({ role, user }: { role: string; user: { name: string } }) => [role, user.name]),
      [['user', claims.name]],
    )

    const again = new Visitor(app)
    const { location } = await again.get(`${start}?return_to=/account/tokens`)
    const shown = await again.get(provider.authorize(location ?? '', claims))
    assert.deepEqual([shown.status, shown.location], [303, '/account/tokens'])
  })

  test('a member is found by the address at first, and by the subject ever after', async () => {
    const member = await aMember(app, owner)
    const claims = claimsOf(member)
    assert.equal((await signIn(claims)).status, 303)
    const visitor = new Visitor(app)
    const moved = await signIn({ ...claims, email: 'elsewhere@other.test', email_verified: false }, { visitor })
    assert.equal(moved.status, 303, codeOf(moved))
    assert.equal(await emailOn(visitor), member.email)
  })

  test('an invitation is accepted by it, where new members are not admitted otherwise', async () => {
    const closed = await anApp({ OPENSLOT_OIDC_NEW_MEMBERS: 'off' })
    const [invited, stranger] = [aPerson(), aPerson()]
    await anInvitation(app, owner, invited.email)
    assert.equal((await signIn(invited, { on: closed })).location, '/app/welcome/hours')
    await refused('not_invited', 403, () => signIn(stranger, { on: closed }))
  })

  test('an address that the provider does not verify is refused, unless the operator answers for it', async () => {
    const unverified = { email_verified: false }
    await refused('address_unverified', 403, () => signIn(aPerson(unverified)))
    await refused('address_unverified', 403, () => signIn(aPerson({ email_verified: undefined })))
    const trusting = await anApp({ OPENSLOT_OIDC_TRUST_EMAIL: 'on' })
    assert.equal((await signIn(aPerson(unverified), { on: trusting })).status, 303)
    assert.equal((await signIn(aPerson({ email_verified: undefined, xms_edov: true }))).status, 303)
  })

  test('an address of another domain, or none, is refused; the log says which', async () => {
    const email = `somebody.${randomUUID()}@evil.test`
    await refused('domain_unproven', 403, () => signIn(aPerson({ email })))
    assert.ok((await refusals()).some((refusal) => refusal.email === email))
    await refused('domain_unproven', 403, () => signIn(aPerson({ email: 'somebody@sub.acme.test' })))
    await refused('address_missing', 403, () => signIn(aPerson({ email: undefined })))
    await refused('address_missing', 403, () => signIn(aPerson({ email: 'no address' })))
  })

  test('a member whose account was linked hears of it by email, once', async () => {
    const mailing = await mailApp({
      settings: provider.settings({ OPENSLOT_OIDC_ORGANIZATION: organizationId, OPENSLOT_OIDC_DOMAINS: 'acme.test' }),
    })
    const member = await aMember(app, owner)
    const claims = claimsOf(member)
    const mails = await mailing.mailDuring(async () => {
      assert.equal((await signIn(claims, { on: mailing })).status, 303)
      assert.equal((await signIn(claims, { on: mailing })).status, 303)
    })
    assert.deepEqual(mails.map(recipientOf), [member.email])
    assert.match(mails[0]?.subject ?? '', /New way to sign in/)
    assert.ok(mails[0]?.text.includes(new URL(provider.issuer).host), mails[0]?.text)
  })

  test('an account in another organization is not taken over, and not moved', async () => {
    await refused('account_elsewhere', 403, () => signIn(claimsOf(outsider)))
  })

  test('the owner and admins are not linked by their address', async () => {
    await refused('admin_not_linked', 403, () => signIn(claimsOf(owner)))
    await refused('admin_not_linked', 403, () => signIn(claimsOf(admin)))
  })

  test('they link it from their account page, signed in; and remove the link there', async () => {
    const visitor = await signedInAs(app, admin)
    const claims = aPerson()
    const leaving = await visitor.submit('/account/identities/link', {}, { page: '/account' })
    const url = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(leaving.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const linked = await visitor.get(provider.authorize(url, claims))
    assert.deepEqual([linked.status, linked.location], [303, '/account?note=sign-in-linked'])
    const another = new Visitor(app)
    assert.equal((await signIn(claims, { visitor: another })).location, '/app')
    assert.equal(await emailOn(another), admin.email)

    const page = await visitor.get('/account')
    const identity = /name="identity" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const removed = await visitor.submit('/account/identities/remove', { identity }, { page: '/account' })
    assert.equal(removed.location, '/account?note=sign-in-unlinked')
    assert.equal((await another.get('/account')).status, 303)
    await refused('admin_not_linked', 403, () => signIn({ ...claims, email: admin.email }))
  })

  test('a link that somebody else began ends nowhere: nobody is led to link a stranger to their account', async () => {
    const visitor = await signedInAs(app, admin)
    const leaving = await visitor.submit('/account/identities/link', {}, { page: '/account' })
    const url = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(leaving.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const back = provider.authorize(url, aPerson())
    const victim = await signedInAs(app, owner)
    await refused('state_invalid', 403, () => victim.get(back))
  })

  test('a person who is linked to another account is refused, and so is a second person for one account', async () => {
    const [member, other] = [await aMember(app, owner), await aMember(app, owner)]
    const claims = claimsOf(member)
    await signIn(claims)
    // The address was given to somebody else at the company.
    await refused('already_linked', 403, () => signIn({ ...claims, sub: `${claims.sub} again` }))
    const visitor = await signedInAs(app, other)
    const leaving = await visitor.submit('/account/identities/link', {}, { page: '/account' })
    const url = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(leaving.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    await refused('linked_to_another', 403, () => visitor.get(provider.authorize(url, claims)))
  })

  test('somebody who was removed does not come back by signing in, linked or not', async () => {
    const [linked, unlinked] = [await aMember(app, owner), await aMember(app, owner)]
    const claims = claimsOf(linked)
    await signIn(claims)
    for (const { membershipId } of [linked, unlinked])
      await app.run(removeOrganizationMember, owner.principal, { uuid: membershipId })
    await refused('membership_ended', 403, () => signIn(claims))
    await refused('membership_ended', 403, () => signIn(claimsOf(unlinked)))
  })

  test('the admin group makes admins, an empty list makes them users again, and no list changes nothing', async () => {
    const grouped = await anApp({ OPENSLOT_OIDC_ADMIN_GROUP: 'bosses', OPENSLOT_OIDC_GROUPS_CLAIM: 'realm.roles' })
    const claims = aPerson()
    const roleAfter = async (more: object): Promise<string> => {
      await signIn({ ...claims, ...more }, { on: grouped })
      const { rows } = await app.context.database.write((tx) =>
        sql<{ role: string }>`
          select role from organization_memberships join users on users.id = user_id where email = ${claims.email}`.execute(
          tx,
        ),
      )
      return rows[0]?.role ?? ''
    }
    assert.equal(await roleAfter({ realm: { roles: ['staff', 'bosses'] } }), 'admin')
    assert.equal(await roleAfter({}), 'admin')
    assert.equal(await roleAfter({ realm: { roles: [] } }), 'user')
    assert.equal(await roleAfter({ realm: { roles: 'bosses' } }), 'admin')
  })
})

describe('an answer that is wrong', () => {
  const seconds = (from: number): number => Math.floor(Date.now() / 1000) + from

  const lies: Readonly<Record<string, readonly [code: string, lies: Lies | (() => Lies), status?: number]>> = {
    'another nonce': ['nonce_differs', { claims: { nonce: 'another' } }],
    'no nonce': ['nonce_differs', { claims: { nonce: undefined } }],
    'another audience': ['audience_differs', { claims: { aud: 'another client' } }],
    'another audience beside ours': ['audience_differs', { claims: { aud: ['openslot', 'another client'] } }],
    'another authorized party': ['authorized_party_differs', { claims: { azp: 'another client' } }],
    'another issuer': ['issuer_differs', { claims: { iss: 'https://evil.test' } }],
    'the algorithm none': ['signature_invalid', { header: { alg: 'none' } }],
    'a signature of another key': ['signature_invalid', { isForged: true }],
    'a key that is not published': ['signature_invalid', { header: { kid: 'another' } }],
    'expired 70 seconds ago': ['token_expired', () => ({ claims: { iat: seconds(-400), exp: seconds(-70) } })],
    '70 seconds ahead': ['clock_differs', () => ({ claims: { iat: seconds(70), exp: seconds(400) } })],
    'not valid for another 70 seconds': ['clock_differs', () => ({ claims: { nbf: seconds(70) } })],
    'no subject': ['token_invalid', { claims: { sub: undefined } }],
    'the keys are away': ['provider_away', { answers: { '/keys': (response) => void response.destroy() } }, 502],
    'an answer that is no JSON': [
      'token_invalid',
      {
        answers: {
          '/token': (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
        },
      },
    ],
    'a redirect in place of an answer': [
      'token_invalid',
      { answers: { '/token': (response) => void response.writeHead(302, { location: '/keys' }).end() } },
    ],
    'no end of an answer': [
      'discovery_failed',
      {
        answers: {
          '/keys': (response) =>
            void response
              .writeHead(200, { 'content-type': 'application/json' })
              .end(JSON.stringify({ keys: [], filler: 'x'.repeat(300_000) })),
        },
      },
    ],
  }

  for (const [name, [code, told, status = 403]] of Object.entries(lies))
    test(`${name}: ${code}`, () =>
      refused(code, status, () => signIn(aPerson(), { lies: typeof told === 'function' ? told() : told })))

  test('50 seconds of difference are none, in either direction', async () => {
    for (const claims of [
      { iat: seconds(-400), exp: seconds(-50) },
      { iat: seconds(50), nbf: seconds(50), exp: seconds(400) },
    ])
      assert.equal((await signIn(aPerson(), { lies: { claims } })).status, 303)
  })

  test('the name of another provider in the address is a mix-up', async () => {
    const changed = (back: string): string => back.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.test')
    await refused('issuer_differs', 403, () => signIn(aPerson(), { changed }))
    await refused('issuer_differs', 403, () =>
      signIn(aPerson(), { changed: (back) => back.replace(/&?iss=[^&]+/, '') }),
    )
  })

  test('the state of another browser, of an hour ago, or of nobody: state_invalid', async () => {
    const { location = '' } = await new Visitor(app).get(start)
    await refused('state_invalid', 403, () => new Visitor(app).get(provider.authorize(location, aPerson())))
    await refused('state_invalid', 403, () =>
      signIn(aPerson(), { changed: (back) => back.replace(/state=[^&]+/, 'state=junk') }),
    )
    await refused('state_invalid', 403, () => new Visitor(app).get(`${start}/callback`))
    const late = await anApp()
    await refused('state_invalid', 403, () =>
      signIn(aPerson(), {
        on: late,
        changed: (back) => {
          late.clock.advance(11 * 60_000)
          return back
        },
      }),
    )
  })

  test('a code works once, and only its own', async () => {
    const visitor = new Visitor(app)
    const { location = '' } = await visitor.get(start)
    const back = provider.authorize(location, aPerson())
    assert.equal((await visitor.get(back)).status, 303)
    // The cookie is another one after signing in.
    await refused('state_invalid', 403, () => visitor.get(back))
    await refused('code_refused', 403, () =>
      signIn(aPerson(), { changed: (address) => address.replace(/code=[^&]+/, 'code=another') }),
    )
  })

  test('what the provider refuses itself: sign_in_denied', async () => {
    await refused('sign_in_denied', 403, () =>
      signIn(aPerson(), { changed: (back) => back.replace(/code=[^&]+/, 'error=access_denied') }),
    )
  })

  test('keys that were changed meanwhile are read anew', async () => {
    const visitor = new Visitor(app)
    const { location = '' } = await visitor.get(start)
    await signIn(aPerson())
    await provider.rotateKey()
    assert.equal((await visitor.get(provider.authorize(location, aPerson()))).status, 303)
  })
})

describe('a provider that cannot be used', () => {
  const begin = (): Promise<Shown> => new Visitor(app).get(start)

  test('away: the page says so, and the password works', async () => {
    provider.beAway(true)
    try {
      await refused('provider_away', 502, begin)
      assert.match((await begin()).text, /href="\/login"/)
      await signedInAs(app, owner)
    } finally {
      provider.beAway(false)
    }
  })

  const documents: Readonly<Record<string, readonly [code: string, lies: Lies]>> = {
    'a document without end': ['discovery_failed', { discovery: { filler: 'x'.repeat(300_000) } }],
    'a document of another issuer': ['discovery_failed', { discovery: { issuer: 'https://evil.test' } }],
    'a document without keys': ['discovery_failed', { discovery: { jwks_uri: undefined } }],
    'a redirect': [
      'discovery_failed',
      {
        answers: {
          '/.well-known/openid-configuration': (response) =>
            void response.writeHead(302, { location: 'https://evil.test/' }).end(),
        },
      },
    ],
  }
  for (const [name, [code, told]] of Object.entries(documents))
    test(`${name}: ${code}`, async () => {
      provider.lie(told)
      await refused(code, 403, begin).finally(() => provider.lie({}))
    })

  test('its other addresses may not be on a private network: provider_unsafe, and nothing is sent there', async () => {
    for (const address of ['http://127.0.0.1:1/keys', 'http://169.254.169.254/keys', 'http://localhost:1/keys']) {
      await refused('provider_unsafe', 403, () =>
        signIn(aPerson(), { lies: { discovery: { token_endpoint: address } } }),
      )
      await refused('provider_unsafe', 403, () => signIn(aPerson(), { lies: { discovery: { jwks_uri: address } } }))
    }
  })
})

describe('signing out', () => {
  test('of here leads to the end of the session there, with the ID token as hint and the way back', async () => {
    const visitor = new Visitor(app)
    await signIn(aPerson(), { visitor })
    const shown = await visitor.submit('/logout', {}, { page: '/account' })
    const url = new URL(/<a class="button full" href="([^"]+)"/.exec(shown.text)?.[1]?.replaceAll('&amp;', '&') ?? '')
    assert.equal(url.origin + url.pathname, `${provider.issuer}/logout`)
    assert.equal(url.searchParams.get('client_id'), provider.clientId)
    assert.equal(url.searchParams.get('post_logout_redirect_uri'), 'http://127.0.0.1:3000/login?note=signed-out')
    assert.match(url.searchParams.get('id_token_hint') ?? '', /^[\w-]+\.[\w-]+\.[\w-]+$/)
    assert.equal((await visitor.get('/account')).status, 303)
    // And nobody is sent to the provider again from there.
    assert.equal((await visitor.get('/login?note=signed-out')).status, 200)
  })

  test('of here works without the provider', async () => {
    const visitor = new Visitor(app)
    await signIn(aPerson(), { visitor })
    provider.beAway(true)
    try {
      assert.equal((await visitor.submit('/logout', {}, { page: '/account' })).location, '/login?note=signed-out')
    } finally {
      provider.beAway(false)
    }
    assert.equal((await visitor.get('/account')).status, 303)
  })

  const hear = async (claims: Readonly<Record<string, unknown>>, tokenOf = provider.signed) =>
    onTime(app).server.inject({
      method: 'POST',
      url: '/api/provider_logouts/company',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: await tokenOf(claims) }).toString(),
    })

  const logout = (more: Readonly<Record<string, unknown>>) => ({
    jti: randomUUID(),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    ...more,
  })

  test('of there ends the sessions of the person here, or the one that is named; the same message once', async () => {
    const claims = aPerson()
    const [one, other] = [new Visitor(app), new Visitor(app)]
    await signIn({ ...claims, sid: 'one' }, { visitor: one })
    await signIn({ ...claims, sid: 'other' }, { visitor: other })
    const answer = await hear(logout({ sub: claims.sub, sid: 'one' }))
    assert.deepEqual([answer.statusCode, answer.headers['cache-control']], [200, 'no-store'])
    assert.deepEqual([(await one.get('/account')).status, (await other.get('/account')).status], [303, 200])

    const told = logout({ sub: claims.sub })
    assert.equal((await hear(told)).statusCode, 200)
    assert.equal((await other.get('/account')).status, 303)
    await signIn(claims, { visitor: other })
    assert.equal((await hear(told)).statusCode, 400)
    assert.equal((await other.get('/account')).status, 200)
  })

  test('400 for what is no such message, and nobody is signed out', async () => {
    const claims = aPerson()
    const visitor = new Visitor(app)
    await signIn(claims, { visitor })
    const { sub } = claims
    for (const wrong of [
      logout({ sub, nonce: 'one' }),
      logout({ sub, aud: 'another client' }),
      logout({ sub, iss: 'https://evil.test' }),
      logout({ sub, events: {} }),
      logout({ sub, jti: undefined }),
      logout({ sub, exp: Math.floor(Date.now() / 1000) - 70 }),
      logout({ sub, iat: undefined }),
      logout({}),
    ])
      assert.equal((await hear(wrong)).statusCode, 400, JSON.stringify(wrong))
    assert.equal((await hear({}, async () => 'junk')).statusCode, 400)
    const foreign = await openidProvider()
    assert.equal((await hear(logout({ sub, iss: provider.issuer }), foreign.signed)).statusCode, 400)
    foreign.close()
    const unknown = await app.server.inject({ method: 'POST', url: '/api/provider_logouts/nobody' })
    assert.equal(unknown.statusCode, 400)
    assert.equal((await visitor.get('/account')).status, 200)
  })

  test('what was heard is forgotten once it would be refused for its age', async () => {
    const far = new Date(app.clock.now().getTime() + 3_600_000)
    const { rows } = await app.context.database.write(async (tx) => {
      await deleteHeardLogouts(tx, far)
      return sql<{ left: number }>`
        select count(*)::integer as left from heard_logouts where organization_id = ${organizationId}::uuid`.execute(tx)
    })
    assert.equal(rows[0]?.left, 0)
  })
})
