import { type RawBuilder, sql } from 'kysely'
import type { Span } from '#availability/index.ts'
import { isTakenStill } from '#availability/index.ts'
import { type Reader, withinTenant } from '#platform/db/database.ts'
import { prepared } from '#platform/db/prepared.ts'
import type { Bookable, ShownHost } from '../bookable.ts'
import type { EventType } from '../event-type.ts'
import type { BookableTimes, TakenTime } from '../openings.ts'
import {
  eventTypeFrom,
  eventTypes,
  isPayable,
  ownedTypes,
  ownerSlug,
  paymentServicesOfType,
  rulesFrom,
} from './event-types.ts'
import { type HostHours, hostFrom, hostsOfType } from './hosts.ts'

const bookables = (reader: Reader, organizationId: string, eventTypeId: string) =>
  eventTypes(reader, organizationId)
    .select(hostsOfType(sql`, 'name', users.name, 'avatarUrl', users.avatar_url`).as('hosts'))
    .where('event_types.id', '=', eventTypeId)

const oneBookable = prepared(
  (reader, { organizationId, eventTypeId }: { organizationId: string; eventTypeId: string }) =>
    bookables(reader, organizationId, eventTypeId),
)

/** Deleted types too. What the hosts have booked is read separately. */
export const findBookable = async (
  reader: Reader,
  organizationId: string,
  eventTypeId: string,
): Promise<Bookable | undefined> => {
  const [row] = await oneBookable(reader, { organizationId, eventTypeId })
  return row && bookableFrom(row)
}

const bookableFrom = (row: Parameters<typeof eventTypeFrom>[0] & { readonly hosts: string }): Bookable => {
  const hosts = JSON.parse(row.hosts) as (HostHours & Pick<ShownHost, 'name' | 'avatarUrl'>)[]
  return {
    eventType: eventTypeFrom(row),
    hosts: hosts.map((host) => ({ ...hostFrom(host), name: host.name, avatarUrl: host.avatarUrl })),
  }
}

/** `lookupSpanOf` in SQL: how far around a time booked meetings matter. */
export const lookupIntervalOfType = sql`make_interval(days => case when event_types.max_per_day is null and event_types.max_per_week is null then 1 else 9 end)`

type Taken = readonly [
  membershipId: string,
  start: number,
  end: number,
  startsAt: number,
  eventTypeId: string | null,
  seatsTaken: number,
]

/** What the hosts of the type in the row have booked around the span, in order: a `Taken` each, as one JSON value. */
const takenOfType = (start: Date, end: Date): RawBuilder<string> => sql<string>`(
  select coalesce(json_agg(json_build_array(
    taken.membership_id, ${milliseconds('lower(taken.span)')}, ${milliseconds('upper(taken.span)')}, ${milliseconds('taken.starts_at')},
    taken.event_type_id, taken.seats_taken
  ) order by lower(taken.span)), '[]')
  from event_type_hosts as host
  join unavailable_spans as taken on taken.organization_id = host.organization_id and taken.membership_id = host.membership_id
    and taken.span && tstzrange(${start}::timestamptz - ${lookupIntervalOfType}, ${end}::timestamptz + ${lookupIntervalOfType})
    and ${isTakenStill('taken')}
  where host.organization_id = event_types.organization_id and host.event_type_id = event_types.id
)`

const milliseconds = (instant: string) => sql.raw(`(extract(epoch from ${instant}) * 1000)::bigint`)

const takenFrom = ([membershipId, start, end, startsAt, eventTypeId, seatsTaken]: Taken): TakenTime => ({
  membershipId,
  start: new Date(start),
  end: new Date(end),
  startsAt: new Date(startsAt),
  eventTypeId,
  seatsTaken,
})

