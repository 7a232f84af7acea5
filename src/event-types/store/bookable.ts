import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'
import { prepared, type Values } from '#platform/db/prepared.ts'
import type { EventType } from '../event-type.ts'
import type { Host } from '../host.ts'
import type { ConferenceKind } from '../location.ts'
import { eventTypeFrom, eventTypes } from './event-types.ts'
import { type HostHours, hostFrom, hostsOfType } from './hosts.ts'

/** A host with all that a booking says about them. */
export interface BookableHost extends Host {
  readonly name: string
  readonly email: string
  /** How many meetings of the round robin they hold. */
  readonly assigned: number
  /** Their conference rooms. */
  readonly rooms: Readonly<Partial<Record<ConferenceKind, string>>>
}

export interface Bookable {
  readonly eventType: EventType
  readonly hosts: readonly BookableHost[]
  /** Whether the member who asks holds permission on a type that is not theirs. */
  readonly isPermitted: boolean
  /** The time that is wanted was taken before anybody was locked: then nobody was, and there is nothing to book. */
  readonly isTaken: boolean
}

const nobody = '00000000-0000-0000-0000-000000000000'

interface Asked extends Values {
  readonly organizationId: string
  readonly eventTypeId: string
  readonly membershipId: string
  readonly wanted: Date | undefined
}

const bookables = prepared((reader, { organizationId, eventTypeId, membershipId, wanted }: Asked) =>
  eventTypes(reader, organizationId)
    .select([
      hostsOfType(sql`,
        'name', users.name, 'email', users.email, 'assigned', host.assigned,
        'rooms', (select json_object_agg(room.kind, room.url) from conference_links as room
          where room.organization_id = host.organization_id and room.membership_id = host.membership_id)`).as('hosts'),
      sql<boolean>`exists (
        select from event_type_permissions as permission
        where permission.organization_id = event_types.organization_id and permission.event_type_id = event_types.id
          and permission.membership_id = ${membershipId}::uuid
      )`.as('is_permitted'),
      // What is read beside the locks may be from before the wait: what others may have booked is asked for afterwards.
      sql<boolean>`lock_hosts(event_types.organization_id, event_types.id, ${wanted ?? sql`null`}::timestamptz)`.as('is_locked'),
    ])
    .where('event_types.id', '=', eventTypeId),
)

/**
 * A type that is about to be booked, its hosts held still until the transaction ends. Nobody asks when an invitee does.
 * `wanted`: when the meeting shall start, unless its hosts have time then that is theirs to give back.
 */
export const lockBookable = async (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
  { membershipId = nobody, wanted }: { readonly membershipId?: string; readonly wanted?: Date } = {},
): Promise<Bookable | undefined> => {
  const [row] = await bookables(tx, { organizationId, eventTypeId, membershipId, wanted })
  if (!row) return undefined
  const hosts = JSON.parse(row.hosts) as (HostHours & Pick<BookableHost, 'name' | 'email' | 'assigned'> & { rooms: BookableHost['rooms'] | null })[]
  return {
    eventType: eventTypeFrom(row),
    hosts: hosts.map((host) => ({ ...hostFrom(host), name: host.name, email: host.email, assigned: host.assigned, rooms: host.rooms ?? {} })),
    isPermitted: row.is_permitted,
    isTaken: !row.is_locked,
  }
}

/** A part of the statement that books: spends a link. It gives back a row, unless the link was used meanwhile. */
export const spendingLink = (organizationId: string, linkId: string, now: Date): RawBuilder<unknown> => sql`
  update booking_links set used_at = ${now}
  where organization_id = ${organizationId} and id = ${linkId} and used_at is null and expires_at > ${now}
  returning id`

/** A part of the statement that books: a one-off type is done with its one booking. It gives back a row, unless it was done before. */
export const finishingOneOff = (organizationId: string, eventTypeId: string, now: Date): RawBuilder<unknown> => sql`
  update event_types set active = false, updated_at = ${now}
  where organization_id = ${organizationId} and id = ${eventTypeId} and active
  returning id`

/** A part of a statement: a meeting more, or one fewer, for a host of a round robin. Of other types nothing is counted. */
export const countingAssigned = (organizationId: string, eventTypeId: string, membershipId: string, change: 1 | -1): RawBuilder<unknown> => sql`
  update event_type_hosts set assigned = greatest(0, assigned + ${change}::integer)
  where organization_id = ${organizationId} and event_type_id = ${eventTypeId} and membership_id = ${membershipId}
    and exists (select from event_types as counted where counted.id = event_type_hosts.event_type_id and counted.pooling_type = 'round_robin')`
