import { z } from 'zod'
import { missing } from '#contract/problem.ts'
import { open } from '#execution/operation.ts'
import { revokeTokensOfUser } from '#oauth/index.ts'
import { accountOwner } from '../account.ts'
import { linkHash, linkPurposes } from '../account-link.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { findLink, spendLink, withdrawLinks } from '../store/account-links.ts'
import { lockCredentials, replacePassword } from '../store/credentials.ts'
import { deleteSessionsOf } from '../store/sessions.ts'

export const resetPassword = open({
  name: 'reset_password',
  summary: 'Set a new password by a link; whoever was signed in is signed out, and tokens stop working',
  input: z.object({ code: z.string().max(200), password_hash: z.string() }),
  output: z.object({ email: z.string() }),

  async run(call, { code, password_hash: passwordHash }) {
    const { tx, now } = call
    const link = await findLink(tx, linkHash('password_reset', code), now)
    if (!link || !(await spendLink(tx, link.organizationId, link.id, now))) throw missing()
    const account = await lockCredentials(tx, link.userId)
    if (!account || !(await replacePassword(tx, account.userId, { from: account.passwordHash, to: passwordHash })))
      throw missing()

    await withdrawLinks(tx, account.userId, linkPurposes, now)
    await deleteSessionsOf(tx, account.userId)
    await revokeTokensOfUser(tx, account.userId, now)
    await recordAccountFact(call, 'account.password_changed', account, accountOwner(account))
    return { email: account.email }
  },
})
