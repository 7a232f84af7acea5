import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { recordFact } from '#activity/index.ts'
import { existing, invalid, missing, Problem } from '#contract/problem.ts'
import { line, zoneName } from '#contract/wire.ts'
import { type OpenCall, open } from '#execution/operation.ts'
import { type Invitation, invitationCodeHash } from '../invitation.ts'
import { alreadyMember } from '../problems.ts'
import { MembershipResource, toInvitationResource, toMembershipResource } from '../resources.ts'
import { findInvitation, findInvitationByCode, passGroupsToMember, settleInvitation } from '../store/invitations.ts'
import { endMembership, findMembershipOfUser, insertMembership, lockMemberships } from '../store/memberships.ts'
import { findOrganization } from '../store/organizations.ts'
import {
  claimUnprovenUser,
  findAccountByEmail,
  findFreeUserSlug,
  insertUser,
  type UserMembership,
} from '../store/users.ts'
import { userLocales } from '../user.ts'

const NewAccount = z.object({
  name: line(255),
  timezone: zoneName,
  locale: z.enum(userLocales).optional(),
  time_notation: z.enum(['12h', '24h']).optional(),
  password_hash: z.string().nullable(),
})

/** Who accepts: a new user, or the account that is signed in. A link alone never takes over an account. */
const Acceptor = z.union([z.object({ user_id: z.string() }), NewAccount])

export const acceptOrganizationInvitation = open({
  name: 'accept_organization_invitation',
  summary: 'Accept an invitation, with a new account or as the one that is signed in',
  input: z.object({ code: z.string().max(200), acceptor: Acceptor }),
  output: MembershipResource,

  async run(call, { code, acceptor }) {
    const { tx, links, now } = call
    const { organizationId, email } = existing(await findInvitationByCode(tx, invitationCodeHash(code)))
    const current = (await findAccountByEmail(tx, email))?.organizationId ?? organizationId
    await lockMemberships(tx, organizationId, current)

    // Checked again under the lock. An organization whose last member has left invites nobody any more.
    const invitation = await findInvitationByCode(tx, invitationCodeHash(code))
    const account = await findAccountByEmail(tx, email)
    if (invitation?.status !== 'pending' || invitation.organization.memberCount === 0) throw missing()

    const userId =
      'user_id' in acceptor
        ? await moveHere(call, invitation, account, acceptor.user_id)
        : await signUp(call, invitation, account, acceptor)
    const present = await findMembershipOfUser(tx, organizationId, userId)
    const membershipId =
      present && !present.endedAt
        ? present.id
        : await insertMembership(tx, organizationId, { userId, role: 'user' }, now)
    if (!(await settleInvitation(tx, organizationId, invitation.id, { status: 'accepted', membershipId }, now)))
      throw missing()
    await passGroupsToMember(tx, organizationId, invitation.id, membershipId, now)

    const membership = await findMembershipOfUser(tx, organizationId, userId)
    const settled = await findInvitation(tx, organizationId, invitation.id)
    if (!membership || !settled) throw new Error('Who accepted an invitation is not in the organization.')
    await recordFact(tx, {
      name: 'organization_invitation.accepted',
      organizationId,
      actor: { type: 'user', membershipId },
      subject: toInvitationResource(links, settled),
      occurredAt: now,
    })
    return toMembershipResource(links, membership)
  },
})

/** An account is in one organization at a time. It leaves one that it is alone in; others must remove it first. */
const moveHere = async (
  call: OpenCall,
  { email, organizationId }: Invitation,
  account: UserMembership | undefined,
  userId: string,
): Promise<string> => {
  const { tx } = call
  if (account?.id !== userId) throw invalid({ parameter: 'base', reason: 'other_invitee' })
  if (account.organizationId === organizationId)
    throw new Problem(alreadyMember, { reason: 'already_member', values: { email } })
  const current = account.organizationId === null ? undefined : await findOrganization(tx, account.organizationId)
  if (!current) return userId
  if (current.memberCount > 1) {
    throw invalid({
      parameter: 'base',
      reason: 'member_elsewhere',
      values: { organization: current.name },
    })
  }
  await leave(call, current.id, userId)
  return userId
}

const leave = async ({ tx, links, now }: OpenCall, organizationId: string, userId: string): Promise<void> => {
  const left = await findMembershipOfUser(tx, organizationId, userId)
  if (!left || !(await endMembership(tx, organizationId, left.id, now))) return
  await recordFact(tx, {
    name: 'organization_membership.left',
    organizationId,
    actor: { type: 'user', membershipId: left.id },
    subject: toMembershipResource(links, left),
    occurredAt: now,
  })
}

const signUp = async (
  call: OpenCall,
  { email, organizationId }: Invitation,
  account: UserMembership | undefined,
  { time_notation: timeNotation, password_hash: passwordHash, ...person }: z.output<typeof NewAccount>,
): Promise<string> => {
  const { tx, now } = call
  // An import made it for an address that its holder had not proved: whoever has this invitation has.
  if (account?.isUnproven && !(await isOwner(tx, account))) {
    if (account.organizationId !== null && account.organizationId !== organizationId)
      await leave(call, account.organizationId, account.id)
    await claimUnprovenUser(tx, account.id, { ...person, timeNotation, passwordHash, awaitsWelcome: true }, now)
    return account.id
  }
  if (account)
    throw invalid({
      parameter: 'base',
      reason: 'account_exists_sign_in',
    })
  const id = randomUUID()
  await insertUser(
    tx,
    {
      ...person,
      id,
      email,
      slug: await findFreeUserSlug(tx, person.name),
      timeNotation,
      passwordHash,
      awaitsWelcome: true,
    },
    now,
  )
  return id
}

const isOwner = async (tx: OpenCall['tx'], { id, organizationId }: UserMembership): Promise<boolean> =>
  organizationId !== null && (await findMembershipOfUser(tx, organizationId, id))?.role === 'owner'
