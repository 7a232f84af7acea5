import type { OauthClientKeys } from '#platform/config.ts'

/** Where the members of an organization sign in: an OpenID provider. */
export interface SignInProvider {
  /** In its addresses: `company` for the operator's, the id of the organization for one of its owner's. */
  readonly key: string
  readonly organizationId: string
  readonly name: string
  readonly issuer: string
  readonly client: OauthClientKeys
  /** Of addresses that the provider may vouch for. */
  readonly domains: readonly string[]
  readonly trustsEmail: boolean
  readonly addsMembers: boolean
  readonly groupsClaim: string
  readonly adminGroup: string | undefined
}

/** The key of the provider that the operator's settings name. */
export const operatorKey = 'company'

/** One address for each provider, so that the answer of one cannot be taken for that of another. */
export const providerPath = (key: string): string => `/login/with/${key}`

export const callbackUrl = (auth: string, key: string): string => `${auth}${providerPath(key)}/callback`

const google = 'https://accounts.google.com'

/** Google has accounts with addresses of any domain; only those that belong to the domain itself have its name as `hd`. */
export const namesHostedDomain = ({ issuer }: Pick<SignInProvider, 'issuer'>): boolean =>
  issuer.replace(/\/$/, '') === google
