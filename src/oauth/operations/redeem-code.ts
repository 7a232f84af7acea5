import { z } from 'zod'
import { recordFact } from '#activity/index.ts'
import { open } from '#execution/operation.ts'
import { checkRedemption, type Redemption } from '../code.ts'
import type { Issued } from '../issued.ts'
import { grantRevoked } from '../resources.ts'
import { countWrongVerifier, lockCode, spendCode } from '../store/codes.ts'
import { revokeGrant } from '../store/grants.ts'
import { issueTokens } from '../store/issuing.ts'

/**
 * Issues tokens for a code, once. Undefined is a refusal whose effects are committed: when the client itself sends a
 * code a second time, it may have been stolen, and what was issued is revoked. A wrong verifier is counted; other
 * clients change nothing.
 */
export const redeemCode = open({
  name: 'redeem_code',
  summary: 'Issue tokens for an authorization code',
  input: z.object({ hash: z.instanceof(Buffer), redemption: z.custom<Redemption>() }),
  output: z.custom<Issued | undefined>(),

  async run({ tx, now }, { hash, redemption }) {
    const code = await lockCode(tx, hash)
    if (!code) return undefined
    const { organizationId, grantId } = code
    const judgement = checkRedemption(code, redemption)
    if (judgement === 'wrong_verifier') await countWrongVerifier(tx, organizationId, hash)
    if (judgement !== 'genuine') return undefined
    if (code.spentAt) {
      if (await revokeGrant(tx, organizationId, grantId, now))
        await recordFact(tx, grantRevoked(code, 'code_replayed', { type: 'system' }, now))
      return undefined
    }
    return (await spendCode(tx, hash, code, now)) && code.holds ? issueTokens(tx, code, code.scopes, now) : undefined
  },
})
