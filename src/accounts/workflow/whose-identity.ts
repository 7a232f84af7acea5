import { findAccountByEmail, findMembershipOfUser, findPendingInvitation } from '#organizations/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Subject } from '../identity.ts'
import { findIdentity, hasIdentityAt } from '../store/identities.ts'
import type { AddressHolder, Situation } from '../whose-account.ts'

/** All that decides whose account somebody at a provider signs in to. */
export const situationOf = async (
  tx: Tx,
  organizationId: string,
  subject: Subject,
  { email, linking }: { readonly email: string | undefined; readonly linking: string | undefined },
): Promise<Situation> => {
  const identity = await findIdentity(tx, organizationId, subject)
  return {
    linked: identity && { userId: identity.userId, isMember: await isMember(tx, organizationId, identity.userId) },
    holder: email === undefined ? undefined : await holderOf(tx, organizationId, subject.issuer, email),
    isInvited: email !== undefined && (await findPendingInvitation(tx, organizationId, email)) !== undefined,
    asking:
      linking === undefined
        ? undefined
        : { userId: linking, hasIdentity: await hasIdentityAt(tx, organizationId, subject.issuer, linking) },
  }
}

const isMember = async (tx: Tx, organizationId: string, userId: string): Promise<boolean> =>
  (await findMembershipOfUser(tx, organizationId, userId))?.endedAt === null

const holderOf = async (
  tx: Tx,
  organizationId: string,
  issuer: string,
  email: string,
): Promise<AddressHolder | undefined> => {
  const account = await findAccountByEmail(tx, email)
  if (!account) return undefined
  const membership = await findMembershipOfUser(tx, organizationId, account.id)
  const hasIdentity = await hasIdentityAt(tx, organizationId, issuer, account.id)
  if (!membership) return { userId: account.id, standing: 'elsewhere', hasIdentity }
  if (membership.endedAt) return { userId: account.id, standing: 'former', hasIdentity }
  return { userId: account.id, standing: membership.role === 'user' ? 'user' : 'admin', hasIdentity }
}
