import { type RawBuilder, sql } from 'kysely'
import { countingSeats, takingSpans } from '#availability/index.ts'
import { countingAssigned, finishingOneOff, spendingLink } from '#event-types/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Plan } from '../booking.ts'
import type { ScheduledEvent } from '../scheduled-event.ts'
import { insertingInvitee, type NewInvitee } from './invitees.ts'
import { type EventRow, eventColumns, eventFrom, guestsOfEvent } from './scheduled-events.ts'

export interface NewBooking {
  readonly plan: Plan
  readonly invitee: NewInvitee
  /** Whether the link the invitee came by is spent with it; moving a meeting spends nothing. */
  readonly spendsLink: boolean
}

/**
 * Everything that a booking writes, in one statement. Undefined when somebody else was first: the time of a host, the last
 * seat, the link or the one-off type is gone. Then part of it may be written, and the transaction must not be committed.
 */
export const insertBooking = async (
  tx: Tx,
  organizationId: string,
  { plan, invitee, spendsLink }: NewBooking,
  now: Date,
): Promise<ScheduledEvent | undefined> => {
  const { eventType, hosts } = plan
  const [host] = hosts
  const once: RawBuilder<unknown>[] = []
  if (spendsLink && invitee.linkId !== null) once.push(spendingLink(organizationId, invitee.linkId, now))
  if (eventType.type === 'AdhocEventType' && invitee.old === null) once.push(finishingOneOff(organizationId, eventType.id, now))
  const parts = [
    ...(plan.joins ? joiningParts(organizationId, plan, now) : meetingParts(organizationId, plan, now)),
    sql`invited as (${insertingInvitee(organizationId, plan.meeting.scheduledEventId, invitee, now)})`,
    ...(eventType.pooling === 'round_robin' && host ? [sql`counted as (${countingAssigned(organizationId, eventType.id, host.membershipId, 1)})`] : []),
    ...once.map((part, place) => sql`${sql.raw(`once_${place}`)} as (${part})`),
  ]
  const held = once.map((_, place) => sql`(select count(*) from ${sql.raw(`once_${place}`)})`)
  const { rows } = await sql<EventRow & { readonly takes: number; readonly held: number }>`
    with ${sql.join(parts)}
    select meeting.*, ${plan.joins ? sql`1` : sql`(select count(*) from taken)`}::integer as takes, (${sql.join([sql`0`, ...held], sql` + `)})::integer as held
    from meeting`.execute(tx)
  const [row] = rows
  if (!row || row.takes < (plan.joins ? 1 : hosts.length) || row.held < once.length) return undefined
  const event = eventFrom({ ...row, hosts: JSON.stringify(hosts) })
  return { ...event, guests: [...event.guests, ...invitee.guests.map((email) => ({ email, since: now }))] }
}

/** A meeting of their own: the hosts' time, the meeting, who holds it. */
const meetingParts = (organizationId: string, { eventType, hosts, meeting, place }: Plan, now: Date): RawBuilder<unknown>[] => {
  const { scheduledEventId, startsAt, endsAt, bufferedFrom, bufferedTo } = meeting
  const members = hosts.map(({ membershipId }) => membershipId)
  return [
    sql`taken as (${takingSpans(organizationId, members, meeting)})`,
    sql`meeting as (
      insert into scheduled_events (
        id, organization_id, event_type_id, name, status, starts_at, ends_at, buffered_from, buffered_to, location,
        is_joinable, seats, invitees_total, invitees_active, created_at, updated_at
      ) values (
        ${scheduledEventId}, ${organizationId}, ${eventType.id}, ${eventType.name}, 'active', ${startsAt}, ${endsAt}, ${bufferedFrom}, ${bufferedTo},
        ${place === null ? null : JSON.stringify(place)}, ${eventType.kind === 'group'}, ${eventType.seats}, 1, 1, ${now}, ${now}
      ) returning ${eventColumns}, '[]' as guests
    )`,
    sql`holding as (
      insert into scheduled_event_hosts (organization_id, scheduled_event_id, membership_id, position, starts_at, created_at)
      select ${organizationId}::uuid, ${scheduledEventId}::uuid, host.id, host.place, ${startsAt}::timestamptz, ${now}::timestamptz
      from unnest(${members}::uuid[]) with ordinality as host(id, place)
    )`,
  ]
}

/** A seat in a meeting that others have booked. The limit is the type's, as it is now. */
const joiningParts = (organizationId: string, { eventType, meeting }: Plan, now: Date): RawBuilder<unknown>[] => [
  sql`meeting as (
    update scheduled_events
    set invitees_total = invitees_total + 1, invitees_active = invitees_active + 1, seats = ${eventType.seats}, updated_at = ${now}
    where organization_id = ${organizationId} and id = ${meeting.scheduledEventId} and status = 'active' and invitees_active < ${eventType.seats}
    returning ${eventColumns}, ${guestsOfEvent} as guests
  )`,
  sql`seated as (${countingSeats(organizationId, meeting.scheduledEventId, sql`select invitees_active from meeting`)})`,
]
