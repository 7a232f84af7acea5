/** The error codes of the RFCs. Programs compare them. */
type RefusalCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'too_many_requests'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'

/** A refusal of the authorization server: `{ error, error_description }`. */
export class OauthRefusal extends Error {
  override readonly name = 'OauthRefusal'
  readonly code: RefusalCode
  readonly status: number

  constructor(code: RefusalCode, description: string, status = 400) {
    super(description)
    this.code = code
    this.status = status
  }

  get body(): { readonly error: RefusalCode; readonly error_description: string } {
    return { error: this.code, error_description: this.message }
  }
}

/** One text for everything that can be wrong with a code or a refresh token, so that attackers cannot tell which. */
export const invalidGrant = (): OauthRefusal =>
  new OauthRefusal('invalid_grant', 'The authorization grant is invalid, expired, or revoked.')

export const invalidClient = (): OauthRefusal =>
  new OauthRefusal('invalid_client', 'The client is unknown, or its credentials are wrong.', 401)
