import { z } from 'zod'
import { actorOf } from '#activity/index.ts'
import { write } from '#execution/operation.ts'
import { passwordNotProven } from '../problems.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { lockConfirmed } from '../store/credentials.ts'
import { removeSecret } from '../store/second-factor.ts'

export const removeSecondFactor = write({
  name: 'remove_second_factor',
  summary: 'Turn your second factor off',
  scopes: [],
  input: z.object({ proven_hash: z.string().optional() }),
  output: z.object({ removed: z.boolean() }),
  problems: [passwordNotProven],

  async run(call, { proven_hash: proven }) {
    const { tx, principal } = call
    const account = await lockConfirmed(tx, principal, proven)
    if (!(await removeSecret(tx, account.userId))) return { removed: false }
    // A secret that was never confirmed was never in force, so its removal is not recorded.
    if (account.hasSecondFactor)
      await recordAccountFact(call, 'account.second_factor_disabled', account, actorOf(principal))
    return { removed: account.hasSecondFactor }
  },
})
