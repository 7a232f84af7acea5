import { type Audience, audienceOf, type Resources } from './audience.ts'
import type { OauthClient } from './client.ts'
import { everyOne, optional, type Parameters, required } from './parameters.ts'
import { isChallenge } from './pkce.ts'
import { OauthRefusal } from './refusal.ts'
import { impliedAudience, scopesIn, scopesToRequest } from './scope-request.ts'

/** What a client asks of a user, once the client and its redirect address are known. */
export interface AuthorizationRequest {
  readonly scopes: readonly string[]
  readonly audience: Audience
  readonly codeChallenge: string | null
}

/** Throws the refusal that is sent to the client's redirect address. */
export const readAuthorizationRequest = (
  client: OauthClient,
  parameters: Parameters,
  resources: Resources,
): AuthorizationRequest => {
  const responseType = required(parameters, 'response_type')
  if (responseType !== 'code') throw new OauthRefusal('unsupported_response_type', 'The response_type must be code.')
  if ((optional(parameters, 'response_mode') ?? 'query') !== 'query')
    throw new OauthRefusal('invalid_request', 'The response_mode must be query.')
  optional(parameters, 'state')
  const codeChallenge = readChallenge(client, parameters)
  const asked = scopesIn(optional(parameters, 'scope'))
  const audience = audienceAsked(everyOne(parameters, 'resource'), resources) ?? impliedAudience(client, asked)
  const scopes = scopesToRequest(client, asked, audience)
  if (!scopes) throw new OauthRefusal('invalid_scope', 'None of these scopes can be granted to this app.')
  return { scopes, audience, codeChallenge }
}

/** RFC 7636 §4.4.1, and S256 alone: the method `plain` protects nothing. */
const readChallenge = ({ requiresPkce }: OauthClient, parameters: Parameters): string | null => {
  const challenge = optional(parameters, 'code_challenge')
  const method = optional(parameters, 'code_challenge_method')
  if (challenge === undefined) {
    if (requiresPkce)
      throw new OauthRefusal('invalid_request', 'The parameter code_challenge is missing: PKCE is required.')
    if (method !== undefined)
      throw new OauthRefusal(
        'invalid_request',
        'The parameter code_challenge is missing: code_challenge_method was sent without it.',
      )
    return null
  }
  if (method !== 'S256') throw new OauthRefusal('invalid_request', 'The code_challenge_method must be S256.')
  if (!isChallenge(challenge))
    throw new OauthRefusal('invalid_request', 'The code_challenge must be a SHA-256 hash in base64url without padding.')
  return challenge
}

/**
 * A token is for one of our resources: two at once, or a foreign one, are refused (RFC 8707 §2). Undefined when none is
 * named.
 */
export const audienceAsked = (named: readonly string[], resources: Resources): Audience | undefined => {
  const audiences = new Set(named.map((resource) => audienceOf(resources, resource)))
  if (audiences.has(undefined)) throw new OauthRefusal('invalid_target', 'The resource is unknown.')
  if (audiences.size > 1) throw new OauthRefusal('invalid_target', 'A token can be for one resource only.')
  return [...audiences][0]
}
