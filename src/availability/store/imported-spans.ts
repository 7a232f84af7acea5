import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'

/** No calendar's: meetings that an import has brought, and that overlap another of their host. */
const collidingMeetings = '00000000-0000-0000-0000-000000000001'

/** A part of the statement that cancels: frees the time of a meeting that overlaps another. */
export const freeingCollidingSpans = (organizationId: string, scheduledEventId: string): RawBuilder<unknown> => sql`
  delete from busy_spans where organization_id = ${organizationId} and calendar_id = ${collidingMeetings} and item_key = ${scheduledEventId}::text
    and membership_id in (select membership_id from scheduled_event_hosts where organization_id = ${organizationId} and scheduled_event_id = ${scheduledEventId})`

/** Before these meetings are written again: they take no time. */
export const freeMeetingSpans = async (
  tx: Tx,
  organizationId: string,
  scheduledEventIds: readonly string[],
): Promise<void> => {
  const ids = [...scheduledEventIds]
  await sql`delete from taken_spans where organization_id = ${organizationId} and scheduled_event_id = any(${ids}::uuid[])`.execute(
    tx,
  )
  await sql`
    delete from busy_spans where organization_id = ${organizationId} and calendar_id = ${collidingMeetings} and item_key = any(${ids}::text[])
      and membership_id in (
        select membership_id from scheduled_event_hosts where organization_id = ${organizationId} and scheduled_event_id = any(${ids}::uuid[])
      )`.execute(tx)
}

export interface HostedMeeting {
  readonly scheduledEventId: string
  readonly eventTypeId: string
  readonly membershipIds: readonly string[]
  readonly startsAt: Date
  readonly endsAt: Date
  readonly bufferedFrom: Date
  readonly bufferedTo: Date
  readonly seatsTaken: number
}

/**
 * Takes the time of the hosts of many meetings. A meeting that overlaps another of one of its hosts makes them busy
 * instead, and is among those that are returned.
 */
export const takeMeetingSpans = async (
  tx: Tx,
  organizationId: string,
  meetings: readonly HostedMeeting[],
): Promise<readonly string[]> => {
  if (meetings.length === 0) return []
  const rows = JSON.stringify(
    meetings
      .flatMap(({ membershipIds, ...meeting }) => membershipIds.map((membershipId) => ({ ...meeting, membershipId })))
      .map(rowOf),
  )
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as given(
    event uuid, type uuid, host uuid, starts_at timestamptz, ends_at timestamptz, buffered_from timestamptz, buffered_to timestamptz, seats integer)`
  const taken = await sql<{ event: string }>`
    insert into taken_spans (organization_id, membership_id, span, starts_at, ends_at, kind, scheduled_event_id, event_type_id, seats_taken)
    select ${organizationId}::uuid, host, tstzrange(buffered_from, buffered_to), starts_at, ends_at, 'meeting', event, type, seats
    from ${given} order by host, buffered_from, event
    on conflict do nothing
    returning scheduled_event_id as event`.execute(tx)
  const counts = new Map<string, number>()
  for (const { event } of taken.rows) counts.set(event, (counts.get(event) ?? 0) + 1)
  const colliding = meetings
    .filter((one) => (counts.get(one.scheduledEventId) ?? 0) < one.membershipIds.length)
    .map(({ scheduledEventId }) => scheduledEventId)
  if (colliding.length === 0) return []
  await sql`delete from taken_spans where organization_id = ${organizationId} and scheduled_event_id = any(${colliding}::uuid[])`.execute(
    tx,
  )
  await sql`
    insert into busy_spans (organization_id, membership_id, calendar_id, item_key, span)
    select ${organizationId}::uuid, host, ${collidingMeetings}::uuid, event::text, tstzrange(buffered_from, buffered_to)
    from ${given} where event = any(${colliding}::uuid[])
    on conflict do nothing`.execute(tx)
  return colliding
}

const rowOf = ({
  scheduledEventId,
  eventTypeId,
  membershipId,
  ...times
}: Omit<HostedMeeting, 'membershipIds'> & { readonly membershipId: string }) => ({
  event: scheduledEventId,
  type: eventTypeId,
  host: membershipId,
  starts_at: times.startsAt,
  ends_at: times.endsAt,
  buffered_from: times.bufferedFrom,
  buffered_to: times.bufferedTo,
  seats: times.seatsTaken,
})
