import { setTimeout as pause } from 'node:timers/promises'
import type { Encryption } from '#platform/crypto/encryption.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import type { Deadline } from '../deadline.ts'
import { faultOf, isFault, type ServiceFault } from '../providers/fault.ts'
import {
  type OauthService,
  type OauthTokens,
  refreshTokens,
  requestAccess,
  type TokenEndpoint,
} from '../providers/oauth.ts'
import type { AccessTokens } from '../providers/rest-client.ts'

/** Where the tokens of one account are stored, encrypted for it alone. Each step is a transaction of its own. */
export interface TokenPlace {
  readonly sealContext: [string, string]
  /** Undefined when the account is gone. */
  find(): Promise<Buffer | undefined>
  /** Of many that find the same tokens out of date, one may renew them until `until`. */
  claim(stored: Buffer, now: Date, until: Date): Promise<boolean>
  /** They could not be renewed: another may try. */
  release(): Promise<void>
  /** In place of `before`: what a new consent has brought meanwhile stays. */
  replace(before: Buffer, tokens: Buffer): Promise<void>
}

interface TokenContext {
  readonly outgoing: Outgoing
  readonly encryption: Encryption
  readonly now: Date
}

/** A token that ends sooner than this is renewed first: a sync takes a while. */
const marginMilliseconds = 60_000
/** Longer than the request for new ones can take. */
const leaseMilliseconds = 30_000
const pauseMilliseconds = 100

/** The stored tokens of an account. One process at a time renews them; the others wait for what it gets. */
export const tokensIn = (
  context: TokenContext,
  place: TokenPlace,
  service: OauthService | undefined,
): AccessTokens => ({
  async get(deadline: Deadline, rejected?: string): Promise<string | ServiceFault> {
    while (deadline.leftMilliseconds() > 0) {
      const stored = await place.find()
      if (!stored) return faultOf('revoked')
      const tokens = openTokens(context.encryption, place.sealContext, stored)
      if (tokens.accessToken !== rejected && tokens.expiresAt > context.now.getTime() + marginMilliseconds)
        return tokens.accessToken
      const renewed = await renewTokens(context, place, service, stored, tokens)
      if (renewed) return isFault(renewed) ? renewed : renewed.accessToken
      await pause(pauseMilliseconds)
    }
    return faultOf('timed_out')
  },
})

/** Undefined when another process is at it. */
const renewTokens = async (
  context: TokenContext,
  place: TokenPlace,
  service: OauthService | undefined,
  stored: Buffer,
  tokens: OauthTokens,
): Promise<OauthTokens | ServiceFault | undefined> => {
  const { encryption, now } = context
  if (!(await place.claim(stored, now, new Date(now.getTime() + leaseMilliseconds)))) return undefined
  const renewed = service ? await refreshTokens(context, service, tokens) : faultOf('wrong_client')
  if (isFault(renewed)) await place.release()
  else await place.replace(stored, sealTokens(encryption, place.sealContext, renewed))
  return renewed
}

export const sealTokens = (encryption: Encryption, context: [string, string], tokens: OauthTokens): Buffer =>
  encryption.encrypt(JSON.stringify(tokens), ...context)

const openTokens = (encryption: Encryption, context: [string, string], stored: Buffer): OauthTokens =>
  JSON.parse(encryption.decrypt(stored, ...context)) as OauthTokens

/** Of a consent that is not kept yet. */
export const grantedTokens = (tokens: OauthTokens): AccessTokens => ({
  get: async (_, rejected) => (rejected === undefined ? tokens.accessToken : faultOf('revoked')),
})

/** Of an app that signs in by itself. Nothing is stored: another process asks for its own. */
export const appTokens = (
  context: Pick<TokenContext, 'outgoing' | 'now'>,
  endpoint: TokenEndpoint,
  grant: Readonly<Record<string, string>>,
): AccessTokens => {
  let last: string | undefined
  return {
    async get(_, rejected) {
      if (last !== undefined && last !== rejected) return last
      const access = await requestAccess(context, endpoint, grant)
      if (isFault(access)) return access
      last = access.accessToken
      return last
    },
  }
}
