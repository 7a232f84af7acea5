import { sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/database.ts'

/** A page that had another address elsewhere. */
export interface FormerAddress {
  readonly path: string
  readonly eventTypeId: string | null
  readonly membershipId: string | null
}

/** What an organization said first of an address stays. */
export const saveFormerAddresses = async (
  tx: Tx,
  organizationId: string,
  addresses: readonly FormerAddress[],
  now: Date,
): Promise<void> => {
  if (addresses.length === 0) return
  await tx
    .insertInto('former_addresses')
    .values(
      addresses.map(({ path, eventTypeId, membershipId }) => ({
        ...{
          organization_id: organizationId,
          path,
          event_type_id: eventTypeId,
          membership_id: membershipId,
          created_at: now,
        },
      })),
    )
    .onConflict((conflict) => conflict.columns(['path', 'organization_id']).doNothing())
    .execute()
}

/**
 * Where the page that had this address elsewhere is now; of several organizations that say so, by the first. Without a
 * tenant: a visitor has only an address.
 */
export const findFormerAddress = async (reader: Reader, path: string): Promise<string | undefined> => {
  const found = await reader
    .selectFrom('former_addresses as former')
    .leftJoin('event_types as type', (join) =>
      join
        .onRef('type.organization_id', '=', 'former.organization_id')
        .onRef('type.id', '=', 'former.event_type_id')
        .on('type.deleted_at', 'is', null),
    )
    .innerJoin('organization_memberships as membership', (join) =>
      join
        .onRef('membership.organization_id', '=', 'former.organization_id')
        .on(sql<boolean>`membership.id = coalesce(type.owner_id, former.membership_id)`)
        .on('membership.ended_at', 'is', null),
    )
    .innerJoin('users', 'users.id', 'membership.user_id')
    .select(['users.slug as user', 'type.slug as type', 'former.event_type_id as eventTypeId'])
    .where('former.path', '=', path)
    .orderBy('former.created_at')
    .limit(1)
    .executeTakeFirst()
  if (!found || (found.eventTypeId !== null && found.type === null)) return undefined
  return found.type === null ? `/${found.user}` : `/${found.user}/${found.type}`
}

/** `/{owner}/{slug}` of these types. */
export const findAddressesOfTypes = async (
  reader: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await reader
    .selectFrom('event_types as type')
    .innerJoin('organization_memberships as membership', (join) =>
      join
        .onRef('membership.organization_id', '=', 'type.organization_id')
        .onRef('membership.id', '=', 'type.owner_id'),
    )
    .innerJoin('users', 'users.id', 'membership.user_id')
    .select(['type.id', 'type.slug', sql<string>`coalesce(membership.former_slug, users.slug)`.as('owner')])
    .where('type.organization_id', '=', organizationId)
    .where('type.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, owner, slug }) => [id, `/${owner}/${slug}`]))
}
