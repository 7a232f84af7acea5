import { z } from 'zod'
import { system } from '#activity/index.ts'
import { open } from '#contract/operation.ts'
import { firstLinkLifetimeMilliseconds } from '../account-link.ts'
import { SentLink } from '../resources.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { issueLink, withdrawLinks } from '../store/account-links.ts'
import { findCredentials, lockCredentials } from '../store/credentials.ts'

export const inviteToSetPassword = open({
  name: 'invite_to_set_password',
  summary: 'Mail somebody who came by an import a link to set their first password, which works once and for a week',
  input: z.object({ email: z.string().max(320) }),
  // Null when there is no such account, or when it has a password.
  output: SentLink.nullable(),

  async run(call, { email }) {
    const { tx, now } = call
    const found = await findCredentials(tx, email)
    const account = found && (await lockCredentials(tx, found.userId))
    if (!account || account.passwordHash !== null) return null
    await withdrawLinks(tx, account.userId, ['password_reset'], now)
    const sent = await issueLink(call, account, 'password_reset', account.email, firstLinkLifetimeMilliseconds)
    await recordAccountFact(call, 'account.password_reset_requested', account, system, { link: sent, is_first: true })
    return sent
  },
})
