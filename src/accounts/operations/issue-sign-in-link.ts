import { z } from 'zod'
import { system } from '#activity/index.ts'
import { open } from '#contract/operation.ts'
import { SentLink } from '../resources.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { issueLink, withdrawLinks } from '../store/account-links.ts'
import { findCredentials, lockCredentials } from '../store/credentials.ts'

/** For the command line only: its holder is signed in without a password. */
export const issueSignInLink = open({
  name: 'issue_sign_in_link',
  summary: 'Make a link that signs somebody in, once and within an hour',
  input: z.object({ email: z.string().max(320) }),
  // Null when there is no such account.
  output: SentLink.nullable(),

  async run(call, { email }) {
    const { tx, now } = call
    const found = await findCredentials(tx, email)
    const account = found && (await lockCredentials(tx, found.userId))
    if (!account) return null
    await withdrawLinks(tx, account.userId, ['sign_in'], now)
    const issued = await issueLink(call, account, 'sign_in', account.email)
    await recordAccountFact(call, 'account.sign_in_link_issued', account, system)
    return issued
  },
})
