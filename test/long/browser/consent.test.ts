// seconds: 20
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { scopes } from '#contract/scopes.ts'
import { type Callback, listenForAnswers, openWindow, type Window } from '../../support/browser.ts'
import { newInstallation, type Service, startService } from '../../support/processes.ts'

// Two clients as they are published, unmodified, and a real browser in between.

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a document.
type Json = any

let service: Service
let demo: Json
let callback: Callback

before(async () => {
  const settings = await newInstallation()
  service = await startService(settings, ['start', '--demo'])
  demo = JSON.parse(await readFile(join(settings.OPENSLOT_DATA ?? '', 'demo.json'), 'utf8'))
  // The demo app is registered for another port; on a loopback address every port will do.
  callback = await listenForAnswers('/callback')
})

const signIn = async (
  { page }: Window,
  person: { readonly email: string; readonly password: string },
): Promise<void> => {
  await page.getByLabel('Email address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in if asked, unticks, decides; gives where the browser ended up at the application. */
const decide = async (
  window: Window,
  url: URL,
  {
    decline = [],
    button = 'Allow',
    warnings = [],
  }: { decline?: readonly string[]; button?: string; warnings?: readonly string[] } = {},
): Promise<URL> => {
  const { page } = window
  await page.goto(url.href)
  if (new URL(page.url()).pathname === '/login') await signIn(window, demo.users.user)
  await page.getByRole('button', { name: 'Deny' }).waitFor()
  for (const warning of warnings) await page.getByText(warning).waitFor()
  for (const scope of decline) await page.locator(`input[value="${scope}"]`).uncheck()
  const arrived = callback.next()
  await page.getByRole('button', { name: button, exact: true }).click()
  const back = await arrived
  assert.equal(await page.getByRole('heading').textContent(), 'Back at the application')
  assert.deepEqual(window.errors, [])
  return back
}

describe('oauth4webapi', () => {
  const insecure = { [oauth.allowInsecureRequests]: true }
  const discover = async (): Promise<oauth.AuthorizationServer> => {
    const issuer = new URL(demo.auth_url)
    return oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
    )
  }
  const addressOf = async (
    as: oauth.AuthorizationServer,
    client: oauth.Client,
    verifier: string,
    state: string,
    more: Record<string, string> = {},
  ) => {
    const url = new URL(as.authorization_endpoint ?? '')
    const asked = {
      client_id: client.client_id,
      redirect_uri: callback.uri,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      ...more,
    }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    return url
  }

  test('discovery, sign-in, consent with one scope declined, tokens, refresh, introspection, revocation', async () => {
    const as = await discover()
    const client: oauth.Client = { client_id: demo.oauth_app.client_id }
    const secret = oauth.ClientSecretBasic(demo.oauth_app.client_secret)
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
    const window = await openWindow()
    const url = await addressOf(as, client, verifier, state, { scope: 'users:read groups:read webhooks:write' })
    const back = await decide(window, url, { decline: ['groups:read'] })

    const parameters = oauth.validateAuthResponse(as, client, back, state)
    const answer = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      secret,
      parameters,
      callback.uri,
      verifier,
      insecure,
    )
    const tokens: Json = await oauth.processAuthorizationCodeResponse(as, client, answer)
    assert.equal(tokens.scope, 'users:read webhooks:write')
    assert.equal(tokens.owner, demo.users.user.uri)
    assert.equal(tokens.organization, demo.organization)
    assert.equal((await service.ask('/users/me', tokens.access_token)).body.resource.email, demo.users.user.email)

    const refreshed = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, secret, tokens.refresh_token, insecure),
    )
    const introspected = await oauth.processIntrospectionResponse(
      as,
      client,
      await oauth.introspectionRequest(as, client, secret, refreshed.access_token, insecure),
    )
    assert.equal(introspected.active, true)
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(as, client, secret, refreshed.refresh_token ?? '', insecure),
    )
    assert.equal((await service.ask('/users/me', refreshed.access_token)).status, 401)
  })

  test('a person says no, and the client learns it, with issuer and state', async () => {
    const as = await discover()
    const client: oauth.Client = { client_id: demo.oauth_app.client_id }
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
    const back = await decide(await openWindow(), await addressOf(as, client, verifier, state), { button: 'Deny' })
    assert.throws(
      () => oauth.validateAuthResponse(as, client, back, state),
      (error) => error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied',
    )
  })

  test('a tool registers itself, is warned of, and gets a token for MCP that the API refuses', async () => {
    const as = await discover()
    const metadata = { client_name: 'A tool', redirect_uris: [callback.uri], token_endpoint_auth_method: 'none' }
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(as, metadata, insecure),
    )
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
    const window = await openWindow()
    const warnings = ['its name isn’t verified', 'Continue only if you just started this yourself.']
    const back = await decide(
      window,
      await addressOf(as, client as oauth.Client, verifier, state, { resource: demo.mcp_url }),
      { warnings },
    )
    const parameters = oauth.validateAuthResponse(as, client as oauth.Client, back, state)
    const more = { additionalParameters: { resource: demo.mcp_url }, ...insecure }
    const answer = await oauth.authorizationCodeGrantRequest(
      as,
      client as oauth.Client,
      oauth.None(),
      parameters,
      callback.uri,
      verifier,
      more,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(as, client as oauth.Client, answer)
    assert.equal(tokens.scope, 'mcp:scheduling:read mcp:scheduling:write')
    assert.equal((await service.ask('/users/me', tokens.access_token)).status, 401)
  })
})

describe('openid-client', () => {
  test('discovery, consent, tokens, refresh, introspection and revocation, as an application would write it', async () => {
    const { client_id, client_secret } = demo.oauth_app
    const config = await openid.discovery(
      new URL(demo.auth_url),
      client_id,
      client_secret,
      openid.ClientSecretPost(client_secret),
      {
        algorithm: 'oauth2',
        execute: [openid.allowInsecureRequests],
      },
    )
    const [pkceCodeVerifier, expectedState] = [openid.randomPKCECodeVerifier(), openid.randomState()]
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: callback.uri,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
    })
    const tokens: Json = await openid.authorizationCodeGrant(config, await decide(await openWindow(), url), {
      pkceCodeVerifier,
      expectedState,
    })
    assert.equal(tokens.expires_in, 7200)
    assert.equal(tokens.scope.split(' ').length, scopes.length)
    assert.equal((await service.ask('/users/me', tokens.access_token)).status, 200)

    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token)
    assert.equal((await openid.tokenIntrospection(config, refreshed.access_token)).active, true)
    await openid.tokenRevocation(config, refreshed.refresh_token ?? '')
    await assert.rejects(
      openid.refreshTokenGrant(config, refreshed.refresh_token ?? ''),
      (error: Json) => error.error === 'invalid_grant',
    )
    assert.equal((await service.ask('/users/me', refreshed.access_token)).status, 401)
  })
})
