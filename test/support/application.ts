import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { scopes } from '#contract/scopes.ts'
import { allowApp, createApp } from '#oauth/index.ts'
import type { Answer, TestApp } from './app.ts'
import type { Person } from './cast.ts'
import type { Shown, Visitor } from './visitor.ts'

/** An application of the tests: what its registration returned. */
export interface Application {
  readonly clientId: string
  readonly secret: string | null
  readonly redirectUri: string
  readonly webhookKey: string
}

export const redirectUri = 'https://app.test/callback'

export interface Traits {
  readonly name?: string
  readonly redirect_uris?: readonly string[]
  readonly scopes?: readonly string[]
  readonly public?: boolean
  readonly legacy?: boolean
  readonly require_pkce?: boolean
}

export const anApplication = async (app: TestApp, owner: Person, traits: Traits = {}): Promise<Application> => {
  const made = await app.run(createApp, owner.principal, {
    name: 'Reporting',
    redirect_uris: [redirectUri],
    scopes: [...scopes],
    ...traits,
  })
  return {
    clientId: made.app.client_id,
    secret: made.client_secret,
    redirectUri: made.app.redirect_uris[0],
    webhookKey: made.webhook_signing_key,
  }
}

export interface Pkce {
  readonly verifier: string
  readonly challenge: string
}

export const pkce = (): Pkce => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

type Fields = Readonly<Record<string, string | readonly string[] | undefined>>

/** The address an application sends a browser to. What is undefined is left out. */
export const authorizePath = (
  { clientId, redirectUri: uri }: Pick<Application, 'clientId' | 'redirectUri'>,
  { challenge }: Pkce,
  more: Fields = {},
): string => {
  const fields: Fields = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: uri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'a state',
    ...more,
  }
  return `/oauth/authorize?${queryOf(fields)}`
}

export const queryOf = (fields: Fields): string => {
  const parameters = new URLSearchParams()
  for (const [name, values] of Object.entries(fields)) {
    if (values === undefined) continue
    for (const value of [values].flat()) parameters.append(name, value)
  }
  return parameters.toString()
}

/** Opens the consent page and allows what is left of it. */
export const allow = async (
  visitor: Visitor,
  path: string,
  { only }: { readonly only?: readonly string[] } = {},
): Promise<Shown> => {
  const page = await visitor.get(path)
  assert.equal(page.status, 200, `${page.status} ${page.location} ${page.text}`)
  const offered = [...page.text.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope = '']) => scope)
  const { form_token = '', request = '' } = page.fields
  return visitor.post('/oauth/authorize', {
    form_token,
    request,
    decision: 'allow',
    scope: offered.filter((scope) => only?.includes(scope) ?? true),
  })
}

/** What came back at the address of the application. */
export const answerAt = ({ location }: Shown): Record<string, string> =>
  Object.fromEntries(new URL(location ?? 'none:').searchParams)

/** A code, as an application gets it. */
export const aCode = async (
  visitor: Visitor,
  application: Application,
  challenge: Pkce,
  more: Fields = {},
): Promise<string> => {
  const answered = await allow(visitor, authorizePath(application, challenge, more))
  const { code } = answerAt(answered)
  assert.ok(code, `${answered.status} ${answered.location}`)
  return code
}

/** A call of an application, as a form, with its secret in the body. */
export const call = (
  app: TestApp,
  endpoint: string,
  application: Pick<Application, 'clientId' | 'secret'>,
  fields: Fields,
): Promise<Answer> =>
  post(app, endpoint, { client_id: application.clientId, client_secret: application.secret ?? undefined, ...fields })

export const post = (
  app: TestApp,
  endpoint: string,
  fields: Fields,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  app.ask(`POST /oauth/${endpoint}`, {
    body: queryOf(fields),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

export const redeem = (
  app: TestApp,
  application: Application,
  code: string,
  { verifier }: Pick<Pkce, 'verifier'>,
  more: Fields = {},
): Promise<Answer> =>
  call(app, 'token', application, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: application.redirectUri,
    code_verifier: verifier,
    ...more,
  })

export const refresh = (
  app: TestApp,
  application: Application,
  refreshToken: string,
  more: Fields = {},
): Promise<Answer> =>
  call(app, 'token', application, { grant_type: 'refresh_token', refresh_token: refreshToken, ...more })

/** The whole way at once: the person allows it, and the application gets its tokens. */
export const tokensFor = async (
  app: TestApp,
  visitor: Visitor,
  application: Application,
  more: Fields = {},
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
): Promise<any> => {
  const challenge = pkce()
  const code = await aCode(visitor, application, challenge, more)
  const answer = await redeem(app, application, code, challenge)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** The same without a browser: for tests that are about something else. */
export const tokensOf = async (
  app: TestApp,
  { principal }: Person,
  application: Application,
  {
    audience = 'rest',
    scopes: granted = scopes,
  }: { readonly audience?: 'rest' | 'mcp'; readonly scopes?: readonly string[] } = {},
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
): Promise<any> => {
  const challenge = pkce()
  const { code } = await app.run(allowApp, principal, {
    client_id: application.clientId,
    redirect_uri: application.redirectUri,
    code_challenge: challenge.challenge,
    audience,
    scopes: [...granted],
  })
  const answer = await redeem(app, application, code, challenge)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
