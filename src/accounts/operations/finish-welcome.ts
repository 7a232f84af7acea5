import { z } from 'zod'
import { actorOf } from '#activity/index.ts'
import { existing } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { updateUser } from '#organizations/index.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { lockCredentials } from '../store/credentials.ts'

export const finishWelcome = write({
  name: 'finish_welcome',
  summary: 'End the first run of your account',
  scopes: [],
  input: z.object({}),
  output: z.void(),

  async run(call) {
    const { tx, principal, now } = call
    const account = existing(await lockCredentials(tx, principal.userId))
    const hasChanged = await updateUser(tx, account.userId, { awaitsWelcome: false }, now)
    if (hasChanged) await recordAccountFact(call, 'account.profile_changed', account, actorOf(principal))
  },
})
