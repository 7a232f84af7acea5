import { z } from 'zod'
import { missing } from '#contract/problem.ts'
import { open } from '#execution/operation.ts'
import { revokeTokensOfUser } from '#oauth/index.ts'
import { findAccountByEmail, updateUser } from '#organizations/index.ts'
import { accountOwner } from '../account.ts'
import { linkHash, linkPurposes } from '../account-link.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { findLink, spendLink, withdrawLinks } from '../store/account-links.ts'
import { lockCredentials } from '../store/credentials.ts'
import { deleteSessionsOf } from '../store/sessions.ts'

export const confirmEmailChange = open({
  name: 'confirm_email_change',
  summary:
    'Take another e-mail address by the link that was sent there; other browsers are signed out, and tokens stop working',
  // The session in which the link is opened, if it is the user's own, goes on.
  input: z.object({ code: z.string().max(200), session_id: z.string().optional() }),
  output: z.object({ email: z.string() }),

  async run(call, { code, session_id: sessionId }) {
    const { tx, now } = call
    const link = await findLink(tx, linkHash('email_change', code), now)
    if (!link || !(await spendLink(tx, link.organizationId, link.id, now))) throw missing()
    const account = await lockCredentials(tx, link.userId)
    const holder = await findAccountByEmail(tx, link.email)
    if (!account || (holder && holder.id !== account.userId)) throw missing()

    await updateUser(tx, account.userId, { email: link.email }, now)
    // Links that were sent to the old address must not open the account at the new one.
    await withdrawLinks(tx, account.userId, linkPurposes, now)
    await deleteSessionsOf(tx, account.userId, { except: sessionId })
    await revokeTokensOfUser(tx, account.userId, now)
    await recordAccountFact(call, 'account.email_changed', account, accountOwner(account), {
      previous_email: account.email,
    })
    return { email: link.email }
  },
})
