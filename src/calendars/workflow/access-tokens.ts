import { setTimeout as pause } from 'node:timers/promises'
import type { CalendarClients } from '#platform/config.ts'
import type { Encryption } from '#platform/crypto/encryption.ts'
import type { Database, Reader } from '#platform/db/database.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { type OauthKind, tokensContext } from '../connection.ts'
import { faultOf, isFault, type ProviderFault } from '../providers/fault.ts'
import { type OauthTokens, refreshTokens } from '../providers/oauth.ts'
import type { Deadline } from '../providers/provider.ts'
import type { AccessTokens } from '../providers/rest-client.ts'
import { claimRefresh, findTokens, releaseRefresh, replaceTokens } from '../store/tokens.ts'

/** What it takes to talk to calendar services: an operation has it before its transaction begins, and so have jobs. */
export interface ProviderContext {
  readonly outgoing: Outgoing
  readonly reader: Reader
  /** A transaction of its own. */
  readonly keep: Database['write']
  readonly now: Date
  readonly encryption: Encryption
  readonly calendarClients: CalendarClients
}

/** A token that ends sooner than this is renewed first: a sync takes a while. */
const marginMilliseconds = 60_000
/** Longer than the request for new ones can take. */
const leaseMilliseconds = 30_000
const pauseMilliseconds = 100

interface ConnectionOfTokens {
  readonly organizationId: string
  readonly id: string
  readonly kind: OauthKind
}

/** The tokens of a connection. One process at a time renews them; the others wait for what it gets. */
export const storedTokens = (context: ProviderContext, connection: ConnectionOfTokens): AccessTokens => ({
  async get(deadline: Deadline, rejected?: string): Promise<string | ProviderFault> {
    const { reader, encryption, now } = context
    const { organizationId, id } = connection
    while (deadline.leftMilliseconds() > 0) {
      const stored = await findTokens(reader, organizationId, id)
      if (!stored) return faultOf('revoked')
      const tokens = openTokens(encryption, id, stored)
      if (tokens.accessToken !== rejected && tokens.expiresAt > now.getTime() + marginMilliseconds)
        return tokens.accessToken
      const renewed = await renewTokens(context, connection, stored, tokens)
      if (renewed) return isFault(renewed) ? renewed : renewed.accessToken
      await pause(pauseMilliseconds)
    }
    return faultOf('timed_out')
  },
})

/** Undefined when another process is at it. */
const renewTokens = async (
  context: ProviderContext,
  { organizationId, id, kind }: ConnectionOfTokens,
  stored: Buffer,
  tokens: OauthTokens,
): Promise<OauthTokens | ProviderFault | undefined> => {
  const { keep, encryption, now } = context
  const until = new Date(now.getTime() + leaseMilliseconds)
  if (!(await keep((tx) => claimRefresh(tx, organizationId, id, stored, now, until)))) return undefined
  const renewed = await refreshTokens(context, kind, tokens)
  await keep((tx) =>
    isFault(renewed)
      ? releaseRefresh(tx, organizationId, id)
      : replaceTokens(tx, organizationId, id, stored, sealTokens(encryption, id, renewed)),
  )
  return renewed
}

export const sealTokens = (encryption: Encryption, connectionId: string, tokens: OauthTokens): Buffer =>
  encryption.encrypt(JSON.stringify(tokens), ...tokensContext(connectionId))

const openTokens = (encryption: Encryption, connectionId: string, stored: Buffer): OauthTokens =>
  JSON.parse(encryption.decrypt(stored, ...tokensContext(connectionId))) as OauthTokens

/** Of a consent that is not kept yet. */
export const grantedTokens = (tokens: OauthTokens): AccessTokens => ({
  get: async (_, rejected) => (rejected === undefined ? tokens.accessToken : faultOf('revoked')),
})
