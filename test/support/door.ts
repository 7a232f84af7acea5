import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestApp } from './app.ts'
import { type Application, allow, anApplication, authorizePath, type Pkce, post, queryOf } from './application.ts'
import type { Person } from './cast.ts'
import type { Visitor } from './visitor.ts'

export type Fields = Readonly<Record<string, string | readonly string[] | undefined>>

/** What a browser was answered: where it was sent, with which parameters. */
export interface Sent {
  readonly status: number
  readonly isAtClient: boolean
  readonly parameters: Readonly<Record<string, string>>
}

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
  readonly body: any
  readonly challenge: string | undefined
}

/** An authorization server, ours or another one, as those outside see it. Its consent page allows everything. */
export interface Door {
  readonly confidential: Application
  readonly another: Application
  readonly native: Application
  authorize(application: Application, challenge: Pkce, more?: Fields): Promise<Sent>
  post(
    endpoint: 'token' | 'revoke' | 'introspect',
    fields: Fields,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply>
}

const redirectUri = 'https://app.test/callback'
const nativeUri = 'http://127.0.0.1/callback'
const scopes = ['users:read', 'groups:read']

export const ourDoor = async (app: TestApp, owner: Person, visitor: Visitor): Promise<Door> => {
  const [confidential, another, native] = await Promise.all([
    anApplication(app, owner, { redirect_uris: [redirectUri], scopes }),
    anApplication(app, owner, { redirect_uris: [redirectUri], scopes }),
    anApplication(app, owner, { public: true, redirect_uris: [nativeUri], scopes }),
  ])
  return {
    confidential,
    another,
    native,
    authorize: async (application, challenge, more = {}) => {
      const path = authorizePath(application, challenge, { scope: scopes.join(' '), ...more })
      const asked = await visitor.get(path)
      const shown = asked.status === 200 ? await allow(visitor, path) : asked
      return sentTo(shown.status, shown.location)
    },
    post: async (endpoint, fields, headers = {}) => {
      const { status, body, headers: answered } = await post(app, endpoint, fields, headers)
      return { status, body, challenge: answered['www-authenticate'] as string | undefined }
    },
  }
}

const sentTo = (status: number, location: string | undefined): Sent => {
  const isAtClient = location !== undefined && [redirectUri, nativeUri].some((uri) => location.startsWith(uri))
  return {
    status,
    isAtClient,
    parameters: isAtClient ? Object.fromEntries(new URL(location ?? 'none:').searchParams) : {},
  }
}

/** Another one: oidc-provider, told to do what OAuth 2.1 says and nothing of OpenID. */
export const anotherDoor = async (): Promise<Door & { close(): void }> => {
  const { Provider } = (await import('oidc-provider' as string)) as {
    Provider: new (issuer: string, configuration: object) => ProviderLike
  }
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const applicationOf = (clientId: string, secret: string | null, uri = redirectUri): Application => ({
    clientId,
    secret,
    redirectUri: uri,
    webhookKey: '',
  })
  const [confidential, another] = ['one', 'two'].map((name) => applicationOf(name, name.repeat(20))) as [
    Application,
    Application,
  ]
  const native = applicationOf('native', null, nativeUri)
  const provider = new Provider(issuer, {
    clients: [confidential, another, native].map(({ clientId, secret, redirectUri: uri }) => ({
      client_id: clientId,
      ...(secret === null
        ? { token_endpoint_auth_method: 'none', application_type: 'native' }
        : { client_secret: secret, token_endpoint_auth_method: 'client_secret_post' }),
      redirect_uris: [uri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    })),
    scopes,
    pkce: { required: () => true },
    responseTypes: ['code'],
    features: { devInteractions: { enabled: false }, revocation: { enabled: true }, introspection: { enabled: true } },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    renderError: (context: { body: unknown; type: string }, out: object) => {
      Object.assign(context, { type: 'json', body: out })
    },
    cookies: { keys: ['a key of the tests'] },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, RefreshToken: 600 },
  })
  const answer = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const { params, grantId: known } = await provider.interactionDetails(request, response)
    const grant = known
      ? await provider.Grant.find(known)
      : new provider.Grant({ accountId: 'somebody', clientId: params.client_id })
    grant.addOIDCScope(params.scope)
    const grantId = await grant.save()
    await provider.interactionFinished(
      request,
      response,
      { login: { accountId: 'somebody' }, consent: { grantId } },
      { mergeWithLastSubmission: true },
    )
  })
  const endpoints = { token: '/token', revoke: '/token/revocation', introspect: '/token/introspection' }
  return {
    confidential,
    another,
    native,
    authorize: async (application, challenge, more = {}) => {
      const cookies = new Map<string, string>()
      let path = authorizePath(application, challenge, { scope: scopes.join(' '), ...more }).replace(
        '/oauth/authorize',
        '/auth',
      )
      for (;;) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(new URL(path, issuer), { redirect: 'manual', headers: { cookie } })
        await response.arrayBuffer()
        for (const line of response.headers.getSetCookie())
          cookies.set(line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1).split(';')[0] ?? '')
        const location = response.headers.get('location') ?? undefined
        if (location === undefined || !new URL(location, issuer).href.startsWith(issuer))
          return sentTo(response.status, location)
        path = location
      }
    },
    post: async (endpoint, fields, headers = {}) => {
      const response = await fetch(issuer + endpoints[endpoint], {
        method: 'POST',
        body: queryOf(fields),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
      const text = await response.text()
      return {
        status: response.status,
        body: text === '' ? null : JSON.parse(text),
        challenge: response.headers.get('www-authenticate') ?? undefined,
      }
    },
    close: () => void server.close(),
  }
}

/** As much of it as is used here; it has no types of its own. */
interface ProviderLike {
  callback(): RequestListener
  interactionDetails(
    ...exchange: unknown[]
  ): Promise<{ params: { client_id: string; scope: string }; grantId?: string }>
  interactionFinished(...exchange: unknown[]): Promise<void>
  readonly Grant: { new (of: object): GrantLike; find(id: string): Promise<GrantLike> }
}

interface GrantLike {
  addOIDCScope(scope: string): void
  save(): Promise<string>
}
