import { sql } from 'kysely'
import { hasEffect, type Reader, type Tx } from '#platform/db/database.ts'
import { baseSlug, freeSlug } from '../slug.ts'
import type { NewUser, UserChanges } from '../user.ts'
import { lockSlug } from './slugs.ts'

export interface UserMembership {
  readonly id: string
  /** Their current organization. */
  readonly organizationId: string | null
  /** An import made it, and nobody has signed in to it. */
  readonly isUnproven: boolean
}

/** The account with this address, in any organization: sign-up and invitations search across all of them. */
export const findAccountByEmail = async (reader: Reader, email: string): Promise<UserMembership | undefined> =>
  reader
    .selectFrom('users')
    .leftJoin('organization_memberships as membership', (join) =>
      join.onRef('membership.user_id', '=', 'users.id').on('membership.ended_at', 'is', null),
    )
    .select(['users.id', 'membership.organization_id as organizationId', 'users.unproven as isUnproven'])
    .where(sql`lower(users.email)`, '=', sql`lower(${email}::text)`)
    .executeTakeFirst()

export const insertUser = async (
  tx: Tx,
  { passwordHash, awaitsWelcome, timeNotation, isUnproven: unproven, ...person }: NewUser,
  now: Date,
): Promise<void> => {
  const row = {
    ...person,
    unproven,
    time_notation: timeNotation,
    password_hash: passwordHash,
    awaits_welcome: awaitsWelcome,
    created_at: now,
    updated_at: now,
  }
  await tx.insertInto('users').values(row).execute()
}

/** Makes an account that nobody has signed in to that of whoever has proved its address. */
export const claimUnprovenUser = async (
  tx: Tx,
  userId: string,
  { passwordHash, awaitsWelcome, timeNotation, ...person }: ClaimedProfile,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('users')
    .set({
      ...person,
      time_notation: timeNotation,
      password_hash: passwordHash,
      awaits_welcome: awaitsWelcome,
      unproven: false,
      updated_at: now,
    })
    .where('id', '=', userId)
    .where('unproven', '=', true)
    .execute()
}

type ClaimedProfile = Omit<NewUser, 'id' | 'email' | 'slug' | 'isUnproven'>

/** False when nothing changes. Callers have checked, in this transaction, that the address and the slug are free. */
export const updateUser = async (tx: Tx, userId: string, changes: UserChanges, now: Date): Promise<boolean> => {
  const columns = {
    name: changes.name,
    email: changes.email,
    slug: changes.slug,
    timezone: changes.timezone,
    time_notation: changes.timeNotation,
    locale: changes.locale,
    avatar_url: changes.avatarUrl,
    awaits_welcome: changes.awaitsWelcome,
  }
  const sent = Object.entries(columns).filter(([, value]) => value !== undefined)
  if (sent.length === 0) return false
  const update = tx
    .updateTable('users')
    .set({ ...Object.fromEntries(sent), updated_at: now })
    .where('id', '=', userId)
    .where(({ or, eb }) =>
      or(sent.map(([column, value]) => eb(column as keyof typeof columns, 'is distinct from', value as string | null))),
    )
  return hasEffect(update)
}

/** Reserves it until this transaction ends. */
export const isUserSlugTaken = async (tx: Tx, slug: string, exceptUserId: string): Promise<boolean> => {
  await lockSlug(tx, 'users', slug)
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('slug', '=', slug)
    .where('id', '!=', exceptUserId)
    .executeTakeFirst()
  return found !== undefined
}

/** A free slug, reserved until this transaction ends. */
export const findFreeUserSlug = async (tx: Tx, name: string): Promise<string> => {
  const base = baseSlug(name, 'host')
  await lockSlug(tx, 'users', base)
  const similar = await tx.selectFrom('users').select('slug').where('slug', 'like', `${base}%`).execute()
  return freeSlug(base, new Set(similar.map(({ slug }) => slug)))
}
