import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { recordFact } from '#activity/index.ts'
import { open } from '#contract/operation.ts'
import { invalid, missing } from '#contract/problem.ts'
import { line, zoneName } from '#contract/wire.ts'
import { invitationCodeHash } from '../invitation.ts'
import { MembershipResource, toInvitationResource, toMembershipResource } from '../resources.ts'
import { findInvitationByCode, passGroupsToMember, settleInvitation } from '../store/invitations.ts'
import { endMembership, findMembershipOfUser, insertMembership } from '../store/memberships.ts'
import { findOrganization } from '../store/organizations.ts'
import { findAccountByEmail, findFreeUserSlug, insertUser } from '../store/users.ts'

/** Who accepts: somebody new, or the account that the face has seen sign in. An account is never taken over by a link. */
const Acceptor = z.union([
  z.object({ user_id: z.string() }),
  z.object({ name: line(255), timezone: zoneName, password_hash: z.string().nullable() }),
])

export const acceptOrganizationInvitation = open({
  name: 'accept_organization_invitation',
  summary: 'Accept an invitation, with a new account or as the one that is signed in',
  input: z.object({ code: z.string().max(200), acceptor: Acceptor }),
  output: MembershipResource,

  async run({ tx, links, now }, { code, acceptor }) {
    const invitation = await findInvitationByCode(tx, invitationCodeHash(code))
    if (!invitation || invitation.status !== 'pending') throw missing()
    const { organizationId } = invitation
    const account = await findAccountByEmail(tx, invitation.email)

    let userId: string
    if ('user_id' in acceptor) {
      if (account?.id !== acceptor.user_id) throw invalid({ parameter: 'base', message: 'This invitation was sent to another address. Sign in with that one.' })
      userId = account.id
      if (account.organizationId) {
        const current = await findOrganization(tx, account.organizationId)
        if (current && current.memberCount > 1) {
          throw invalid({ parameter: 'base', message: `You are a member of ${current.name}. Leave it first: an account belongs to one organization at a time.` })
        }
        const membership = await findMembershipOfUser(tx, account.organizationId, userId)
        if (membership) await endMembership(tx, account.organizationId, membership.id, now)
      }
    } else {
      if (account) throw invalid({ parameter: 'base', message: 'There is an account with this address. Sign in to accept the invitation.' })
      userId = randomUUID()
      const { name, timezone, password_hash: passwordHash } = acceptor
      await insertUser(tx, { id: userId, name, email: invitation.email, slug: await findFreeUserSlug(tx, name), timezone, passwordHash }, now)
    }

    const membershipId = await insertMembership(tx, organizationId, { userId, role: 'user' }, now)
    if (!(await settleInvitation(tx, organizationId, invitation.id, { status: 'accepted', membershipId }, now))) throw missing()
    await passGroupsToMember(tx, organizationId, invitation.id, membershipId, now)

    const membership = await findMembershipOfUser(tx, organizationId, userId)
    if (!membership) throw missing()
    await recordFact(tx, {
      name: 'organization_invitation.accepted',
      organizationId,
      actor: { type: 'user', membershipId },
      subject: toInvitationResource(links, { ...invitation, status: 'accepted', userId, updatedAt: now }),
      occurredAt: now,
    })
    return toMembershipResource(links, membership)
  },
})
