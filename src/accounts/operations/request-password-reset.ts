import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { system } from '#activity/index.ts'
import { open } from '#contract/operation.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { hashOfLink, linkLifetimeMilliseconds } from '../account-link.ts'
import { SentLink } from '../resources.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { insertLink, withdrawLinks } from '../store/account-links.ts'
import { findCredentials, lockCredentials } from '../store/credentials.ts'

export const requestPasswordReset = open({
  name: 'request_password_reset',
  summary: 'Let somebody set a new password, by a link that works once and for an hour',
  input: z.object({ email: z.string().max(320) }),
  // Null when there is no such account. A face for anonymous callers shows no difference.
  output: SentLink.nullable(),

  async run(call, { email }) {
    const { tx, codes, now } = call
    const found = await findCredentials(tx, email)
    const account = found && (await lockCredentials(tx, found.userId))
    if (!account) return null
    await withdrawLinks(tx, account.userId, ['password_reset'], now)
    const id = randomUUID()
    const expiresAt = new Date(now.getTime() + linkLifetimeMilliseconds)
    await insertLink(
      tx,
      account.organizationId,
      { id, membershipId: account.membershipId, purpose: 'password_reset', email: account.email, hash: hashOfLink(codes, 'password_reset', id), expiresAt },
      now,
    )
    const sent = { uuid: id, email: account.email, expires_at: writeInstant(expiresAt) }
    await recordAccountFact(call, 'account.password_reset_requested', account, system, { link: sent })
    return sent
  },
})
