import type * as OpenidClient from 'openid-client'
import type { Outgoing, RequestOutcome } from '#platform/net/outgoing.ts'
import { systemClock } from '#platform/time/clock.ts'
import type { SignInProvider } from '../sign-in-provider.ts'
import { SignInRefused, type SignInRule } from '../sign-in-rules.ts'
import { whyRefused } from './openid-errors.ts'

/** Discovery documents and keys are a few kilobytes; a hostile provider has no end of them. */
const maxAnswerBytes = 256 * 1024
const answerMilliseconds = 10_000
/** How far the clocks of provider and service may differ. */
export const clockToleranceSeconds = 60

/** An answer that cannot be used, for a reason that the client does not know. */
class Unusable extends Error {
  readonly rule: SignInRule

  constructor(rule: SignInRule, message: string) {
    super(message)
    this.rule = rule
  }
}

/** Loaded with the first use. */
const load = (): Promise<typeof OpenidClient> => import('openid-client')

export interface OpenidCall {
  readonly provider: Pick<SignInProvider, 'issuer' | 'client' | 'groupsClaim'>
  readonly outgoing: Outgoing
  readonly now: Date
}

/**
 * What the provider says of itself, read anew for every sign-in: there are few, and so a changed key or address is never
 * an old one here.
 */
const discover = async (client: typeof OpenidClient, { provider, outgoing, now }: OpenidCall) => {
  try {
    const { id, secret } = provider.client
    const found = await client.discovery(
      new URL(provider.issuer),
      id,
      {
        client_secret: secret,
        // Tokens are judged by the clock of the call, and the client reads that of the machine.
        [client.clockSkew]: Math.round((now.getTime() - systemClock.now().getTime()) / 1000),
        [client.clockTolerance]: clockToleranceSeconds,
      },
      authenticationBy(client, secret),
      {
        [client.customFetch]: fetchThrough(outgoing),
        timeout: 25,
        // What may be asked by http is the concern of `Destinations`.
        execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
      },
    )
    const { authorization_endpoint: authorize, token_endpoint: token, jwks_uri: keys } = found.serverMetadata()
    if (authorize === undefined || token === undefined || keys === undefined)
      throw new Unusable('discovery_failed', 'The discovery document lacks an endpoint.')
    return found
  } catch (error) {
    throw new SignInRefused(whyRefused(error, 'discovery_failed'), { cause: error })
  }
}

/** As the provider wants it; HTTP Basic where it does not say (OpenID Connect Discovery 1.0, 3). */
const authenticationBy = (client: typeof OpenidClient, secret: string): OpenidClient.ClientAuth => {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const known = server.token_endpoint_auth_methods_supported
    const takesPostOnly = known?.includes('client_secret_post') && !known.includes('client_secret_basic')
    return (takesPostOnly ? post : basic)(server, ...rest)
  }
}

export interface BegunSignIn {
  /** Where the person signs in. */
  readonly url: string
  readonly nonce: string
  readonly verifier: string
}

/** `sealState` makes the state of what must be remembered. */
export const beginSignIn = async (
  call: OpenidCall,
  redirectUri: string,
  sealState: (kept: Pick<BegunSignIn, 'nonce' | 'verifier'>) => string,
): Promise<string> => {
  const client = await load()
  const configuration = await discover(client, call)
  const [nonce, verifier] = [client.randomNonce(), client.randomPKCECodeVerifier()]
  const knowsGroups = configuration.serverMetadata().scopes_supported?.includes('groups')
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: ['openid', 'email', 'profile', ...(knowsGroups ? ['groups'] : [])].join(' '),
    state: sealState({ nonce, verifier }),
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return url.href
}

export interface ProvenSignIn {
  readonly claims: Readonly<Record<string, unknown>>
  readonly issuer: string
  readonly idToken: string
  /** The provider's name for the session, if it has one. */
  readonly session: string | undefined
}

