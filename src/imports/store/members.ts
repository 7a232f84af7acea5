import type { Reader } from '#platform/db/database.ts'

export const hasPassword = async (reader: Reader, userId: string): Promise<boolean> =>
  (await reader.selectFrom('users').select('id').where('id', '=', userId).where('password_hash', 'is not', null).executeTakeFirst()) !== undefined

/** The next member who came by an import and has no password yet, in the order of their ids. */
export const findOneToInvite = (reader: Reader, organizationId: string, after: string): Promise<{ readonly id: string; readonly email: string } | undefined> =>
  reader
    .selectFrom('organization_memberships as membership')
    .innerJoin('users', 'users.id', 'membership.user_id')
    .innerJoin('import_records as record', (join) =>
      join.onRef('record.organization_id', '=', 'membership.organization_id').onRef('record.local_id', '=', 'users.id').on('record.kind', '=', 'users'),
    )
    .select(['users.id', 'users.email'])
    .where('membership.organization_id', '=', organizationId)
    .where('membership.ended_at', 'is', null)
    .where('users.password_hash', 'is', null)
    .where('users.id', '>', after)
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirst()
