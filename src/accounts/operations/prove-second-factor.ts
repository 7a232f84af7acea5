import { z } from 'zod'
import { invalid, missing } from '#contract/problem.ts'
import { type OpenCall, open } from '#execution/operation.ts'
import { accountOwner } from '../account.ts'
import { recoveryHash } from '../recovery-code.ts'
import { BegunSession } from '../resources.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { type Credentials, lockCredentials } from '../store/credentials.ts'
import { findSecondFactor, spendRecoveryCode, spendStep } from '../store/second-factor.ts'
import { deleteSession, startSession } from '../store/sessions.ts'
import { stepOfCode } from '../totp.ts'

export const proveSecondFactor = open({
  name: 'prove_second_factor',
  summary: 'Finish signing in with the code of the second factor, or with a recovery code',
  // The session that began with the right password. It is replaced, so that its key becomes worthless.
  input: z.object({ user_id: z.string(), session_id: z.string(), code: z.string().max(100), device: z.string() }),
  output: BegunSession,

  async run(call, { user_id: userId, session_id: sessionId, code, device }) {
    const { tx, now } = call
    const account = await lockCredentials(tx, userId)
    if (!account || !(await deleteSession(tx, userId, sessionId))) throw missing()
    if (!(await isSpent(call, account, code))) throw invalid({ parameter: 'code', reason: 'wrong_code' })

    await recordAccountFact(call, 'account.signed_in', account, accountOwner(account))
    return startSession(tx, { userId, awaitsCode: false, device }, now)
  },
})

/** Whether the code was right. That spends it, so that it cannot be used twice. */
const isSpent = async (call: OpenCall, account: Credentials, code: string): Promise<boolean> => {
  const { tx, encryption, now } = call
  const factor = await findSecondFactor(tx, account.userId)
  if (!factor?.confirmedAt) return false
  const step = stepOfCode(encryption.decrypt(factor.sealedSecret, 'totp', account.userId), code, now, factor.lastStep)
  if (step !== undefined) return spendStep(tx, account.userId, step)
  if (!(await spendRecoveryCode(tx, account.userId, recoveryHash(account.userId, code)))) return false
  await recordAccountFact(call, 'account.recovery_code_used', account, accountOwner(account), {
    recovery_codes_left: factor.recoveryCodesLeft - 1,
  })
  return true
}
