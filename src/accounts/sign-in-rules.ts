/**
 * Why somebody could not sign in with the provider of their company: the rule that failed. Pages show the name, so that
 * an admin can search the activity log and the guide for it; names never change.
 */
export const signInRules = [
  // Before the answer of the provider is read.
  'provider_unknown',
  'provider_away',
  'provider_unsafe',
  'discovery_failed',
  'state_invalid',
  'sign_in_denied',
  // The answer.
  'client_refused',
  'code_refused',
  'token_invalid',
  'signature_invalid',
  'issuer_differs',
  'audience_differs',
  'authorized_party_differs',
  'nonce_differs',
  'token_expired',
  'clock_differs',
  // Whose account it is.
  'address_missing',
  'address_unverified',
  'domain_unproven',
  'hosted_domain_differs',
  'account_elsewhere',
  'membership_ended',
  'admin_not_linked',
  'not_invited',
  'already_linked',
  'linked_to_another',
] as const

export type SignInRule = (typeof signInRules)[number]

export class SignInRefused extends Error {
  override readonly name = 'SignInRefused'
  readonly rule: SignInRule
  /** What the provider says of the person's address, as far as it got. */
  readonly email: string | undefined

  constructor(
    rule: SignInRule,
    { email, cause }: { readonly email?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super(rule, { cause })
    this.rule = rule
    this.email = email
  }
}
