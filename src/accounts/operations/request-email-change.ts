import { z } from 'zod'
import { actorOf } from '#activity/index.ts'
import { email } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { findAccountByEmail } from '#organizations/index.ts'
import { passwordNotProven } from '../problems.ts'
import { SentLink } from '../resources.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { issueLink, withdrawLinks } from '../store/account-links.ts'
import { lockConfirmed } from '../store/credentials.ts'

export const requestEmailChange = write({
  name: 'request_email_change',
  summary: 'Take another e-mail address, once a link that is sent there was opened',
  scopes: [],
  input: z.object({ proven_hash: z.string().optional(), email }),
  // Null when the address is taken. A face shows no difference, so that nobody learns who has an account.
  output: SentLink.nullable(),
  problems: [passwordNotProven],

  async run(call, { proven_hash: proven, email: wanted }) {
    const { tx, principal, now } = call
    const account = await lockConfirmed(tx, principal, proven)
    const holder = await findAccountByEmail(tx, wanted)
    if (holder && (holder.id !== account.userId || wanted === account.email)) {
      await withdrawLinks(tx, account.userId, ['email_change'], now)
      return null
    }
    const sent = await issueLink(call, account, 'email_change', wanted)
    await recordAccountFact(call, 'account.email_change_requested', account, actorOf(principal), { link: sent })
    return sent
  },
})
