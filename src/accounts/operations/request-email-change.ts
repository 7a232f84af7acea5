import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { actorOf } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { Problem } from '#contract/problem.ts'
import { email } from '#contract/wire.ts'
import { findAccountByEmail } from '#organizations/index.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { hasConfirmedPassword } from '../account.ts'
import { hashOfLink, linkLifetimeMilliseconds } from '../account-link.ts'
import { passwordNotProven } from '../problems.ts'
import { SentLink } from '../resources.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { insertLink, withdrawLinks } from '../store/account-links.ts'
import { lockCredentials } from '../store/credentials.ts'

export const requestEmailChange = write({
  name: 'request_email_change',
  summary: 'Take another e-mail address, once a link that is sent there was opened',
  scopes: [],
  input: z.object({ proven_hash: z.string().optional(), email }),
  // Null when the address is taken. A face shows no difference, so that nobody learns who has an account.
  output: SentLink.nullable(),
  problems: [passwordNotProven],

  async run(call, { proven_hash: proven, email: wanted }) {
    const { tx, principal, codes, now } = call
    const account = await lockCredentials(tx, principal.userId)
    if (!account || !hasConfirmedPassword(principal, account, proven)) throw new Problem(passwordNotProven)
    await withdrawLinks(tx, account.userId, ['email_change'], now)
    const holder = await findAccountByEmail(tx, wanted)
    if (holder && (holder.id !== account.userId || wanted === account.email)) return null

    const id = randomUUID()
    const expiresAt = new Date(now.getTime() + linkLifetimeMilliseconds)
    await insertLink(
      tx,
      account.organizationId,
      { id, membershipId: account.membershipId, purpose: 'email_change', email: wanted, hash: hashOfLink(codes, 'email_change', id), expiresAt },
      now,
    )
    const sent = { uuid: id, email: wanted, expires_at: writeInstant(expiresAt) }
    await recordAccountFact(call, 'account.email_change_requested', account, actorOf(principal), { link: sent })
    return sent
  },
})
