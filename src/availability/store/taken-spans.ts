import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#platform/db/database.ts'
import { prepared, type Values } from '#platform/db/prepared.ts'
import type { Span } from '../slots.ts'
import type { TakenSpan } from '../taken-span.ts'

interface TakenSpansKeys extends Values {
  readonly organizationId: string
  readonly membershipIds: readonly string[]
  readonly start: Date
  readonly end: Date
}

/** The view that unites what is booked here with what calendars say. The types of tables do not have views. */
export const unavailableSpans = sql<{
  readonly organization_id: string
  readonly membership_id: string
  readonly span: string
  readonly starts_at: Date
  readonly ends_at: Date
  readonly kind: TakenSpan['kind']
  readonly scheduled_event_id: string | null
  readonly event_type_id: string | null
  readonly seats_taken: number
  readonly reserved_until: Date | null
}>`unavailable_spans`

/**
 * What was reserved until a time that is over is not taken any more: every query of the view says so, because the view
 * cannot.
 */
export const isTakenStill = (alias: string) =>
  sql<boolean>`(${sql.ref(`${alias}.reserved_until`)} is null or ${sql.ref(`${alias}.reserved_until`)} > statement_timestamp())`

const takenSpans = prepared((reader, { organizationId, membershipIds, start, end }: TakenSpansKeys) =>
  reader
    .selectFrom(sql<{ id: string }>`unnest(${membershipIds}::uuid[])`.as<'host'>(sql`host(id)`))
    .innerJoin(unavailableSpans.as('taken'), 'taken.membership_id', 'host.id')
    .select([
      'membership_id as membershipId',
      sql<Date>`lower(span)`.as('start'),
      sql<Date>`upper(span)`.as('end'),
      'starts_at as startsAt',
      'ends_at as endsAt',
      'kind',
      'scheduled_event_id as scheduledEventId',
      'event_type_id as eventTypeId',
      'seats_taken as seatsTaken',
    ])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`span && tstzrange(${start}, ${end})`)
    .where(isTakenStill('taken'))
    .orderBy(sql`lower(span)`),
)

/**
 * The taken spans of these hosts that overlap the span, in order. An index over hosts and times finds exactly these.
 */
export const listTakenSpans = (
  reader: Reader,
  organizationId: string,
  membershipIds: readonly string[],
  { start, end }: Span,
): Promise<TakenSpan[]> =>
  takenSpans(reader, { organizationId, membershipIds, start: new Date(start), end: new Date(end) })

/** A meeting that takes time of its hosts: the meeting itself, and with its buffers. */
export interface MeetingTime {
  readonly scheduledEventId: string
  readonly eventTypeId: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly bufferedFrom: Date
  readonly bufferedTo: Date
}

/**
 * A part of the statement that books: takes the time of every host, in the order of their ids. It returns a row for
 * each host whose time was free; the exclusion constraint on the table decides that, whatever was read before.
 */
export const takingSpans = (
  organizationId: string,
  membershipIds: readonly string[],
  meeting: MeetingTime,
): RawBuilder<unknown> => sql`
  insert into taken_spans (organization_id, membership_id, span, starts_at, ends_at, kind, scheduled_event_id, event_type_id, seats_taken)
  select ${organizationId}::uuid, host.id, tstzrange(${meeting.bufferedFrom}, ${meeting.bufferedTo}), ${meeting.startsAt}::timestamptz, ${meeting.endsAt}::timestamptz,
    'meeting', ${meeting.scheduledEventId}::uuid, ${meeting.eventTypeId}::uuid, 1
  from unnest(${membershipIds}::uuid[]) as host(id)
  on conflict do nothing
  returning membership_id`

/** A part of the statement that cancels: frees the time of the hosts. */
export const freeingSpans = (organizationId: string, scheduledEventId: string): RawBuilder<unknown> => sql`
  delete from taken_spans where organization_id = ${organizationId} and scheduled_event_id = ${scheduledEventId}`

/** A part of a statement about a group meeting: sets the taken seats to the column of `counted`. */
export const countingSeats = (
  organizationId: string,
  scheduledEventId: string,
  counted: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  update taken_spans set seats_taken = counted.seats from (${counted}) as counted(seats)
  where organization_id = ${organizationId} and scheduled_event_id = ${scheduledEventId}`
