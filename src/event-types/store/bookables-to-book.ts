import { sql } from 'kysely'
import { dropExpiredReservations, isTakenStill, type TakenSpan, unavailableSpans } from '#availability/index.ts'
import { type Tx, withinTenant } from '#platform/db/database.ts'
import { prepared, type Values } from '#platform/db/prepared.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import type { BookableHost, BookableToBook, HostsTime } from '../bookable.ts'
import { lookupIntervalOfType } from './bookables.ts'
import { roomsOfHost } from './conference-links.ts'
import { eventTypeFrom, eventTypes } from './event-types.ts'
import { type HostHours, hostFrom, hostsOfType } from './hosts.ts'

/**
 * Whether the hosts can't hold the wanted meeting, so that the caller is refused at once instead of waiting for a lock.
 * For meetings the truth is the exclusion constraint on `taken_spans`, and this only spares the wait. Times from
 * calendars have no constraint: this is their only check unless `findTaken` runs. Joining a meeting of a group type
 * takes no further time of the host, so it never conflicts.
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
        ) and ${isTakenStill('taken')}
    ) and not (
      event_types.kind = 'group' and exists (
        select from unavailable_spans as joinable
        where joinable.organization_id = host.organization_id and joinable.membership_id = host.membership_id
          and joinable.span && tstzrange(${wanted}::timestamptz, ${wanted}::timestamptz, '[]')
          and joinable.event_type_id = event_types.id and joinable.starts_at = ${wanted}::timestamptz and joinable.seats_taken < event_types.seats
          and ${isTakenStill('joinable')}
      )
    ) as is_busy
  ) as found
  where host.organization_id = event_types.organization_id and host.event_type_id = event_types.id
)`

interface WantedBookable extends Values {
  readonly organizationId: string
  readonly eventTypeId: string
  readonly membershipId: string
  readonly wanted: Date | undefined
  readonly minutes: number | null | undefined
}

const bookablesToBook = prepared(
  (reader, { organizationId, eventTypeId, membershipId, wanted, minutes }: WantedBookable) =>
    eventTypes(reader, organizationId)
      .select([
        (wanted === undefined || minutes === undefined ? sql<boolean>`false` : areHostsBusy(wanted, minutes)).as(
          'are_hosts_busy',
        ),
        hostsOfType(sql`,
        'name', users.name, 'email', users.email,
        'rooms', (select json_object_agg(room.kind, room.url) from ${roomsOfHost} as room)`).as('hosts'),
        sql<boolean>`exists (
        select from event_type_permissions as permission
        where permission.organization_id = event_types.organization_id and permission.event_type_id = event_types.id
          and permission.membership_id = ${membershipId}::uuid
      )`.as('is_permitted'),
      ])
      .where('event_types.id', '=', eventTypeId),
)

/** What each host has booked around an instant, for the span of `lookupSpanOf`; at least one row per host. */
const hostTimes = prepared(
  (reader, { organizationId, eventTypeId, wanted }: { organizationId: string; eventTypeId: string; wanted: Date }) =>
    reader
      .selectFrom('event_type_hosts as host')
      .innerJoin('event_types', withinTenant('event_types.id', 'host.event_type_id'))
      .leftJoin(unavailableSpans.as('taken'), (join) =>
        join
          .onRef('taken.organization_id', '=', 'host.organization_id')
          .onRef('taken.membership_id', '=', 'host.membership_id')
          .on(
            sql<boolean>`taken.span && tstzrange(${wanted}::timestamptz - ${lookupIntervalOfType}, ${wanted}::timestamptz + ${lookupIntervalOfType})`,
          )
          .on(isTakenStill('taken')),
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

/** The meeting that a caller wants: as long as the type, unless `minutes` says otherwise. */
interface WantedMeeting {
  readonly startsAt: Date
  readonly minutes?: number | undefined
}

/**
 * The type and its hosts, for a booking at the wanted time. `membershipId` is the calling member's, omitted for
 * bookings by invitees.
 */
export const findBookableToBook = async (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
  { startsAt, minutes }: WantedMeeting,
  membershipId = nilUuid,
): Promise<BookableToBook | undefined> => {
  const [row] = await bookablesToBook(tx, {
    organizationId,
    eventTypeId,
    membershipId,
    wanted: startsAt,
    minutes: minutes ?? null,
  })
  return row && bookableFrom(row)
}

/** The same for a move, which frees the old time first: whether the hosts are busy is not known before that. */
export const findBookableToMove = async (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
): Promise<BookableToBook | undefined> => {
  const [row] = await bookablesToBook(tx, {
    organizationId,
    eventTypeId,
    membershipId: nilUuid,
    wanted: undefined,
    minutes: undefined,
  })
  return row && bookableFrom(row)
}

const hostLocks = prepared((reader, { organizationId, ids }: { organizationId: string; ids: readonly string[] }) =>
  reader.selectFrom(sql<{ id: string }>`unnest(${ids}::uuid[])`.as<'host'>(sql`host(id)`)).select([
    sql`pg_advisory_xact_lock(hashtextextended(host.id::text, 0))`.as('locked'),
    sql<boolean>`exists (
        select from taken_spans as held
        where held.organization_id = ${organizationId} and held.membership_id = host.id
          and held.held_until <= statement_timestamp() and held.kind = 'reserved'
      )`.as('has_expired'),
  ]),
)

/**
 * One booking of a host at a time: others wait until this transaction ends. In the order of their ids, so that no two
 * wait for each other. Times that were reserved and are no longer are out of the way then.
 */
export const lockHosts = async (
  tx: Tx,
  organizationId: string,
  hosts: readonly { readonly membershipId: string }[],
): Promise<void> => {
  const ids = hosts.map(({ membershipId }) => membershipId).sort()
  const locked = await hostLocks(tx, { organizationId, ids })
  if (locked.some((host) => host.has_expired)) await dropExpiredReservations(tx, organizationId, ids)
}

/**
 * Reads what the hosts have booked around the wanted time. They must be locked, so that this includes what was booked
 * while waiting.
 */
export const findTaken = async (
  tx: Tx,
  { eventType: { organizationId, id } }: BookableToBook,
  wanted: Date,
): Promise<HostsTime> => {
  const times = await hostTimes(tx, { organizationId, eventTypeId: id, wanted })
  return {
    assigned: new Map(times.map((time) => [time.hostId, time.assigned])),
    taken: times.filter((time): time is typeof time & TakenSpan => time.membershipId !== null),
  }
}

const bookableFrom = (row: Awaited<ReturnType<typeof bookablesToBook>>[number]): BookableToBook => {
  const hosts = JSON.parse(row.hosts) as (HostHours &
    Pick<BookableHost, 'name' | 'email'> & { rooms: BookableHost['rooms'] | null })[]
  return {
    eventType: eventTypeFrom(row),
    hosts: hosts.map((host) => ({ ...hostFrom(host), name: host.name, email: host.email, rooms: host.rooms ?? {} })),
    isPermitted: row.is_permitted,
    areHostsBusy: row.are_hosts_busy,
  }
}
