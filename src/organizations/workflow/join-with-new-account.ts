import { randomUUID } from 'node:crypto'
import { recordFact, system } from '#activity/index.ts'
import type { OpenCall } from '#execution/operation.ts'
import { toInvitationResource, toMembershipResource } from '../resources.ts'
import { findInvitation, findPendingInvitation, passGroupsToMember, settleInvitation } from '../store/invitations.ts'
import { findMembershipOfUser, insertMembership } from '../store/memberships.ts'
import { findFreeUserSlug, insertUser } from '../store/users.ts'
import type { NewUser } from '../user.ts'

type Newcomer = Pick<NewUser, 'name' | 'email' | 'timezone' | 'locale' | 'timeNotation' | 'awaitsWelcome'>

/**
 * A new account, without a password, and its membership: for whom a provider vouches. An invitation that waits for the
 * address is accepted by that, with its groups. The memberships are locked, and nobody has the address.
 */
export const joinWithNewAccount = async (
  { tx, links, now }: Pick<OpenCall, 'tx' | 'links' | 'now'>,
  organizationId: string,
  person: Newcomer,
): Promise<{ readonly userId: string; readonly membershipId: string }> => {
  const userId = randomUUID()
  await insertUser(
    tx,
    { ...person, id: userId, slug: await findFreeUserSlug(tx, person.name), passwordHash: null },
    now,
  )
  const membershipId = await insertMembership(tx, organizationId, { userId, role: 'user' }, now)

  const invitation = await findPendingInvitation(tx, organizationId, person.email)
  if (invitation) {
    await settleInvitation(tx, organizationId, invitation.id, { status: 'accepted', membershipId }, now)
    await passGroupsToMember(tx, organizationId, invitation.id, membershipId, now)
    const settled = await findInvitation(tx, organizationId, invitation.id)
    if (!settled) throw new Error('An accepted invitation cannot be found.')
    await recordFact(tx, {
      name: 'organization_invitation.accepted',
      organizationId,
      actor: { type: 'user', membershipId },
      subject: toInvitationResource(links, settled),
      occurredAt: now,
    })
    return { userId, membershipId }
  }
  const membership = await findMembershipOfUser(tx, organizationId, userId)
  if (!membership) throw new Error('A new member is not in the organization.')
  await recordFact(tx, {
    name: 'organization_membership.created',
    organizationId,
    actor: system,
    subject: toMembershipResource(links, membership),
    occurredAt: now,
  })
  return { userId, membershipId }
}
