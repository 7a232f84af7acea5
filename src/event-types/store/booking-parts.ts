import { type RawBuilder, sql } from 'kysely'

/**
 * A part of the statement that books: spends a link. Returns a row, unless the link is null, or was used, deleted or
 * expired meanwhile.
 */
export const spendingLink = (organizationId: string, linkId: string | null, now: Date): RawBuilder<unknown> => sql`
  update booking_links set used_at = ${now}
  where organization_id = ${organizationId} and id = ${linkId} and used_at is null and deleted_at is null and expires_at > ${now}
  returning id`

/**
 * A part of the statement that books: a one-off type is closed by its one booking. Returns a row, unless it was closed
 * before.
 */
export const finishingOneOff = (organizationId: string, eventTypeId: string, now: Date): RawBuilder<unknown> => sql`
  update event_types set active = false, updated_at = ${now}
  where organization_id = ${organizationId} and id = ${eventTypeId} and active
  returning id`

/**
 * A part of a statement: counts one meeting more, or one fewer, for a host of a round robin. Other types count nothing.
 */
export const countingAssigned = (
  organizationId: string,
  eventTypeId: string,
  membershipId: string,
  change: 1 | -1,
): RawBuilder<unknown> => sql`
  update event_type_hosts set assigned = greatest(0, assigned + ${change}::integer)
  where organization_id = ${organizationId} and event_type_id = ${eventTypeId} and membership_id = ${membershipId}
    and exists (select from event_types as counted where counted.id = event_type_hosts.event_type_id and counted.pooling_type = 'round_robin')`
