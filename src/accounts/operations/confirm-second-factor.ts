import { z } from 'zod'
import { actorOf } from '#activity/index.ts'
import { invalid, missing } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { lockCaller } from '#oauth/index.ts'
import { newRecoveryCodes, recoveryHash } from '../recovery-code.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { lockCredentials } from '../store/credentials.ts'
import { confirmSecret, findSecondFactor } from '../store/second-factor.ts'
import { deleteSessionsOf } from '../store/sessions.ts'
import { stepOfCode } from '../totp.ts'

export const confirmSecondFactor = write({
  name: 'confirm_second_factor',
  summary: 'Turn the second factor on with its first code; gives the recovery codes, this once',
  scopes: [],
  input: z.object({ code: z.string().max(100) }),
  output: z.object({ recovery_codes: z.array(z.string()) }),

  async run(call, { code }) {
    const { tx, principal, encryption, now } = call
    const account = await lockCredentials(tx, principal.userId)
    await lockCaller(tx, principal)
    const factor = await findSecondFactor(tx, principal.userId)
    if (!account || !factor || factor.confirmedAt) throw missing()
    const step = stepOfCode(encryption.decrypt(factor.sealedSecret, 'totp', account.userId), code, now, factor.lastStep)
    if (step === undefined) throw invalid({ parameter: 'code', reason: 'wrong_first_code' })

    const codes = newRecoveryCodes()
    const recoveryHashes = codes.map((one) => recoveryHash(account.userId, one))
    if (!(await confirmSecret(tx, account.userId, { sealedSecret: factor.sealedSecret, step, recoveryHashes }, now)))
      throw missing()
    // Sessions in other browsers began without a code, so they end.
    await deleteSessionsOf(tx, account.userId, {
      except: principal.via.kind === 'session' ? principal.via.sessionId : undefined,
    })
    await recordAccountFact(call, 'account.second_factor_enabled', account, actorOf(principal))
    return { recovery_codes: [...codes] }
  },
})
