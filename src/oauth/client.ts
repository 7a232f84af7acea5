import { timingSafeEqual } from 'node:crypto'
import { mcpScopes } from '#contract/scopes.ts'
import { isOnOwnMachine, matchesRedirectUri } from './redirect-uri.ts'
import { hashToken } from './token.ts'

/** An application. A member registered it, it registered itself, or a document at its own address describes it. */
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

/** What it calls itself in requests. */
export const clientIdOf = ({ id, documentUrl }: Pick<OauthClient, 'id' | 'documentUrl'>): string => documentUrl ?? id

export const isPublic = ({ secretHash }: Pick<OauthClient, 'secretHash'>): boolean => secretHash === null

export const hasSecret = ({ secretHash }: Pick<OauthClient, 'secretHash'>, secret: string): boolean =>
  secretHash !== null && timingSafeEqual(secretHash, hashToken(secret))

export const mayRedirectTo = (client: OauthClient, uri: string): boolean =>
  client.redirectUris.some((registered) => matchesRedirectUri(registered, uri, { isPublic: isPublic(client) }))

/** Nobody has checked the name of these applications, so people are shown where the answer goes. */
export const isUnvouched = ({ kind }: Pick<OauthClient, 'kind'>): boolean => kind !== 'app'

/** Any program on the person's own machine may be behind such an application, under whatever name. */
export const isLocalOnly = ({ redirectUris }: Pick<OauthClient, 'redirectUris'>): boolean => redirectUris.every(isOnOwnMachine)

/** The scopes that an application may ask for if no member registered it. */
export const unvouchedScopes: readonly string[] = mcpScopes
