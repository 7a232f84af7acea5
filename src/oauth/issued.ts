import { type Links, uriOf } from '#contract/wire.ts'
import { accessTokenLifetimeSeconds } from './grant.ts'

/** The tokens issued for a code or a refresh token; shown only now. */
export interface Issued {
  readonly accessToken: string
  readonly refreshToken: string
  readonly scopes: readonly string[]
  readonly createdAt: Date
  readonly userId: string
  readonly organizationId: string
}

/** In the specification's shape: whole seconds, and no nulls. */
export const toTokenAnswer = (issued: Issued, links: Links) => ({
  access_token: issued.accessToken,
  refresh_token: issued.refreshToken,
  token_type: 'Bearer',
  expires_in: accessTokenLifetimeSeconds,
  created_at: secondsOf(issued.createdAt),
  scope: issued.scopes.join(' '),
  owner: uriOf(links, 'users', issued.userId),
  organization: uriOf(links, 'organizations', issued.organizationId),
})

export const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000)