/** Takes the answer that a browser brought: exchanges the code, and checks every claim of the ID token and its signature. */
export const finishSignIn = async (
  call: OpenidCall,
  answerUrl: URL,
  { nonce, verifier, state }: { readonly nonce: string; readonly verifier: string; readonly state: string },
): Promise<ProvenSignIn> => {
  const client = await load()
  const configuration = await discover(client, call)
  try {
    const tokens = await client.authorizationCodeGrant(configuration, answerUrl, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims || tokens.id_token === undefined) throw new Unusable('token_invalid', 'There is no ID token.')
    if (claims.azp !== undefined && claims.azp !== call.provider.client.id)
      throw new Unusable('authorized_party_differs', 'The ID token was made for another client.')
    if (claims.iat > call.now.getTime() / 1000 + clockToleranceSeconds)
      throw new Unusable('clock_differs', 'The ID token is of the future.')
    const more = await askMore(client, configuration, call, tokens.access_token, claims)
    return {
      claims: { ...more, ...claims },
      issuer: claims.iss,
      idToken: tokens.id_token,
      session: typeof claims.sid === 'string' ? claims.sid : undefined,
    }
  } catch (error) {
    throw new SignInRefused(whyRefused(error, 'token_invalid'), { cause: error })
  }
}

/** Some providers put into the ID token only who somebody is, and say the rest when they are asked. */
const askMore = async (
  client: typeof OpenidClient,
  configuration: OpenidClient.Configuration,
  { provider: { groupsClaim } }: OpenidCall,
  accessToken: string,
  claims: OpenidClient.IDToken,
): Promise<Readonly<Record<string, unknown>>> => {
  const isEnough = claims.email !== undefined && claims[groupsClaim.split('.')[0] ?? ''] !== undefined
  if (isEnough || configuration.serverMetadata().userinfo_endpoint === undefined) return {}
  try {
    return await client.fetchUserInfo(configuration, accessToken, claims.sub)
  } catch (error) {
    // Groups that are not known change nothing; without an address nobody is known.
    if (claims.email !== undefined) return {}
    throw error
  }
}

/** Where somebody who signs out here signs out there too. Undefined: the provider has no such page. */
export const signOutUrl = async (
  call: OpenidCall,
  { idToken, returnUrl }: { readonly idToken: string; readonly returnUrl: string },
): Promise<string | undefined> => {
  const client = await load()
  const configuration = await discover(client, call)
  if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
  return client.buildEndSessionUrl(configuration, {
    id_token_hint: idToken,
    client_id: call.provider.client.id,
    post_logout_redirect_uri: returnUrl,
  }).href
}

/** How the provider names itself, and its keys: for what it sends by itself. */
export const issuerAndKeys = async (call: OpenidCall): Promise<{ readonly issuer: string; readonly keys: unknown }> => {
  const { issuer, jwks_uri: uri = '' } = (await discover(await load(), call)).serverMetadata()
  const { body } = answerIn(await call.outgoing.send({ url: uri, method: 'GET', maxAnswerBytes, answerMilliseconds }))
  return { issuer, keys: JSON.parse(body.toString('utf8')) }
}

/** Over the one way out: no redirects, no private addresses, nothing endless. */
const fetchThrough =
  (outgoing: Outgoing): OpenidClient.CustomFetch =>
  async (url, { method, headers, body }) =>
    responseFrom(
      await outgoing.send({
        url,
        method: method === 'POST' ? 'POST' : 'GET',
        headers: { ...headers },
        ...(body === undefined || body === null ? {} : { body: Buffer.from(String(body)) }),
        maxAnswerBytes,
        answerMilliseconds,
      }),
    )

const responseFrom = (outcome: RequestOutcome): Response => {
  const { status, headers, body } = answerIn(outcome)
  const hasBody = ![204, 205, 304].includes(status)
  const { 'content-type': type = '', 'www-authenticate': challenge } = headers
  return new Response(hasBody ? new Uint8Array(body) : null, {
    status,
    headers: { 'content-type': type, ...(challenge === undefined ? {} : { 'www-authenticate': challenge }) },
  })
}

const answerIn = (outcome: RequestOutcome): Extract<RequestOutcome, { readonly kind: 'answered' }> => {
  if (outcome.kind === 'refused') throw new Unusable('provider_unsafe', `We do not send there: ${outcome.why}.`)
  if (outcome.kind !== 'answered') throw new Unusable('provider_away', `No answer: ${outcome.kind}.`)
  const { status, isWhole } = outcome
  if (!isWhole) throw new Unusable('discovery_failed', 'The answer is too long, or was cut off.')
  if (status < 200 || status > 599) throw new Unusable('discovery_failed', `The answer has the status ${status}.`)
  if (status >= 500) throw new Unusable('provider_away', `The provider answers ${status}.`)
  return outcome
}
