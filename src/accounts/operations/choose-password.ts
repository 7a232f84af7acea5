import { z } from 'zod'
import { actorOf } from '#activity/index.ts'
import { Problem } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { passwordNotProven } from '../problems.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { lockCredentials, replacePassword } from '../store/credentials.ts'

/** Who has a password must confirm it to change it: that is `change_password`. */
export const choosePassword = write({
  name: 'choose_password',
  summary: 'Choose your first password',
  scopes: [],
  input: z.object({ password_hash: z.string() }),
  output: z.void(),
  problems: [passwordNotProven],

  async run(call, { password_hash: passwordHash }) {
    const { tx, principal } = call
    const account = await lockCredentials(tx, principal.userId)
    if (!account || account.passwordHash !== null) throw new Problem(passwordNotProven)
    await replacePassword(tx, account.userId, { from: null, to: passwordHash })
    await recordAccountFact(call, 'account.password_changed', account, actorOf(principal))
  },
})
