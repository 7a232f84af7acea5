import { type RawBuilder, sql } from 'kysely'
import { countingSeats, freeingSpans } from '#availability/index.ts'
import { countingAssigned } from '#event-types/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Cancellation } from '../cancellation.ts'
import type { ScheduledEvent } from '../scheduled-event.ts'

/** Calls the meeting off for everybody who would have come, and gives its hosts their time back. It must be locked. Tells who they were. */
export const cancelEventRow = async (
  tx: Tx,
  scheduledEvent: ScheduledEvent,
  { by, type, reason, at }: Cancellation,
): Promise<{ id: string; email: string }[]> => {
  const { organizationId, id } = scheduledEvent
  const { rows } = await sql<{ id: string; email: string }>`
    with ${endingEvent(scheduledEvent, { by, type, reason, at })}
    update invitees set status = 'canceled', canceled_by = ${by}, canceler_type = ${type}, cancel_reason = ${reason}, canceled_at = ${at}, updated_at = ${at}
    where organization_id = ${organizationId} and scheduled_event_id = ${id} and status = 'active'
    returning id, email`.execute(tx)
  return rows
}

/** Parts of a statement: nobody comes any more, so the meeting is off and its hosts have their time back. */
export const endingEvent = ({ organizationId, id, eventTypeId, hosts }: ScheduledEvent, { by, type, reason, at }: Cancellation): RawBuilder<unknown> => {
  const [host] = hosts
  return sql`ended as (
      update scheduled_events set status = 'canceled', invitees_active = 0, canceled_by = ${by}, canceler_type = ${type}, cancel_reason = ${reason},
        canceled_at = ${at}, updated_at = ${at}
      where organization_id = ${organizationId} and id = ${id}
    ), freed as (${freeingSpans(organizationId, id)})${host ? sql`, counted as (${countingAssigned(organizationId, eventTypeId, host.membershipId, -1)})` : sql``}`
}

/** Parts of a statement: one fewer comes. */
export const leavingEvent = ({ organizationId, id }: ScheduledEvent, now: Date): RawBuilder<unknown> => sql`ended as (
      update scheduled_events set invitees_active = invitees_active - 1, updated_at = ${now}
      where organization_id = ${organizationId} and id = ${id}
      returning invitees_active
    ), freed as (${countingSeats(organizationId, id, sql`select invitees_active from ended`)})`
