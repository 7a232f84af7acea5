import { recordFact } from '#activity/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { type HeldCode, judgeRedemption, type Redemption } from '../code.ts'
import type { Issued } from '../issued.ts'
import { grantRevoked } from '../resources.ts'
import { findCode, spendCode } from '../store/codes.ts'
import { lockGrant, revokeGrant } from '../store/grants.ts'
import { issueTokens } from '../store/issuing.ts'

/**
 * Tokens for a code, once. Undefined is a refusal, and what it brought about stays: when the application itself comes with a
 * code a second time, somebody else has used it, and what they got is taken back. Others who come with it change nothing.
 */
export const redeemCode = async (tx: Tx, hash: Buffer, redemption: Redemption, now: Date): Promise<Issued | undefined> => {
  const found = await findCode(tx, hash)
  if (!found || judgeRedemption(found, redemption) !== 'genuine') return undefined
  await lockGrant(tx, found.organizationId, found.grantId)
  if (await spendCode(tx, hash, found, now)) return found.holds ? issueTokens(tx, found, found.scopes, now) : undefined
  const again = await findCode(tx, hash)
  if (again?.spentAt) await takeBack(tx, again, now)
  return undefined
}

const takeBack = async (tx: Tx, code: HeldCode, now: Date): Promise<void> => {
  if (!(await revokeGrant(tx, code.organizationId, code.grantId, now))) return
  await recordFact(tx, grantRevoked(code, 'code_replayed', { type: 'system' }, now))
}