/** Only the columns that times depend on: a whole type would cost a tenth more. */
const bookableTimes = prepared(
  (
    reader,
    {
      organizationId,
      eventTypeId,
      start,
      end,
    }: { organizationId: string; eventTypeId: string; start: Date; end: Date },
  ) =>
    ownedTypes(reader, organizationId)
      .select([
        'event_types.id',
        'event_types.active',
        'event_types.deleted_at',
        'event_types.kind',
        'event_types.pooling_type',
        'event_types.duration',
      ])
      .select([
        'event_types.seats',
        'event_types.slug',
        'event_types.link_id',
        'event_types.start_time_increment',
        'event_types.buffer_before',
      ])
      .select([
        'event_types.buffer_after',
        'event_types.minimum_notice',
        'event_types.window_type',
        'event_types.window_days',
        'event_types.window_start',
      ])
      .select([
        'event_types.window_end',
        'event_types.max_per_day',
        'event_types.max_per_week',
        ownerSlug.as('owner_slug'),
      ])
      .select(['event_types.booking_rules', paymentServicesOfType.as('payment_services')])
      .select([hostsOfType().as('hosts'), takenOfType(start, end).as('taken')])
      .where('event_types.id', '=', eventTypeId),
)

/**
 * What says when a type can be booked within the span, and its address: one statement, however many hosts there are.
 * Deleted types too.
 */
interface FoundTimes extends BookableTimes {
  readonly eventType: BookableTimes['eventType'] &
    Pick<EventType, 'organizationId' | 'slug' | 'linkId'> & { readonly owner: Pick<EventType['owner'], 'slug'> }
}

export const findBookableTimes = async (
  reader: Reader,
  organizationId: string,
  eventTypeId: string,
  { start, end }: Span,
): Promise<FoundTimes | undefined> => {
  const [row] = await bookableTimes(reader, { organizationId, eventTypeId, start: new Date(start), end: new Date(end) })
  if (!row) return undefined
  const { id, active, deleted_at: deletedAt, kind, pooling_type: pooling, duration, seats, slug, link_id: linkId } = row
  return {
    eventType: {
      id,
      organizationId,
      active,
      deletedAt,
      kind,
      pooling,
      duration,
      seats,
      slug,
      linkId,
      rules: rulesFrom(row),
      isPayable: isPayable(row),
      owner: { slug: row.owner_slug },
    },
    hosts: (JSON.parse(row.hosts) as HostHours[]).map(hostFrom),
    taken: (JSON.parse(row.taken) as Taken[]).map(takenFrom),
  }
}

/** The address of a page does not name an organization, so this query has no tenant. */
export const findTypeOrganization = async (reader: Reader, eventTypeId: string): Promise<string | undefined> =>
  (
    await reader
      .selectFrom('event_types')
      .select('organization_id as organizationId')
      .where('id', '=', eventTypeId)
      .executeTakeFirst()
  )?.organizationId

/** The type at `/{user}/{type}`. Of several that ever had this address, the one that is not deleted. */
export const findTypeBySlugs = async (
  reader: Reader,
  userSlug: string,
  typeSlug: string,
): Promise<{ organizationId: string; id: string } | undefined> =>
  reader
    .selectFrom('event_types')
    .innerJoin('organization_memberships as owning', withinTenant('owning.id', 'event_types.owner_id'))
    .innerJoin('users as owner', 'owner.id', 'owning.user_id')
    .select(['event_types.organization_id as organizationId', 'event_types.id'])
    .where('owner.slug', '=', userSlug)
    .where('event_types.slug', '=', typeSlug)
    .where('event_types.link_id', 'is', null)
    .orderBy(sql`event_types.deleted_at is null and owning.ended_at is null`, 'desc')
    .orderBy('event_types.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * What these members show on their pages: their own types, and those they host with others. Secret ones are reached by
 * their address alone.
 */
export const listShownTypes = async (
  reader: Reader,
  organizationId: string,
  membershipIds: readonly string[],
): Promise<EventType[]> => {
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
  return rows.map(eventTypeFrom).filter((type) => type.isPayable)
}
