import { z } from 'zod'
import { invalid } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { passwordNotProven } from '../problems.ts'
import { lockConfirmed } from '../store/credentials.ts'
import { keepPendingSecret } from '../store/second-factor.ts'
import { newTotpSecret } from '../totp.ts'

export const beginSecondFactor = write({
  name: 'begin_second_factor',
  summary: 'Make the secret of a second factor; it is in force once a code of it was given',
  scopes: [],
  input: z.object({ proven_hash: z.string().optional() }),
  output: z.void(),
  problems: [passwordNotProven],

  async run({ tx, principal, encryption }, { proven_hash: proven }) {
    const account = await lockConfirmed(tx, principal, proven)
    const kept = await keepPendingSecret(
      tx,
      account.userId,
      encryption.encrypt(newTotpSecret(), 'totp', account.userId),
    )
    if (!kept) throw invalid({ parameter: 'base', reason: 'second_factor_exists' })
  },
})
