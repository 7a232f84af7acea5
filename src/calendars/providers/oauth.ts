import { z } from 'zod'
import type { CalendarClients } from '#platform/config.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { day } from '#platform/time/durations.ts'
import { type OauthKind, oauthKinds } from '../connection.ts'
import { expecting, faultOf, isFault, type ProviderFault } from './fault.ts'

/** What a calendar service gives for a consent. */
export interface OauthTokens {
  readonly accessToken: string
  /** In milliseconds since 1970. */
  readonly expiresAt: number
  readonly refreshToken: string
  /** When the owner agreed, in milliseconds since 1970. */
  readonly grantedAt: number
}

interface OauthService {
  authorizeUrl(clients: CalendarClients): string
  tokenUrl(clients: CalendarClients): string
  readonly scopes: readonly string[]
  /** Beside those of RFC 6749 and RFC 7636. */
  readonly parameters: Readonly<Record<string, string>>
}

const microsoftUrl = ({ microsoft }: CalendarClients, endpoint: string): string =>
  `https://login.microsoftonline.com/${microsoft?.tenant ?? 'common'}/oauth2/v2.0/${endpoint}`

/** The addresses are fixed: no tenant can name others. */
const services: Readonly<Record<OauthKind, OauthService>> = {
  google: {
    authorizeUrl: () => 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: () => 'https://oauth2.googleapis.com/token',
    scopes: [
      'https://www.googleapis.com/auth/calendar.events',
      'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
    ],
    // Without `consent` Google gives a refresh token only the first time.
    parameters: { access_type: 'offline', prompt: 'consent' },
  },
  microsoft: {
    authorizeUrl: (clients) => microsoftUrl(clients, 'authorize'),
    tokenUrl: (clients) => microsoftUrl(clients, 'token'),
    scopes: ['offline_access', 'User.Read', 'Calendars.ReadWrite'],
    parameters: { response_mode: 'query', prompt: 'select_account' },
  },
}

/** Where browsers are sent, for the policy of the page that sends them. */
export const consentOrigins = (clients: CalendarClients): readonly string[] =>
  oauthKinds.filter((kind) => clients[kind]).map((kind) => new URL(services[kind].authorizeUrl(clients)).origin)

/** Where the owner agrees that we read and write their calendars. */
export const consentUrl = (
  kind: OauthKind,
  clients: CalendarClients,
  { state, challenge }: { state: string; challenge: string },
): string => {
  const { authorizeUrl, scopes, parameters } = services[kind]
  const query = new URLSearchParams({
    ...{
      client_id: clients[kind]?.id ?? '',
      redirect_uri: clients.redirectUri,
      response_type: 'code',
      scope: scopes.join(' '),
    },
    ...{ state, code_challenge: challenge, code_challenge_method: 'S256' },
    ...parameters,
  })
  return `${authorizeUrl(clients)}?${query}`
}

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().optional(),
})

interface TokenRequest {
  readonly outgoing: Outgoing
  readonly calendarClients: CalendarClients
  readonly now: Date
}

export const exchangeCode = async (
  call: TokenRequest,
  kind: OauthKind,
  { code, verifier }: { code: string; verifier: string },
): Promise<OauthTokens | ProviderFault> => {
  const grant = {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: call.calendarClients.redirectUri,
  }
  const answer = await requestTokens(call, kind, grant)
  if (isFault(answer)) return answer.fault === 'revoked' ? faultOf('consent_expired') : answer
  const { refresh_token: refreshToken, scope } = answer
  if (
    refreshToken === undefined ||
    (kind === 'google' && !services.google.scopes.every((one) => scope?.split(' ').includes(one)))
  ) {
    return faultOf('consent_incomplete')
  }
  return { ...accessOf(answer, call.now), refreshToken, grantedAt: call.now.getTime() }
}

export const refreshTokens = async (
  call: TokenRequest,
  kind: OauthKind,
  tokens: OauthTokens,
): Promise<OauthTokens | ProviderFault> => {
  const answer = await requestTokens(call, kind, { grant_type: 'refresh_token', refresh_token: tokens.refreshToken })
  if (isFault(answer))
    return answer.fault === 'revoked' && isTesting(kind, tokens, call.now) ? faultOf('revoked_in_testing') : answer
  // Microsoft gives a new refresh token each time, Google keeps the first.
  return {
    ...accessOf(answer, call.now),
    refreshToken: answer.refresh_token ?? tokens.refreshToken,
    grantedAt: tokens.grantedAt,
  }
}

/** Google ends what was granted to an app in testing after seven days, and does not say that this was the reason. */
const isTesting = (kind: OauthKind, { grantedAt }: OauthTokens, now: Date): boolean => {
  const days = (now.getTime() - grantedAt) / day
  return kind === 'google' && days >= 7 && days < 8
}

const accessOf = ({ access_token, expires_in }: z.output<typeof TokenAnswer>, now: Date) => ({
  accessToken: access_token,
  expiresAt: now.getTime() + expires_in * 1000,
})

/** Only a new consent of the owner helps. Microsoft has more words for it than RFC 6749. */
const askOwner = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required']

const requestTokens = async (
  { outgoing, calendarClients }: TokenRequest,
  kind: OauthKind,
  grant: Readonly<Record<string, string>>,
): Promise<z.output<typeof TokenAnswer> | ProviderFault> => {
  const client = calendarClients[kind]
  if (!client) return faultOf('wrong_client')
  const outcome = await outgoing.send({
    url: services[kind].tokenUrl(calendarClients),
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: Buffer.from(new URLSearchParams({ client_id: client.id, client_secret: client.secret, ...grant }).toString()),
  })
  const answer = expecting(outcome, 200, 400, 401)
  if (isFault(answer)) return answer
  const body = jsonIn(answer.body)
  if (answer.status !== 200)
    return faultOf(
      askOwner.includes(String((body as { error?: unknown } | undefined)?.error)) ? 'revoked' : 'wrong_client',
    )
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
