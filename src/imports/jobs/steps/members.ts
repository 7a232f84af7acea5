import {
  findAccountByEmail,
  findFreeUserSlug,
  findMembershipOfUser,
  isUserSlugTaken,
  type Membership,
  userLocales,
  userSlug,
} from '#organizations/index.ts'
import { cleanEmail, cleanLine, cleanZone, httpsAddress, oneOf } from '../../calendly/clean.ts'
import { ForeignMembership, foreignId } from '../../calendly/foreign.ts'
import { formerPath } from '../../former-path.ts'
import { saveFormerAddresses } from '../../store/former-addresses.ts'
import { insertMember, type MemberProfile, updateUnprovenMember, updateUnprovenProfile } from '../../store/members.ts'
import { findLocalIds } from '../../store/records.ts'
import { arrive, pages, type SaveContext } from '../step.ts'

export const members = pages(
  ({ client, import: { reach } }, page_token) =>
    client.list(
      '/organization_memberships',
      { ...(reach.isWhole ? { organization: reach.organization } : { user: reach.user }), count: '100', page_token },
      ForeignMembership,
    ),
  (saving, items) => saveMembers(saving, items),
)

/** Members come without a password. Somebody with an account here stays who they are. */
export const saveMembers = async (saving: SaveContext, items: readonly ForeignMembership[]): Promise<void> => {
  for (const item of items) await saveMember(saving, item)
}

const saveMember = async (saving: SaveContext, given: ForeignMembership): Promise<void> => {
  const { tx, organizationId } = saving
  const email = cleanEmail(given.user.email)
  if (email === undefined) return saving.remark('address_invalid', { email: cleanLine(given.user.email, 100, 'none') })
  const known = await findKnownMember(saving, given, email)
  // Whatever the reason: whether an address has an account elsewhere is nobody's business.
  if (known === 'disagrees') return saving.remark('no_account', { email })
  const [userId, membershipId] = [foreignId(given.user.uri), foreignId(given.uri)]
  const localIds = { user: () => known?.user.id, membership: () => known?.id }
  const user = (await arrive(saving, 'users', [given.user], () => userId, localIds.user)).get(userId)
  const own = (await arrive(saving, 'organization_memberships', [given], () => membershipId, localIds.membership)).get(
    membershipId,
  )
  // Who has left since, by whatever address, may be in another organization, and does not come back by an import.
  if (!user || !own?.isChanged || known?.endedAt) return
  if (given.role === 'owner' && known?.role !== 'owner') saving.remark('owner_there', { email })
  const profile = await profileOf(saving, given, user.id, known !== undefined)
  const member = {
    email,
    role: given.role === 'owner' || given.role === 'admin' ? ('admin' as const) : ('user' as const),
    profile,
  }
  const dates = { created_at: given.created_at, updated_at: given.updated_at }
  const path =
    formerPath(given.user.scheduling_url) ?? formerPath(given.user.slug === null ? null : `/${given.user.slug}`)
  const noteAddress = async (): Promise<void> => {
    if (path === undefined || path === `/${profile.slug}`) return
    await saveFormerAddresses(tx, organizationId, [{ path, eventTypeId: null, membershipId: own.id }], saving.now)
  }
  if (!known) await insertMember(tx, organizationId, { userId: user.id, membershipId: own.id, ...member }, dates)
  // The owner whom this import founded the organization for, and who has not signed in yet.
  else if (known.role === 'owner' && own.isNew)
    await updateUnprovenProfile(tx, organizationId, known.id, profile, dates)
  else if (known.role !== 'owner' && !own.isNew) await updateUnprovenMember(tx, organizationId, known.id, member, dates)
  await noteAddress()
}

/**
 * Who it is here: by what was noted of the user, or by their address. The membership is the one of that user in this
 * organization, whatever the other side says; where its ids, or its address, lead to somebody else than before, nothing
 * follows.
 */
const findKnownMember = async (
  { tx, organizationId }: SaveContext,
  given: ForeignMembership,
  email: string,
): Promise<Membership | 'disagrees' | undefined> => {
  const [userId, membershipId] = [foreignId(given.user.uri), foreignId(given.uri)]
  const noted = (await findLocalIds(tx, organizationId, 'users', [userId])).get(userId)
  const notedMembership = (await findLocalIds(tx, organizationId, 'organization_memberships', [membershipId])).get(
    membershipId,
  )
  const account = await findAccountByEmail(tx, email)
  if (noted !== undefined && account && account.id !== noted) return 'disagrees'
  const id = noted ?? account?.id
  const membership = id === undefined ? undefined : await findMembershipOfUser(tx, organizationId, id)
  const isStranger = id !== undefined && !membership
  return isStranger || (notedMembership !== undefined && notedMembership !== membership?.id) ? 'disagrees' : membership
}

/** Their page keeps its address, unless somebody here has it. */
const profileOf = async (
  { tx, remark, now }: SaveContext,
  { user }: ForeignMembership,
  userId: string,
  isKnown: boolean,
): Promise<MemberProfile> => {
  const name = cleanLine(user.name, 255, user.email)
  const wanted = userSlug.safeParse(user.slug ?? '').data
  const slug =
    wanted !== undefined && !(await isUserSlugTaken(tx, wanted, userId)) ? wanted : await findFreeUserSlug(tx, name)
  if (!isKnown && user.slug !== null && slug !== user.slug)
    remark('slug_taken', { email: user.email, slug, taken: user.slug })
  return {
    name,
    slug,
    timezone: cleanZone(user.timezone),
    time_notation: oneOf(['12h', '24h'], user.time_notation, '12h'),
    locale: oneOf(userLocales, user.locale, 'en'),
    avatar_url: httpsAddress(user.avatar_url),
    created_at: user.created_at ?? now,
    updated_at: user.updated_at ?? now,
  }
}
