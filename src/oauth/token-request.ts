import { isMcpScope, isScope, legacyScope } from '#contract/scopes.ts'
import type { Audience, Resources } from './audience.ts'
import { audienceAsked } from './authorization-request.ts'
import type { OauthClient } from './client.ts'
import type { Grant } from './grant.ts'
import { everyOne, optional, type Parameters, required } from './parameters.ts'
import { OauthRefusal } from './refusal.ts'
import { explicitScopes, includes, scopesIn } from './scope-request.ts'

/** A request to the token endpoint. */
export type TokenRequest =
  | {
      readonly grantType: 'authorization_code'
      readonly code: string
      readonly redirectUri: string
      readonly codeVerifier: string | undefined
      readonly audience: Audience | undefined
    }
  | {
      readonly grantType: 'refresh_token'
      readonly refreshToken: string
      readonly scopes: readonly string[]
      readonly audience: Audience | undefined
    }

export const readTokenRequest = (client: OauthClient, parameters: Parameters, resources: Resources): TokenRequest => {
  const grantType = required(parameters, 'grant_type')
  const audience = () => audienceAsked(everyOne(parameters, 'resource'), resources)
  switch (grantType) {
    case 'authorization_code': {
      const code = required(parameters, 'code')
      const redirectUri = required(parameters, 'redirect_uri')
      const codeVerifier = client.requiresPkce
        ? required(parameters, 'code_verifier')
        : optional(parameters, 'code_verifier')
      return { grantType, code, redirectUri, codeVerifier, audience: audience() }
    }
    case 'refresh_token': {
      const refreshToken = required(parameters, 'refresh_token')
      return { grantType, refreshToken, scopes: scopesIn(optional(parameters, 'scope')), audience: audience() }
    }
    default:
      throw new OauthRefusal('unsupported_grant_type', 'The grant_type must be authorization_code or refresh_token.')
  }
}

/** Refuses a token for another resource than was granted. */
export const checkAudience = ({ audience }: Pick<Grant, 'audience'>, asked: Audience | undefined): void => {
  if (asked !== undefined && asked !== audience)
    throw new OauthRefusal('invalid_target', 'The authorization does not cover this resource.')
}

/**
 * RFC 6749 §6: no more than was granted. Undefined: all of it. Unknown names are dropped, as in the authorization
 * request.
 */
export const narrowedScopes = (
  { scopes }: Pick<Grant, 'scopes'>,
  asked: readonly string[],
): readonly string[] | undefined => {
  const known = asked.filter((scope) => isScope(scope) || isMcpScope(scope))
  const allowed = explicitScopes(scopes)
  if (known.some((scope) => !includes(allowed, scope)))
    throw new OauthRefusal('invalid_scope', 'The scope exceeds what was authorized.')
  return known.length === 0 || asked.includes(legacyScope) ? undefined : known
}
