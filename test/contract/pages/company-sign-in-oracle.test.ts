// seconds: 4
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { aCast } from '../../support/cast.ts'
import { Visitor } from '../../support/visitor.ts'

// With oidc-provider, which was written by others: what our own provider of the tests leaves out is in it.

const { organizationId } = await aCast(await testApp())
const email = `ada.${randomUUID()}@acme.test`

interface Grant {
  addOIDCScope(scope: string): void
  save(): Promise<string>
}

/** As much of it as is used here; it has no types of its own. */
interface Provider {
  callback(): RequestListener
  interactionDetails(...exchange: unknown[]): Promise<{ params: { client_id: string; scope: string } }>
  interactionFinished(...exchange: unknown[]): Promise<void>
  readonly Grant: new (of: object) => Grant
}

const server = createServer()
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
after(() => {
  server.closeAllConnections()
  server.close()
})
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const { Provider: made } = (await import('oidc-provider' as string)) as {
  Provider: new (issuer: string, configuration: object) => Provider
}

const app = await testApp({
  settings: {
    OPENSLOT_OIDC_ISSUER: issuer,
    OPENSLOT_OIDC_CLIENT_ID: 'openslot',
    OPENSLOT_OIDC_CLIENT_SECRET: 'a secret: of the provider %',
    OPENSLOT_OIDC_ORGANIZATION: organizationId,
    OPENSLOT_OIDC_DOMAINS: 'acme.test',
  },
})

const provider = new made(issuer, {
  clients: [
    {
      client_id: 'openslot',
      client_secret: 'a secret: of the provider %',
      redirect_uris: ['http://127.0.0.1:3000/login/with/company/callback'],
      post_logout_redirect_uris: ['http://127.0.0.1:3000/login?note=signed-out'],
      response_types: ['code'],
    },
  ],
  // The address is in the answer of the userinfo endpoint alone, as the specification has it.
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
  findAccount: (_: unknown, id: string) => ({
    accountId: id,
    claims: async () => ({ sub: id, email, email_verified: true, name: 'Ada Lovelace' }),
  }),
  interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  cookies: { keys: ['a key of the tests'] },
  ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
})
const answer = provider.callback()
server.on('request', async (request, response) => {
  if (!request.url?.startsWith('/interaction/')) return answer(request, response)
  const { params } = await provider.interactionDetails(request, response)
  const grant = new provider.Grant({ accountId: 'ada', clientId: params.client_id })
  grant.addOIDCScope(params.scope)
  const grantId = await grant.save()
  await provider.interactionFinished(request, response, { login: { accountId: 'ada' }, consent: { grantId } })
})

/** Follows a browser until it leaves the provider; gives where to. */
const through = async (start: string): Promise<string> => {
  const cookies = new Map<string, string>()
  for (let at = start; ; ) {
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    await response.arrayBuffer()
    for (const line of response.headers.getSetCookie())
      cookies.set(line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1).split(';')[0] ?? '')
    const location = response.headers.get('location')
    assert.ok(location, `${response.status} at ${at}`)
    at = new URL(location, issuer).href
    if (!at.startsWith(issuer)) return at
  }
}

describe('with oidc-provider', () => {
  test('somebody signs in, and its page for signing out knows us', async () => {
    // The provider reads the clock of the machine.
    app.clock.advance(Date.now() - app.clock.now().getTime())
    const visitor = new Visitor(app)
    const { location = '' } = await visitor.get('/login/with/company')
    const back = new URL(await through(location))
    const shown = await visitor.get(back.pathname + back.search)
    assert.deepEqual([shown.status, shown.location], [303, '/app/welcome/hours'])
    assert.ok((await visitor.get('/account')).text.includes(email))

    const leaving = await visitor.submit('/logout', {}, { page: '/account' })
    const url = /<a class="button full" href="([^"]+)"/.exec(leaving.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const asked = await fetch(url)
    assert.equal(asked.status, 200, await asked.text())
  })
})
