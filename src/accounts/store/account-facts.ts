import { type Actor, type FactName, recordFact } from '#activity/index.ts'
import type { OpenCall } from '#execution/operation.ts'
import { findMembershipOfUser, toUserResource } from '#organizations/index.ts'
import type { Account } from '../account.ts'

/**
 * Records a fact about an account in the organization where it is a member, with the account and further fields as its
 * subject.
 */
export const recordAccountFact = async (
  { tx, links, now }: Pick<OpenCall, 'tx' | 'links' | 'now'>,
  name: Extract<FactName, `account.${string}`>,
  { organizationId, userId }: Account,
  actor: Actor,
  more: object = {},
): Promise<void> => {
  const membership = await findMembershipOfUser(tx, organizationId, userId)
  if (!membership) throw new Error('An account is not in its organization.')
  await recordFact(tx, {
    name,
    organizationId,
    actor,
    subject: { ...more, user: toUserResource(links, membership.user, organizationId) },
    occurredAt: now,
  })
}
