import { type RawBuilder, sql } from 'kysely'
import type { TakenSpan } from '#availability/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { prepared, type Values } from '#platform/db/prepared.ts'
import type { EventType } from '../event-type.ts'
import type { Host } from '../host.ts'
import type { ConferenceKind } from '../location.ts'
import { eventTypeFrom, eventTypes } from './event-types.ts'
import { type HostHours, hostFrom, hostsOfType } from './hosts.ts'
import { reachOfType } from './offers.ts'

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
  /** What of the hosts' time is taken around the time that is wanted. */
  readonly taken: readonly TakenSpan[]
  /** It was, before anybody was locked: then nobody was, and there is nothing to book. */
  readonly isTaken: boolean
}

const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Each host is locked, in the order of their ids, so that whoever books any of them waits for their turn and nobody waits in
 * a circle.
 */
const locking = sql<boolean>`(
  select count(*) >= 0 from (
    select pg_advisory_xact_lock(hashtextextended(ordered.id::text, 0)) from (
      select host.membership_id as id from event_type_hosts as host
      where host.organization_id = event_types.organization_id and host.event_type_id = event_types.id
      order by host.membership_id offset 0
    ) as ordered
  ) as locked
)`

/** The meeting that is wanted. As long as the type says, unless `minutes` does. */
interface WantedMeeting {
  readonly startsAt: Date
  readonly minutes?: number | undefined
}

/**
 * Whether nobody can take that meeting: those who come too late are told at once, and make nobody wait. Whoever joins others
 * in a meeting of a group type takes no time of the host's, so nothing is in their way.
 */
const areHostsBusy = (wanted: Date, minutes: number | null) => sql<boolean>`(
  select coalesce(case when event_types.pooling_type = 'round_robin' then bool_and(found.is_busy) else bool_or(found.is_busy) end, false)
  from event_type_hosts as host
  cross join lateral (
    select exists (
      select from taken_spans as taken
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

interface Asked extends Values {
  readonly organizationId: string
  readonly eventTypeId: string
  readonly membershipId: string
  readonly wanted: Date | undefined
  readonly minutes: number | null | undefined
}

const bookables = prepared((reader, { organizationId, eventTypeId, membershipId, wanted, minutes }: Asked) =>
  eventTypes(reader, organizationId)
    .select([
      hostsOfType(sql`,
        'name', users.name, 'email', users.email,
        'rooms', (select json_object_agg(room.kind, room.url) from conference_links as room
          where room.organization_id = host.organization_id and room.membership_id = host.membership_id)`).as('hosts'),
      sql<boolean>`exists (
        select from event_type_permissions as permission
        where permission.organization_id = event_types.organization_id and permission.event_type_id = event_types.id
          and permission.membership_id = ${membershipId}::uuid
      )`.as('is_permitted'),
      (wanted === undefined || minutes === undefined ? locking : sql<boolean>`case when ${areHostsBusy(wanted, minutes)} then false else ${locking} end`).as(
        'is_locked',
      ),
    ])
    .where('event_types.id', '=', eventTypeId),
)

/** What each host has booked around an instant, as far as `reachOf` says; at least one row a host. */
const hostTimes = prepared((reader, { organizationId, eventTypeId, wanted }: { organizationId: string; eventTypeId: string; wanted: Date }) =>
  reader
    .selectFrom('event_type_hosts as host')
    .innerJoin('event_types', (join) =>
      join.onRef('event_types.organization_id', '=', 'host.organization_id').onRef('event_types.id', '=', 'host.event_type_id'),
    )
    .leftJoin('taken_spans as taken', (join) =>
      join
        .onRef('taken.organization_id', '=', 'host.organization_id')
        .onRef('taken.membership_id', '=', 'host.membership_id')
        .on(sql<boolean>`taken.span && tstzrange(${wanted}::timestamptz - ${reachOfType}, ${wanted}::timestamptz + ${reachOfType})`),
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

/**
 * A type that is about to be booked at the time that is wanted, its hosts held still until the transaction ends. Nobody asks
 * when an invitee does. What the hosts have booked is asked for afterwards, so that it shows what others booked while this
 * one waited; and only where there is something to choose by it. Otherwise it is enough that the time is free, and about that
 * the constraint on the taken spans has the last word.
 */
export const lockBookable = async (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
  { startsAt, minutes }: WantedMeeting,
  membershipId = nobody,
): Promise<Bookable | undefined> => {
  const [row] = await bookables(tx, { organizationId, eventTypeId, membershipId, wanted: startsAt, minutes: minutes ?? null })
  if (!row) return undefined
  const bookable = bookableFrom(row)
  return bookable.isTaken || !dependsOnTimes(bookable.eventType) ? bookable : lookAtTimes(tx, bookable, startsAt)
}

/** Who joins whom, who holds it, whether there are too many that day. */
const dependsOnTimes = ({ kind, pooling, rules }: EventType): boolean =>
  kind === 'group' || pooling === 'round_robin' || rules.max_per_day !== null || rules.max_per_week !== null

/** The same for somebody who has a meeting to give back first: what is taken is asked for after that, by `lookAtTimes`. */
export const lockMovable = async (tx: Tx, organizationId: string, eventTypeId: string): Promise<Bookable | undefined> => {
  const [row] = await bookables(tx, { organizationId, eventTypeId, membershipId: nobody, wanted: undefined, minutes: undefined })
  return row && bookableFrom(row)
}

/** The hosts must be locked. */
export const lookAtTimes = async (tx: Tx, bookable: Bookable, wanted: Date): Promise<Bookable> => {
  const { organizationId, id } = bookable.eventType
  return withTimes(bookable, await hostTimes(tx, { organizationId, eventTypeId: id, wanted }))
}

const bookableFrom = (row: Awaited<ReturnType<typeof bookables>>[number]): Bookable => {
  const hosts = JSON.parse(row.hosts) as (HostHours & Pick<BookableHost, 'name' | 'email'> & { rooms: BookableHost['rooms'] | null })[]
  return {
    eventType: eventTypeFrom(row),
    hosts: hosts.map((host) => ({ ...hostFrom(host), name: host.name, email: host.email, assigned: 0, rooms: host.rooms ?? {} })),
    isPermitted: row.is_permitted,
    isTaken: !row.is_locked,
    taken: [],
  }
}

const withTimes = (bookable: Bookable, times: Awaited<ReturnType<typeof hostTimes>>): Bookable => {
  const assigned = new Map(times.map((time) => [time.hostId, time.assigned]))
  return {
    ...bookable,
    hosts: bookable.hosts.map((host) => ({ ...host, assigned: assigned.get(host.membershipId) ?? 0 })),
    taken: times.filter((time): time is typeof time & TakenSpan => time.membershipId !== null),
  }
}

/** A part of the statement that books: spends a link. It gives back a row, unless the link was used or deleted meanwhile. */
export const spendingLink = (organizationId: string, linkId: string, now: Date): RawBuilder<unknown> => sql`
  update booking_links set used_at = ${now}
  where organization_id = ${organizationId} and id = ${linkId} and used_at is null and deleted_at is null and expires_at > ${now}
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
