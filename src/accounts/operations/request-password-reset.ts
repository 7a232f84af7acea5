import { z } from 'zod'
import { system } from '#activity/index.ts'
import { open } from '#execution/operation.ts'
import { SentLink } from '../resources.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { issueLink } from '../store/account-links.ts'
import { lockCredentialsByEmail } from '../store/credentials.ts'

export const requestPasswordReset = open({
  name: 'request_password_reset',
  summary: 'Create a single-use link that resets a password',
  input: z.object({ email: z.string().max(320) }),
  // Null when there is no such account. A face for anonymous callers shows no difference.
  output: SentLink.nullable(),

  async run(call, { email }) {
    const account = await lockCredentialsByEmail(call.tx, email)
    if (!account) return null
    const sent = await issueLink(call, account, 'password_reset', account.email)
    await recordAccountFact(call, 'account.password_reset_requested', account, system, { link: sent })
    return sent
  },
})
