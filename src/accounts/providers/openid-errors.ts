import type { SignInRule } from '../sign-in-rules.ts'

const ofClaims: Readonly<Record<string, SignInRule>> = {
  nonce: 'nonce_differs',
  aud: 'audience_differs',
  azp: 'authorized_party_differs',
  iss: 'issuer_differs',
  exp: 'token_expired',
  nbf: 'clock_differs',
}

/** RFC 6749, 5.2. */
const ofErrors: Readonly<Record<string, SignInRule>> = {
  invalid_grant: 'code_refused',
  invalid_client: 'client_refused',
  unauthorized_client: 'client_refused',
}

interface Link {
  readonly message?: string
  readonly code?: string
  readonly error?: string
  readonly rule?: SignInRule
  readonly claim?: string
  readonly cause?: unknown
}

/** The rule that failed, from the error of the client and what caused it. */
export const whyRefused = (error: unknown, otherwise: SignInRule): SignInRule => {
  for (let link = error as Link | undefined; link !== null && typeof link === 'object'; link = link.cause as Link) {
    const found = ruleOf(link)
    if (found) return found
  }
  return otherwise
}

const ruleOf = ({ message = '', code, error, rule, claim }: Link): SignInRule | undefined => {
  if (rule) return rule
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return 'sign_in_denied'
  if (code === 'OAUTH_RESPONSE_BODY_ERROR') return ofErrors[error ?? ''] ?? 'token_invalid'
  if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return 'client_refused'
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return 'provider_away'
  if (claim !== undefined && ofClaims[claim]) return ofClaims[claim]
  if (code === 'OAUTH_KEY_SELECTION_FAILED') return 'signature_invalid'
  // The client has one code for these, and texts of its own.
  if (/signature|"alg"|JWS algorithm/.test(message)) return 'signature_invalid'
  if (/"nonce"/.test(message)) return 'nonce_differs'
  if (/response parameter "iss"|"iss" \(issuer\)/.test(message)) return 'issuer_differs'
  if (/response parameter "state"/.test(message)) return 'state_invalid'
  return undefined
}
