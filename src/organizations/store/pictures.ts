import { sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/database.ts'
import type { Picture } from '#platform/pictures/parsed.ts'
import { pictureDigest } from '../picture.ts'

/** In the place of an earlier one. */
export const replacePicture = async (
  tx: Tx,
  organizationId: string,
  membershipId: string | null,
  picture: Picture,
  now: Date,
): Promise<void> => {
  const { mediaType: media_type, content } = picture
  const digest = pictureDigest({ organizationId, membershipId }, picture)
  await deletePicture(tx, organizationId, membershipId)
  await tx
    .insertInto('pictures')
    .values({
      organization_id: organizationId,
      digest,
      membership_id: membershipId,
      media_type,
      content,
      created_at: now,
    })
    .execute()
}

export const deletePicture = async (tx: Tx, organizationId: string, membershipId: string | null): Promise<void> => {
  await tx
    .deleteFrom('pictures')
    .where('organization_id', '=', organizationId)
    .where('membership_id', 'is not distinct from', membershipId)
    .execute()
}

/** A user's uploaded avatar, in whichever organization they were when they uploaded it. */
export const deleteAvatarOf = async (tx: Tx, userId: string): Promise<void> => {
  await sql`
    delete from pictures using organization_memberships as membership
    where membership.user_id = ${userId} and membership.organization_id = pictures.organization_id and membership.id = pictures.membership_id`.execute(
    tx,
  )
}

/** Deletes the avatars of members with an address that is to be erased, and all references to them. */
export const eraseAvatars = async (
  tx: Tx,
  organizationId: string,
  matchesPerson: (email: string) => boolean,
): Promise<void> => {
  const owners = await tx
    .selectFrom('pictures')
    .innerJoin('organization_memberships as membership', 'membership.id', 'pictures.membership_id')
    .innerJoin('users', 'users.id', 'membership.user_id')
    .select(['users.id', sql<string>`coalesce(membership.former_email, users.email)`.as('email')])
    .where('pictures.organization_id', '=', organizationId)
    .where('membership.organization_id', '=', organizationId)
    .execute()
  for (const { id } of owners.filter(({ email }) => matchesPerson(email))) {
    await deleteAvatarOf(tx, id)
    await tx
      .updateTable('users')
      .set({ avatar_url: null })
      .where('id', '=', id)
      .where('avatar_url', 'like', '/pictures/%')
      .execute()
  }
}

/** Pictures are public, so this query has no tenant. */
export const findPicture = async (
  reader: Reader,
  digest: string,
): Promise<{ readonly mediaType: string; readonly content: Buffer } | undefined> =>
  reader
    .selectFrom('pictures')
    .select(['media_type as mediaType', 'content'])
    .where('digest', '=', digest)
    .executeTakeFirst()
