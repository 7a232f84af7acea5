import { z } from 'zod'
import { system } from '#activity/index.ts'
import { open } from '#execution/operation.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { findCredentialsOf } from '../store/credentials.ts'

export const noteFailedSignIn = open({
  name: 'note_failed_sign_in',
  summary: 'Write down that somebody tried to sign in as a member, and could not',
  input: z.object({ user_id: z.string() }),
  output: z.void(),

  async run(call, { user_id: userId }) {
    const account = await findCredentialsOf(call.tx, userId)
    // The system is the actor: we know whose account was tried, not who tried.
    if (account) await recordAccountFact(call, 'account.sign_in_failed', account, system)
  },
})
