import { findAccountByEmail, findFreeUserSlug, findMembershipOfUser, isUserSlugTaken, userLocales, userSlug } from '#organizations/index.ts'
import { cleanEmail, cleanLine, cleanZone, httpsAddress, oneOf } from '../../calendly/clean.ts'
import { ForeignMembership, foreignId } from '../../calendly/foreign.ts'
import { hasPassword } from '../../store/members.ts'
import { type ImportedRow, putRows } from '../../store/rows.ts'
import { arrive, pages, type Saving } from '../step.ts'

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
export const saveMembers = async (saving: Saving, items: readonly ForeignMembership[]): Promise<void> => {
  for (const item of items) await saveMember(saving, item)
}

const saveMember = async (saving: Saving, given: ForeignMembership): Promise<void> => {
  const { tx, organizationId } = saving
  const email = cleanEmail(given.user.email)
  if (email === undefined) return saving.remark(`A member has no valid address (${cleanLine(given.user.email, 100, 'none')}) and stays out.`)
  const account = await findAccountByEmail(tx, email)
  const membership = account && (await findMembershipOfUser(tx, organizationId, account.id))
  if (account && !membership)
    return saving.remark(`${email} has an account here in another organization, and stays out. Invite them: openslot invitation create --help`)

  const userId = foreignId(given.user.uri)
  const user = (
    await arrive(
      saving,
      'users',
      [given.user],
      () => userId,
      () => account?.id,
    )
  ).get(userId)
  const own = (
    await arrive(
      saving,
      'organization_memberships',
      [given],
      ({ uri }) => foreignId(uri),
      () => membership?.id,
    )
  ).get(foreignId(given.uri))
  if (!user || !own?.isChanged) return
  // An account with a password is its holder's own, whatever is said elsewhere; one without has nobody used yet.
  const isTheirOwn = await hasPassword(tx, user.id)
  if (own.isNew && isTheirOwn) return
  // Who has left since, by whatever address, may be in another organization, and does not come back by an import.
  if ((await findMembershipOfUser(tx, organizationId, user.id))?.endedAt) return
  if (!isTheirOwn) await putRows(tx, organizationId, 'users', [{ id: user.id, email, ...(await userColumns(saving, given, user.id, account !== undefined)) }])
  const role = given.role === 'owner' || given.role === 'admin' ? 'admin' : 'user'
  if (given.role === 'owner' && membership?.role !== 'owner')
    saving.remark(`${email} is the owner there, and an admin here. Hand over with: openslot organization transfer --help`)
  const dates = { created_at: given.created_at, updated_at: given.updated_at }
  await putRows(tx, organizationId, 'organization_memberships', [
    { id: own.id, user_id: user.id, role: membership?.role === 'owner' ? 'owner' : role, ...dates, ...(membership ? {} : { ended_at: null }) },
  ])
}

/** Their page keeps its address, unless somebody here has it. */
const userColumns = async ({ tx, remark, now }: Saving, { user }: ForeignMembership, userId: string, isKnown: boolean): Promise<ImportedRow> => {
  const name = cleanLine(user.name, 255, user.email)
  const wanted = userSlug.safeParse(user.slug ?? '').data
  const slug = wanted !== undefined && !(await isUserSlugTaken(tx, wanted, userId)) ? wanted : await findFreeUserSlug(tx, name)
  if (!isKnown && user.slug !== null && slug !== user.slug) remark(`The page of ${user.email} is at /${slug} here, since /${user.slug} is taken or reserved.`)
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
