import { type AccessTokens, tokensIn } from '#integrations/index.ts'
import type { OauthClients } from '#platform/config.ts'
import type { Encryption } from '#platform/crypto/encryption.ts'
import type { Database, Reader } from '#platform/db/database.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { type OauthKind, tokensContext } from '../connection.ts'
import { oauthServiceOf } from '../providers/oauth.ts'
import { claimRefresh, findTokens, releaseRefresh, replaceTokens } from '../store/tokens.ts'

/** What it takes to talk to calendar services: an operation has it before its transaction begins, and so have jobs. */
export interface ProviderContext {
  readonly outgoing: Outgoing
  readonly reader: Reader
  /** A transaction of its own. */
  readonly keep: Database['write']
  readonly now: Date
  readonly encryption: Encryption
  readonly oauthClients: OauthClients
}

interface ConnectionOfTokens {
  readonly organizationId: string
  readonly id: string
  readonly kind: OauthKind
}

/** The tokens of a connection, renewed where they are needed. */
export const storedTokens = (
  context: ProviderContext,
  { organizationId, id, kind }: ConnectionOfTokens,
): AccessTokens => {
  const { reader, keep } = context
  const place = {
    sealContext: tokensContext(id),
    find: () => findTokens(reader, organizationId, id),
    claim: (stored: Buffer, now: Date, until: Date) =>
      keep((tx) => claimRefresh(tx, organizationId, id, stored, now, until)),
    release: () => keep((tx) => releaseRefresh(tx, organizationId, id)),
    replace: (before: Buffer, tokens: Buffer) => keep((tx) => replaceTokens(tx, organizationId, id, before, tokens)),
  }
  return tokensIn(context, place, oauthServiceOf(kind, context.oauthClients))
}
