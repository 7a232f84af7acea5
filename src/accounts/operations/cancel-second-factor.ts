import { z } from 'zod'
import { write } from '#execution/operation.ts'
import { lockCredentials } from '../store/credentials.ts'
import { removeSecret } from '../store/second-factor.ts'

export const cancelSecondFactor = write({
  name: 'cancel_second_factor',
  summary: 'Forget the secret of a second factor that is not in force yet',
  scopes: [],
  input: z.object({}),
  output: z.void(),

  async run({ tx, principal }) {
    const account = await lockCredentials(tx, principal.userId)
    if (account && !account.hasSecondFactor) await removeSecret(tx, account.userId)
  },
})
