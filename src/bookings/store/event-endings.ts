import { type RawBuilder, sql } from 'kysely'
import { countingSeats, freeingCollidingSpans, freeingSpans } from '#availability/index.ts'
import { countingAssigned } from '#event-types/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Cancellation } from '../cancellation.ts'
import type { ScheduledEvent } from '../scheduled-event.ts'
import { keepTimeOfRequests } from './booking-requests.ts'

/**
 * Cancels the meeting for all its active invitees, frees the hosts' time, and returns those invitees. The meeting must
 * be locked.
 */
export const cancelEventRow = async (
  tx: Tx,
  scheduledEvent: ScheduledEvent,
  { by, type, reason, at }: Cancellation,
): Promise<{ id: string; email: string }[]> => {
  const { organizationId, id } = scheduledEvent
  if (scheduledEvent.isJoinable) await keepTimeOfRequests(tx, organizationId, id)
  const { rows } = await sql<{ id: string; email: string }>`
    with ${endingEvent(scheduledEvent, { by, type, reason, at })}
    update invitees set status = 'canceled', canceled_by = ${by}, canceler_type = ${type}, cancel_reason = ${reason}, canceled_at = ${at}, updated_at = ${at}
    where organization_id = ${organizationId} and scheduled_event_id = ${id} and status = 'active'
    returning id, email`.execute(tx)
  return rows
}

/** Parts of a statement: the last invitee is gone, so the meeting is canceled and the hosts' time is free. */
export const endingEvent = (
  { organizationId, id, eventTypeId, hosts }: ScheduledEvent,
  { by, type, reason, at }: Cancellation,
): RawBuilder<unknown> => {
  const [host] = hosts
  return sql`ended as (
      update scheduled_events set status = 'canceled', invitees_active = 0, canceled_by = ${by}, canceler_type = ${type}, cancel_reason = ${reason},
        canceled_at = ${at}, updated_at = ${at}
      where organization_id = ${organizationId} and id = ${id}
    ), freed as (${freeingSpans(organizationId, id)}), freed_busy as (${freeingCollidingSpans(organizationId, id)})${host ? sql`, counted as (${countingAssigned(organizationId, eventTypeId, host.membershipId, -1)})` : sql``}`
}

/** Parts of a statement: so many invitees fewer. */
export const leavingEvent = (
  { organizationId, id }: ScheduledEvent,
  leaving: number,
  now: Date,
): RawBuilder<unknown> => sql`ended as (
      update scheduled_events set invitees_active = invitees_active - ${leaving}::integer, updated_at = ${now}
      where organization_id = ${organizationId} and id = ${id}
      returning invitees_active
    ), freed as (${countingSeats(organizationId, id, sql`select invitees_active from ended`)})`
