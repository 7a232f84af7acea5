import { type RawBuilder, sql } from 'kysely'
import type { Span } from '#availability/index.ts'
import type { Reader } from '#platform/db/database.ts'
import { prepared, type Values } from '#platform/db/prepared.ts'
import type { EventType } from '../event-type.ts'
import type { Offer, TakenTime } from '../openings.ts'
import { ownedTypes, rulesFrom } from './event-types.ts'
import { type HostHours, hostFrom, hostsOfType } from './hosts.ts'

interface Asked extends Values {
  readonly organizationId: string
  readonly eventTypeId: string
  readonly start: Date
  readonly end: Date
}

/** In SQL, how far around a time `reachOf` looks. */
export const reachOfType = sql`make_interval(days => case when event_types.max_per_day is null and event_types.max_per_week is null then 1 else 9 end)`

type Taken = readonly [membershipId: string, start: number, end: number, startsAt: number, eventTypeId: string | null, seatsTaken: number]

/** What the hosts of the type in the row have booked around the span, in order: a `Taken` each, as one JSON value. */
const takenOfType = (start: Date, end: Date): RawBuilder<string> => sql<string>`(
  select coalesce(json_agg(json_build_array(
    taken.membership_id, ${milliseconds('lower(taken.span)')}, ${milliseconds('upper(taken.span)')}, ${milliseconds('taken.starts_at')},
    taken.event_type_id, taken.seats_taken
  ) order by lower(taken.span)), '[]')
  from event_type_hosts as host
  join taken_spans as taken on taken.organization_id = host.organization_id and taken.membership_id = host.membership_id
    and taken.span && tstzrange(${start}::timestamptz - ${reachOfType}, ${end}::timestamptz + ${reachOfType})
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

const offers = prepared((reader, { organizationId, eventTypeId, start, end }: Asked) =>
  ownedTypes(reader, organizationId)
    .select([
      'event_types.id',
      'event_types.active',
      'event_types.deleted_at',
      'event_types.kind',
      'event_types.pooling_type',
      'event_types.duration',
      'event_types.seats',
      'event_types.slug',
      'event_types.link_id',
      'event_types.start_time_increment',
      'event_types.buffer_before',
      'event_types.buffer_after',
      'event_types.minimum_notice',
      'event_types.window_type',
      'event_types.window_days',
      'event_types.window_start',
      'event_types.window_end',
      'event_types.max_per_day',
      'event_types.max_per_week',
      'owner.slug as owner_slug',
      hostsOfType().as('hosts'),
      takenOfType(start, end).as('taken'),
    ])
    .where('event_types.id', '=', eventTypeId),
)

/** All that says when a type can be booked within the span, and where: one statement, however many hosts it has. */
export interface FoundOffer extends Offer {
  readonly eventType: Offer['eventType'] & Pick<EventType, 'slug' | 'linkId'> & { readonly owner: Pick<EventType['owner'], 'slug'> }
}

export const findOffer = async (reader: Reader, organizationId: string, eventTypeId: string, { start, end }: Span): Promise<FoundOffer | undefined> => {
  const [row] = await offers(reader, { organizationId, eventTypeId, start: new Date(start), end: new Date(end) })
  if (!row) return undefined
  return {
    eventType: {
      id: row.id,
      active: row.active,
      deletedAt: row.deleted_at,
      kind: row.kind,
      pooling: row.pooling_type,
      duration: row.duration,
      seats: row.seats,
      slug: row.slug,
      linkId: row.link_id,
      rules: rulesFrom(row),
      owner: { slug: row.owner_slug },
    },
    hosts: (JSON.parse(row.hosts) as HostHours[]).map(hostFrom),
    taken: (JSON.parse(row.taken) as Taken[]).map(takenFrom),
  }
}
