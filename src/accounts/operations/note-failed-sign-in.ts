import { z } from 'zod'
import { system } from '#activity/index.ts'
import { open } from '#contract/operation.ts'
import { findCredentialsOf } from '../store/credentials.ts'
import { tellOfAccount } from '../store/telling.ts'

export const noteFailedSignIn = open({
  name: 'note_failed_sign_in',
  summary: 'Write down that somebody tried to sign in as a member, and could not',
  input: z.object({ user_id: z.string() }),
  output: z.void(),

  async run(call, { user_id: userId }) {
    const account = await findCredentialsOf(call.tx, userId)
    // The system is the actor: we know whose account was tried, not who tried.
    if (account) await tellOfAccount(call, 'account.sign_in_failed', account, system)
  },
})
