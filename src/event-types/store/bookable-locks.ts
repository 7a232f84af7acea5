import { sql } from 'kysely'
import { type TakenSpan, unavailableSpans } from '#availability/index.ts'
import { type Tx, withinTenant } from '#platform/db/database.ts'
import { prepared, type Values } from '#platform/db/prepared.ts'
import type { BookableHost, LockedBookable } from '../bookable.ts'
import type { EventType } from '../event-type.ts'
import { lookupIntervalOfType } from './bookables.ts'
import { eventTypeFrom, eventTypes } from './event-types.ts'
import { type HostHours, hostFrom, hostsOfType } from './hosts.ts'

/** Locks every host in the order of their ids, so that two bookings of the same hosts cannot deadlock. Always true: it waits instead. */
const lockHosts = sql<boolean>`(
  select count(*) >= 0 from (
    select pg_advisory_xact_lock(hashtextextended(ordered.id::text, 0)) from (
      select host.membership_id as id from event_type_hosts as host
      where host.organization_id = event_types.organization_id and host.event_type_id = event_types.id
      order by host.membership_id offset 0
    ) as ordered
  ) as locked
)`

/**
 * Whether no host can take the wanted meeting: then the caller is refused at once, without waiting for a lock. Joining a meeting
 * of a group type takes no further time of the host, so it never conflicts.
 */
const areHostsBusy = (wanted: Date, minutes: number | null) => sql<boolean>`(
  select coalesce(case when event_types.pooling_type = 'round_robin' then bool_and(found.is_busy) else bool_or(found.is_busy) end, false)
  from event_type_hosts as host
  cross join lateral (
    select exists (
      select from unavailable_spans as taken
      where taken.organization_id = host.organization_id and taken.membership_id = host.membership_id
        and taken.span && tstzrange(
          ${wanted}::timestamptz - make_interval(mins => event_types.buffer_before),
          ${wanted}::timestamptz + make_interval(mins => coalesce(${minutes}::integer, event_types.duration) + event_types.buffer_after)
        )
    ) and not (
      event_types.kind = 'group' and exists (
        select from taken_spans as joinable
        where joinable.organization_id = host.organization_id and joinable.membership_id = host.membership_id
          and joinable.span && tstzrange(${wanted}::timestamptz, ${wanted}::timestamptz, '[]')
          and joinable.event_type_id = event_types.id and joinable.starts_at = ${wanted}::timestamptz and joinable.seats_taken < event_types.seats
      )
    ) as is_busy
  ) as found
  where host.organization_id = event_types.organization_id and host.event_type_id = event_types.id
)`

interface BookableLockKeys extends Values {
  readonly organizationId: string
  readonly eventTypeId: string
  readonly membershipId: string
  readonly wanted: Date | undefined
  readonly minutes: number | null | undefined
}

/** One statement loads and locks, because each further one costs a booking a round trip. */
const lockedBookables = prepared((reader, { organizationId, eventTypeId, membershipId, wanted, minutes }: BookableLockKeys) => {
  const lock =
    wanted === undefined || minutes === undefined ? lockHosts : sql<boolean>`case when ${areHostsBusy(wanted, minutes)} then false else ${lockHosts} end`
  return eventTypes(reader, organizationId)
    .innerJoinLateral(sql<{ is_held: boolean }>`(select ${lock})`.as<'host_lock'>(sql`host_lock(is_held)`), (join) => join.onTrue())
    .select([
      'host_lock.is_held',
      hostsOfType(sql`,
        'name', users.name, 'email', users.email,
        'rooms', (select json_object_agg(room.kind, room.url) from conference_links as room
          where room.organization_id = host.organization_id and room.membership_id = host.membership_id)`).as('hosts'),
      sql<boolean>`exists (
        select from event_type_permissions as permission
        where permission.organization_id = event_types.organization_id and permission.event_type_id = event_types.id
          and permission.membership_id = ${membershipId}::uuid
      )`.as('is_permitted'),
    ])
    .where('event_types.id', '=', eventTypeId)
})
/** What each host has booked around an instant, for the span of `lookupSpanOf`; at least one row per host. */
const hostTimes = prepared((reader, { organizationId, eventTypeId, wanted }: { organizationId: string; eventTypeId: string; wanted: Date }) =>
  reader
    .selectFrom('event_type_hosts as host')
    .innerJoin('event_types', withinTenant('event_types.id', 'host.event_type_id'))
    .leftJoin(unavailableSpans.as('taken'), (join) =>
      join
        .onRef('taken.organization_id', '=', 'host.organization_id')
        .onRef('taken.membership_id', '=', 'host.membership_id')
        .on(sql<boolean>`taken.span && tstzrange(${wanted}::timestamptz - ${lookupIntervalOfType}, ${wanted}::timestamptz + ${lookupIntervalOfType})`),
    )
    .select([
      'host.membership_id as hostId',
      'host.assigned',
      'taken.membership_id as membershipId',
      sql<Date>`lower(taken.span)`.as('start'),
      sql<Date>`upper(taken.span)`.as('end'),
      'taken.starts_at as startsAt',
      'taken.ends_at as endsAt',
      'taken.kind',
      'taken.scheduled_event_id as scheduledEventId',
      'taken.event_type_id as eventTypeId',
      'taken.seats_taken as seatsTaken',
    ])
    .where('host.organization_id', '=', organizationId)
    .where('host.event_type_id', '=', eventTypeId)
    .orderBy(sql`lower(taken.span)`),
)

