import { z } from 'zod'
import { actorOf } from '#activity/index.ts'
import { missing } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { passwordNotProven } from '../problems.ts'
import { newRecoveryCodes, recoveryHash } from '../recovery-code.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { lockConfirmed } from '../store/credentials.ts'
import { replaceRecoveryCodes } from '../store/second-factor.ts'

export const renewRecoveryCodes = write({
  name: 'renew_recovery_codes',
  summary: 'Make new recovery codes, shown this once; those from before stop working',
  scopes: [],
  input: z.object({ proven_hash: z.string().optional() }),
  output: z.object({ recovery_codes: z.array(z.string()) }),
  problems: [passwordNotProven],

  async run(call, { proven_hash: proven }) {
    const { tx, principal } = call
    const account = await lockConfirmed(tx, principal, proven)
    const codes = newRecoveryCodes()
    const hashes = codes.map((one) => recoveryHash(account.userId, one))
    if (!(await replaceRecoveryCodes(tx, account.userId, hashes))) throw missing()
    await recordAccountFact(call, 'account.recovery_codes_renewed', account, actorOf(principal))
    return { recovery_codes: [...codes] }
  },
})
