import { sql } from 'kysely'
import type { Reader } from '#platform/db/database.ts'
import type { Span } from '../slots.ts'
import type { TakenSpan } from '../taken-span.ts'

/** Of these hosts, whatever touches the span, in order. The index over hosts and times finds it without looking at anything else. */
export const listTakenSpans = async (reader: Reader, organizationId: string, membershipIds: readonly string[], { start, end }: Span): Promise<TakenSpan[]> =>
  reader
    .selectFrom(sql<{ id: string }>`unnest(${[...membershipIds]}::uuid[])`.as<'host'>(sql`host(id)`))
    .innerJoin('taken_spans', 'taken_spans.membership_id', 'host.id')
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
    .where(sql<boolean>`span && tstzrange(${new Date(start)}, ${new Date(end)})`)
    .orderBy(sql`lower(span)`)
    .execute()
