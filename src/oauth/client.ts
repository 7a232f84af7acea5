import { timingSafeEqual } from 'node:crypto'
import { mcpScopes } from '#contract/scopes.ts'
import { isOnOwnMachine, matchesRedirectUri } from './redirect-uri.ts'
import { hashToken } from './token.ts'

/** An application: registered by a member, registered by itself, or described by a document at its own address. */
export interface OauthClient {
  readonly id: string
  readonly kind: 'app' | 'dynamic' | 'document'
  readonly documentUrl: string | null
  readonly documentExpiresAt: Date | null
  readonly name: string
  /** Null for a public client, which cannot keep a secret. */
  readonly secretHash: Buffer | null
  readonly redirectUris: readonly string[]
  readonly scopes: readonly string[]
  readonly isLegacy: boolean
  readonly requiresPkce: boolean
}

/** Its `client_id` in requests. */
export const clientIdOf = ({ id, documentUrl }: Pick<OauthClient, 'id' | 'documentUrl'>): string => documentUrl ?? id

export const isPublic = ({ secretHash }: Pick<OauthClient, 'secretHash'>): boolean => secretHash === null

export const hasSecret = ({ secretHash }: Pick<OauthClient, 'secretHash'>, secret: string): boolean =>
  secretHash !== null && timingSafeEqual(secretHash, hashToken(secret))

export const mayRedirectTo = (client: OauthClient, uri: string): boolean =>
  client.redirectUris.some((registered) => matchesRedirectUri(registered, uri, { isPublic: isPublic(client) }))

/** The names of these applications are unverified, so users are shown where the answer is sent. */
export const isUnverified = ({ kind }: Pick<OauthClient, 'kind'>): boolean => kind !== 'app'

/** Any program on the user's own machine may be such an application, under any name. */
export const isLocalOnly = ({ redirectUris }: Pick<OauthClient, 'redirectUris'>): boolean =>
  redirectUris.every(isOnOwnMachine)

/** The scopes for applications that no member registered. */
export const unverifiedClientScopes: readonly string[] = mcpScopes
