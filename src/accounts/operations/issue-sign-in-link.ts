import { z } from 'zod'
import { system } from '#activity/index.ts'
import { open } from '#execution/operation.ts'
import { SentLink } from '../resources.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { issueLink } from '../store/account-links.ts'
import { lockCredentialsByEmail } from '../store/credentials.ts'

/** For the command line only: its holder is signed in without a password. */
export const issueSignInLink = open({
  name: 'issue_sign_in_link',
  summary: 'Make a link that signs somebody in, once and within an hour',
  input: z.object({ email: z.string().max(320) }),
  // Null when there is no such account.
  output: SentLink.nullable(),

  async run(call, { email }) {
    const account = await lockCredentialsByEmail(call.tx, email)
    if (!account) return null
    const issued = await issueLink(call, account, 'sign_in', account.email)
    await recordAccountFact(call, 'account.sign_in_link_issued', account, system)
    return issued
  },
})
