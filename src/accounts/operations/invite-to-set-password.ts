import { z } from 'zod'
import { system } from '#activity/index.ts'
import { open } from '#execution/operation.ts'
import { firstLinkLifetimeMilliseconds } from '../account-link.ts'
import { SentLink } from '../resources.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { issueLink } from '../store/account-links.ts'
import { lockCredentialsByEmail } from '../store/credentials.ts'

export const inviteToSetPassword = open({
  name: 'invite_to_set_password',
  summary: 'Mail somebody who came by an import a link to set their first password, which works once and for a week',
  input: z.object({ email: z.string().max(320) }),
  // Null when there is no such account, or when it has a password.
  output: SentLink.nullable(),

  async run(call, { email }) {
    const account = await lockCredentialsByEmail(call.tx, email)
    if (!account || account.passwordHash !== null) return null
    const sent = await issueLink(call, account, 'password_reset', account.email, firstLinkLifetimeMilliseconds)
    await recordAccountFact(call, 'account.password_reset_requested', account, system, { link: sent, is_first: true })
    return sent
  },
})
