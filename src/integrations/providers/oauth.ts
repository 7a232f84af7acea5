import { z } from 'zod'
import type { OauthClientKeys } from '#platform/config.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { day } from '#platform/time/durations.ts'
import { expecting, faultOf, isFault, type ServiceFault } from './fault.ts'

/** What a service gives for a consent. */
export interface OauthTokens {
  readonly accessToken: string
  /** In milliseconds since 1970. */
  readonly expiresAt: number
  readonly refreshToken: string
  /** When the owner agreed, in milliseconds since 1970. */
  readonly grantedAt: number
}

/** Where a service gives tokens, and how we are registered there. */
export interface TokenEndpoint {
  readonly client: OauthClientKeys
  readonly tokenUrl: string
  /** It takes the keys as HTTP Basic credentials, in place of in the form. */
  readonly takesBasic?: boolean
}

/** How a service asks its users whether we may use their account. */
export interface OauthService extends TokenEndpoint {
  readonly authorizeUrl: string
  /** Where people come back to when they have agreed. */
  readonly redirectUri: string
  /** Empty where the registration of our app tells them. */
  readonly scopes: readonly string[]
  /** Beside those of RFC 6749 and RFC 7636. */
  readonly parameters: Readonly<Record<string, string>>
  /** People can leave out some of the scopes, and the answer names those that were granted. */
  readonly namesGranted?: boolean
  /** After so many days it ends what was granted to an app in testing, and does not say that this was the reason. */
  readonly testGrantDays?: number
}

/** Where the owner agrees that we use their account. */
export const consentUrl = (
  { client, authorizeUrl, redirectUri, scopes, parameters }: OauthService,
  { state, challenge }: { state: string; challenge: string },
): string => {
  const query = new URLSearchParams({
    ...{ client_id: client.id, redirect_uri: redirectUri, response_type: 'code' },
    ...(scopes.length > 0 ? { scope: scopes.join(' ') } : {}),
    ...{ state, code_challenge: challenge, code_challenge_method: 'S256' },
    ...parameters,
  })
  return `${authorizeUrl}?${query}`
}

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().optional(),
})

export interface TokenRequest {
  readonly outgoing: Outgoing
  readonly now: Date
}

export const exchangeCode = async (
  call: TokenRequest,
  service: OauthService,
  { code, verifier }: { code: string; verifier: string },
): Promise<OauthTokens | ServiceFault> => {
  const grant = {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: service.redirectUri,
  }
  const answer = await requestTokens(call, service, grant)
  if (isFault(answer)) return answer.fault === 'revoked' ? faultOf('consent_expired') : answer
  const { refresh_token: refreshToken, scope } = answer
  if (
    refreshToken === undefined ||
    (service.namesGranted && !service.scopes.every((one) => scope?.split(' ').includes(one)))
  ) {
    return faultOf('consent_incomplete')
  }
  return { ...accessOf(answer, call.now), refreshToken, grantedAt: call.now.getTime() }
}

export const refreshTokens = async (
  call: TokenRequest,
  service: OauthService,
  tokens: OauthTokens,
): Promise<OauthTokens | ServiceFault> => {
  const answer = await requestTokens(call, service, { grant_type: 'refresh_token', refresh_token: tokens.refreshToken })
  if (isFault(answer))
    return answer.fault === 'revoked' && isTesting(service, tokens, call.now) ? faultOf('revoked_in_testing') : answer
  // Microsoft and Zoom give a new refresh token each time, Google keeps the first.
  return {
    ...accessOf(answer, call.now),
    refreshToken: answer.refresh_token ?? tokens.refreshToken,
    grantedAt: tokens.grantedAt,
  }
}

const isTesting = ({ testGrantDays }: OauthService, { grantedAt }: OauthTokens, now: Date): boolean => {
  const days = (now.getTime() - grantedAt) / day
  return testGrantDays !== undefined && days >= testGrantDays && days < testGrantDays + 1
}

const accessOf = ({ access_token, expires_in }: z.output<typeof TokenAnswer>, now: Date) => ({
  accessToken: access_token,
  expiresAt: now.getTime() + expires_in * 1000,
})

/** Only a new consent of the owner helps. Microsoft has more words for it than RFC 6749. */
const askOwner = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required']

/** Zoom has a reason beside the word, which may be `invalid_request`. */
const needsOwner = (body: unknown): boolean => {
  const { error, reason } = (body ?? {}) as { error?: unknown; reason?: unknown }
  return askOwner.includes(String(error)) || reason === 'Invalid Token!'
}

/** RFC 6749, 2.3.1: both are encoded like fields of a form. */
const basicOf = ({ id, secret }: OauthClientKeys): string =>
  Buffer.from([id, secret].map(encodeURIComponent).join(':')).toString('base64')

/** Tokens of an app that signs in by itself, with nobody's consent. */
export const requestAccess = async (
  call: TokenRequest,
  endpoint: TokenEndpoint,
  grant: Readonly<Record<string, string>>,
): Promise<Pick<OauthTokens, 'accessToken' | 'expiresAt'> | ServiceFault> => {
  const answer = await requestTokens(call, endpoint, grant)
  if (!isFault(answer)) return accessOf(answer, call.now)
  return ['revoked', 'wrong_client'].includes(answer.fault) ? faultOf('wrong_credentials') : answer
}

const requestTokens = async (
  { outgoing }: TokenRequest,
  { client, tokenUrl, takesBasic = false }: TokenEndpoint,
  grant: Readonly<Record<string, string>>,
): Promise<z.output<typeof TokenAnswer> | ServiceFault> => {
  const outcome = await outgoing.send({
    url: tokenUrl,
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      ...(takesBasic ? { authorization: `Basic ${basicOf(client)}` } : {}),
    },
    body: Buffer.from(
      new URLSearchParams({
        ...(takesBasic ? {} : { client_id: client.id, client_secret: client.secret }),
        ...grant,
      }).toString(),
    ),
  })
  const answer = expecting(outcome, 200, 400, 401)
  if (isFault(answer)) return answer
  const body = jsonIn(answer.body)
  if (answer.status !== 200) return faultOf(needsOwner(body) ? 'revoked' : 'wrong_client')
  const read = TokenAnswer.safeParse(body)
  return read.success ? read.data : faultOf('bad_answer')
}

/** Undefined for what is no JSON. */
export const jsonIn = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
