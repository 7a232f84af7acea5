import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'
import type { MeetingTime } from './taken-spans.ts'

/** A request that keeps time of hosts, or a seat of theirs. */
export interface TimeHolder {
  readonly organizationId: string
  readonly scheduledEventId: string
  readonly requestId: string
}

/** From now on, by the clock of the database, which also decides when it is over. */
const secondsFromNow = (seconds: number) => sql<Date>`statement_timestamp() + make_interval(secs => ${seconds})`

/**
 * Keeps the time of every host for a request. False if one of them has no time: then nothing may be committed. `seats`
 * are those of meetings, so a reserved time of a group meeting has none; its requests hold theirs.
 */
export const reserveSpans = async (
  tx: Tx,
  organizationId: string,
  membershipIds: readonly string[],
  meeting: MeetingTime,
  { seconds, seats }: { readonly seconds: number; readonly seats: 0 | 1 },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into taken_spans (organization_id, membership_id, span, starts_at, ends_at, kind, scheduled_event_id, event_type_id, seats_taken, held_until)
    select ${organizationId}::uuid, host.id, tstzrange(${meeting.bufferedFrom}, ${meeting.bufferedTo}), ${meeting.startsAt}::timestamptz, ${meeting.endsAt}::timestamptz,
      'reserved', ${meeting.scheduledEventId}::uuid, ${meeting.eventTypeId}::uuid, ${seats}::integer, ${secondsFromNow(seconds)}
    from unnest(${[...membershipIds].sort()}::uuid[]) as host(id)
    on conflict do nothing
    returning membership_id`.execute(tx)
  return rows.length === membershipIds.length
}

/**
 * Holds a seat at a group time, which is a meeting or reserved. The hosts are locked. False if the meeting has just
 * ended: then nothing may be committed.
 */
export const holdSeat = async (tx: Tx, holder: TimeHolder, seconds: number): Promise<boolean> => {
  const { organizationId, scheduledEventId, requestId } = holder
  await sql`
    insert into held_seats (organization_id, scheduled_event_id, request_id, held_until)
    values (${organizationId}, ${scheduledEventId}, ${requestId}, ${secondsFromNow(seconds)})
    on conflict (organization_id, scheduled_event_id, request_id) do update set held_until = excluded.held_until`.execute(
    tx,
  )
  return followHeldSeats(tx, organizationId, scheduledEventId)
}

/** Keeps the time longer: the request waits for something else now. */
export const holdLonger = async (tx: Tx, holder: TimeHolder, isGroup: boolean, seconds: number): Promise<void> => {
  if (isGroup) return void (await holdSeat(tx, holder, seconds))
  await tx
    .updateTable('taken_spans')
    .set({ held_until: secondsFromNow(seconds) })
    .where('organization_id', '=', holder.organizationId)
    .where('scheduled_event_id', '=', holder.scheduledEventId)
    .where('kind', '=', 'reserved')
    .execute()
}

/** Frees what a request keeps. A reserved group time stays while others hold seats there. */
export const releaseTime = async (
  tx: Tx,
  { organizationId, scheduledEventId, requestId }: TimeHolder,
): Promise<void> => {
  await tx
    .deleteFrom('held_seats')
    .where('organization_id', '=', organizationId)
    .where('scheduled_event_id', '=', scheduledEventId)
    .where('request_id', '=', requestId)
    .execute()
  await sql`
    delete from taken_spans
    where organization_id = ${organizationId} and scheduled_event_id = ${scheduledEventId} and kind = 'reserved' and not exists (
      select from held_seats
      where held_seats.organization_id = ${organizationId} and held_seats.scheduled_event_id = ${scheduledEventId}
        and held_seats.held_until > statement_timestamp()
    )`.execute(tx)
  await followHeldSeats(tx, organizationId, scheduledEventId)
}

/** A reserved time is about to become the meeting itself. */
export const dropReservation = async (tx: Tx, organizationId: string, scheduledEventId: string): Promise<void> => {
  await tx
    .deleteFrom('taken_spans')
    .where('organization_id', '=', organizationId)
    .where('scheduled_event_id', '=', scheduledEventId)
    .where('kind', '=', 'reserved')
    .execute()
}

/**
 * The rows of a group time tell until when its seats may be held, so that nobody else looks for them. False if there are
 * no such rows.
 */
export const followHeldSeats = async (tx: Tx, organizationId: string, scheduledEventId: string): Promise<boolean> => {
  const { rows } = await sql`
    update taken_spans set held_until = held.until
    from (
      select max(held_until) as until, count(*) as seats from held_seats
      where organization_id = ${organizationId} and scheduled_event_id = ${scheduledEventId}
    ) as held
    where organization_id = ${organizationId} and scheduled_event_id = ${scheduledEventId}
      and (held.seats > 0 or kind = 'meeting')
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Reserved times of these hosts that are over: only the rows are still there, and in the way. */
export const dropExpiredReservations = async (
  tx: Tx,
  organizationId: string,
  membershipIds: readonly string[],
): Promise<void> => {
  await tx
    .deleteFrom('taken_spans')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`membership_id = any(${[...membershipIds]}::uuid[])`)
    .where('kind', '=', 'reserved')
    .where('held_until', '<=', sql<Date>`statement_timestamp()`)
    .execute()
}

/** A part of a condition: how many seats of a meeting are held by requests. */
export const seatsHeld = (organizationId: string, scheduledEventId: string) => sql<number>`(
  select count(*)::integer from held_seats
  where held_seats.organization_id = ${organizationId} and held_seats.scheduled_event_id = ${scheduledEventId}
    and held_seats.held_until > statement_timestamp()
)`

/** What a request keeps is over now. Whoever wants the time takes the rows out of the way. */
export const endHold = async (
  tx: Tx,
  { organizationId, scheduledEventId, requestId }: TimeHolder,
  isGroup: boolean,
): Promise<void> => {
  await sql`
    ${isGroup ? sql`update held_seats` : sql`update taken_spans`} set held_until = statement_timestamp()
    where organization_id = ${organizationId} and scheduled_event_id = ${scheduledEventId}
      and ${isGroup ? sql`request_id = ${requestId}` : sql`kind = 'reserved'`}`.execute(tx)
}

/**
 * A group meeting is about to end in which requests hold seats: its time stays reserved for them, as that of a meeting
 * to be with a new id. False if there are no such requests. The rows of its time are locked first, so that no seat is
 * held there unnoticed.
 */
export const keepHeldTime = async (
  tx: Tx,
  {
    organizationId,
    scheduledEventId,
    newId,
  }: { readonly [Name in 'organizationId' | 'scheduledEventId' | 'newId']: string },
): Promise<boolean> => {
  const ofMeeting = sql`organization_id = ${organizationId} and scheduled_event_id = ${scheduledEventId}`
  const { rows: locked } = await sql<{ is_held: boolean | null }>`
    select held_until > statement_timestamp() as is_held from taken_spans where ${ofMeeting} order by membership_id for update`.execute(
    tx,
  )
  if (!locked.some((row) => row.is_held)) return false
  const { rows } = await sql`
    with held as (
      update held_seats set scheduled_event_id = ${newId}
      where ${ofMeeting} and held_until > statement_timestamp()
      returning held_until
    )
    update taken_spans set scheduled_event_id = ${newId}, kind = 'reserved', seats_taken = 0, held_until = held.until
    from (select max(held_until) as until from held) as held
    where ${ofMeeting} and held.until is not null
    returning 1`.execute(tx)
  return rows.length > 0
}
