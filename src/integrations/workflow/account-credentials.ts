import type { Encryption } from '#platform/crypto/encryption.ts'
import type { Database, Reader } from '#platform/db/database.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { accountContext, accountTokensContext, type SealedAccount } from '../provider-account.ts'
import type { OauthService } from '../providers/oauth.ts'
import type { AccessTokens } from '../providers/rest-client.ts'
import {
  claimAccountRefresh,
  findAccountTokens,
  releaseAccountRefresh,
  replaceAccountTokens,
} from '../store/provider-accounts.ts'
import { tokensIn } from './access-tokens.ts'

/** What it takes to talk to the service of an account. */
export interface AccountContext {
  readonly outgoing: Outgoing
  readonly reader: Reader
  /** A transaction of its own. */
  readonly keep: Database['write']
  readonly now: Date
  readonly encryption: Encryption
}

/** As they were given to `sealAccount`: each service has its own. */
export const openAccount = (
  encryption: Encryption,
  { id, credentials }: Pick<SealedAccount, 'id' | 'credentials'>,
): unknown => JSON.parse(encryption.decrypt(credentials, ...accountContext(id)))

export const sealAccount = (encryption: Encryption, id: string, credentials: object): Buffer =>
  encryption.encrypt(JSON.stringify(credentials), ...accountContext(id))

/** The tokens of an account, renewed where they are needed. */
export const accountTokens = (
  context: AccountContext,
  { organizationId, id }: Pick<SealedAccount, 'organizationId' | 'id'>,
  service: OauthService | undefined,
): AccessTokens => {
  const { reader, keep } = context
  const place = {
    sealContext: accountTokensContext(id),
    find: () => findAccountTokens(reader, organizationId, id),
    claim: (stored: Buffer, now: Date, until: Date) =>
      keep((tx) => claimAccountRefresh(tx, organizationId, id, stored, now, until)),
    release: () => keep((tx) => releaseAccountRefresh(tx, organizationId, id)),
    replace: (before: Buffer, tokens: Buffer) =>
      keep((tx) => replaceAccountTokens(tx, organizationId, id, before, tokens)),
  }
  return tokensIn(context, place, service)
}