/** The wanted meeting: as long as the type, unless `minutes` says otherwise. */
interface WantedMeeting {
  readonly startsAt: Date
  readonly minutes?: number | undefined
}

/** Matches no member. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * The type and its hosts, locked for a booking at the wanted time. `membershipId` is the calling member's, omitted for bookings
 * by invitees. What the hosts have booked is read after the lock, so that it includes what was booked while waiting; and only
 * where the decision depends on it. Elsewhere the exclusion constraint on the taken spans decides whether the time is free.
 */
export const lockBookable = async (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
  { startsAt, minutes }: WantedMeeting,
  membershipId = nobody,
): Promise<LockedBookable | undefined> => {
  const [row] = await lockedBookables(tx, { organizationId, eventTypeId, membershipId, wanted: startsAt, minutes: minutes ?? null })
  if (!row) return undefined
  const bookable = bookableFrom(row)
  return bookable.areHostsBusy || !dependsOnTaken(bookable.eventType) ? bookable : withTaken(tx, bookable, startsAt)
}

/** Which meeting is joined, which host is next, and whether the day is full. */
const dependsOnTaken = ({ kind, pooling, rules }: EventType): boolean =>
  kind === 'group' || pooling === 'round_robin' || rules.max_per_day !== null || rules.max_per_week !== null

/** For a move, which frees the old time first: what is taken then is read by `withTaken`. */
export const lockMovable = async (tx: Tx, organizationId: string, eventTypeId: string): Promise<LockedBookable | undefined> => {
  const [row] = await lockedBookables(tx, { organizationId, eventTypeId, membershipId: nobody, wanted: undefined, minutes: undefined })
  return row && bookableFrom(row)
}

/** Reads what the hosts have booked around the wanted time. They must be locked. */
export const withTaken = async <Each extends LockedBookable>(tx: Tx, bookable: Each, wanted: Date): Promise<Each> => {
  const { organizationId, id } = bookable.eventType
  const times = await hostTimes(tx, { organizationId, eventTypeId: id, wanted })
  const assigned = new Map(times.map((time) => [time.hostId, time.assigned]))
  return {
    ...bookable,
    hosts: bookable.hosts.map((host) => ({ ...host, assigned: assigned.get(host.membershipId) ?? 0 })),
    taken: times.filter((time): time is typeof time & TakenSpan => time.membershipId !== null),
  }
}

const bookableFrom = (row: Awaited<ReturnType<typeof lockedBookables>>[number]): LockedBookable => {
  const hosts = JSON.parse(row.hosts) as (HostHours & Pick<BookableHost, 'name' | 'email'> & { rooms: BookableHost['rooms'] | null })[]
  return {
    eventType: eventTypeFrom(row),
    hosts: hosts.map((host) => ({ ...hostFrom(host), name: host.name, email: host.email, assigned: 0, rooms: host.rooms ?? {} })),
    isPermitted: row.is_permitted,
    areHostsBusy: !row.is_held,
    taken: [],
  }
}
