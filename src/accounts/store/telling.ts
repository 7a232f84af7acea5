import { type Actor, type FactName, recordFact } from '#activity/index.ts'
import type { Links } from '#contract/wire.ts'
import { findMembershipOfUser, toUserResource } from '#organizations/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Account } from '../account.ts'

interface Telling {
  readonly tx: Tx
  readonly links: Links
  readonly now: Date
}

/** What happened to an account, told where it is a member; with who it is, and whatever else there is to say. */
export const tellOfAccount = async (
  { tx, links, now }: Telling,
  name: Extract<FactName, `account.${string}`>,
  { organizationId, userId }: Account,
  actor: Actor,
  more: object = {},
): Promise<void> => {
  const membership = await findMembershipOfUser(tx, organizationId, userId)
  if (!membership) throw new Error('An account is not in its organization.')
  await recordFact(tx, { name, organizationId, actor, subject: { ...more, user: toUserResource(links, membership.user, organizationId) }, occurredAt: now })
}
