import { sql } from 'kysely'
import type { Reader } from '#platform/db/database.ts'
import { prepared } from '#platform/db/prepared.ts'
import type { EventType } from '../event-type.ts'
import type { Host } from '../host.ts'
import { eventTypeFrom, eventTypes } from './event-types.ts'
import { type HostHours, hostFrom, hostsOfType } from './hosts.ts'

/** A host as a stranger sees them. */
export interface ShownHost extends Host {
  readonly name: string
  readonly avatarUrl: string | null
}

/** A type with all that a stranger may know who wants to book it; what is booked already is asked for apart. */
export interface Offering {
  readonly eventType: EventType
  readonly hosts: readonly ShownHost[]
}

/** There is no tenant to ask yet: whoever has the address of a page does not say whose it is. */
export const findTypeOrganization = async (reader: Reader, eventTypeId: string): Promise<string | undefined> =>
  (await reader.selectFrom('event_types').select('organization_id as organizationId').where('id', '=', eventTypeId).executeTakeFirst())?.organizationId

const offerings = prepared((reader, { organizationId, eventTypeId }: { organizationId: string; eventTypeId: string }) =>
  eventTypes(reader, organizationId)
    .select(hostsOfType(sql`, 'name', users.name, 'avatarUrl', users.avatar_url`).as('hosts'))
    .where('event_types.id', '=', eventTypeId),
)

export const findOffering = async (reader: Reader, organizationId: string, eventTypeId: string): Promise<Offering | undefined> => {
  const [row] = await offerings(reader, { organizationId, eventTypeId })
  if (!row) return undefined
  const hosts = JSON.parse(row.hosts) as (HostHours & Pick<ShownHost, 'name' | 'avatarUrl'>)[]
  return { eventType: eventTypeFrom(row), hosts: hosts.map((host) => ({ ...hostFrom(host), name: host.name, avatarUrl: host.avatarUrl })) }
}

/** The type that stands at `/{user}/{type}`. Of several that ever stood there, the one that is not deleted. */
export const findTypeBySlugs = async (reader: Reader, userSlug: string, typeSlug: string): Promise<{ organizationId: string; id: string } | undefined> =>
  reader
    .selectFrom('event_types')
    .innerJoin('organization_memberships as owning', (join) =>
      join.onRef('owning.organization_id', '=', 'event_types.organization_id').onRef('owning.id', '=', 'event_types.owner_id'),
    )
    .innerJoin('users as owner', 'owner.id', 'owning.user_id')
    .select(['event_types.organization_id as organizationId', 'event_types.id'])
    .where('owner.slug', '=', userSlug)
    .where('event_types.slug', '=', typeSlug)
    .where('event_types.link_id', 'is', null)
    .orderBy(sql`event_types.deleted_at is null and owning.ended_at is null`, 'desc')
    .orderBy('event_types.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What these members show on their pages: their own types, and those they hold with others. Secret ones are reached by their address alone. */
export const listShownTypes = async (reader: Reader, organizationId: string, membershipIds: readonly string[]): Promise<EventType[]> => {
  const rows = await eventTypes(reader, organizationId)
    .where('owning.ended_at', 'is', null)
    .where('event_types.active', '=', true)
    .where('event_types.secret', '=', false)
    .where('event_types.deleted_at', 'is', null)
    .where('event_types.link_id', 'is', null)
    .where(
      sql<boolean>`(event_types.owner_id = any(${[...membershipIds]}::uuid[]) or exists (
        select from event_type_hosts as holding
        where holding.organization_id = event_types.organization_id and holding.event_type_id = event_types.id
          and holding.membership_id = any(${[...membershipIds]}::uuid[])
      ))`,
    )
    .orderBy('event_types.position')
    .orderBy('event_types.name')
    .orderBy('event_types.id')
    .limit(100)
    .execute()
  return rows.map(eventTypeFrom)
}
