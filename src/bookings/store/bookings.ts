import { type RawBuilder, sql } from 'kysely'
import { type Fact, recordFact, recordingFact } from '#activity/index.ts'
import { countingSeats, takingSpans } from '#availability/index.ts'
import { countingAssigned, finishingOneOff, spendingLink } from '#event-types/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Plan } from '../booking.ts'
import type { Guest, ScheduledEvent } from '../scheduled-event.ts'
import { insertingInvitee, type NewInvitee } from './invitees.ts'
import { type EventRow, eventColumns, eventFrom, guestsOfEvent } from './scheduled-events.ts'

export interface NewBooking {
  readonly plan: Plan
  readonly invitee: NewInvitee
  /** Whether the link the invitee came by is spent with it; moving a meeting spends nothing. */
  readonly spendsLink: boolean
  /** What there is to tell once it is booked. */
  readonly tell: (event: ScheduledEvent) => Fact
}

/**
 * Everything that a booking writes, in one statement, and what there is to tell of it; whoever joins a meeting learns from it
 * how many come, and tells that afterwards. Undefined when somebody else was first: the time of a host, the last seat, the
 * link or the one-off type is gone. Then part of it may be written, and the transaction must not be committed.
 */
export const insertBooking = async (
  tx: Tx,
  organizationId: string,
  { plan, invitee, spendsLink, tell }: NewBooking,
  now: Date,
): Promise<ScheduledEvent | undefined> => {
  const { eventType, hosts } = plan
  const [host] = hosts
  const once: RawBuilder<unknown>[] = []
  if (spendsLink && invitee.linkId !== null) once.push(spendingLink(organizationId, invitee.linkId, now))
  if (eventType.type === 'AdhocEventType' && invitee.old === null) once.push(finishingOneOff(organizationId, eventType.id, now))
  const parts = [
    sql`invited as (${insertingInvitee(organizationId, plan.meeting.scheduledEventId, invitee, now)})`,
    ...(eventType.pooling === 'round_robin' && host ? [sql`counted as (${countingAssigned(organizationId, eventType.id, host.membershipId, 1)})`] : []),
    ...once.map((part, place) => sql`${sql.raw(`once_${place}`)} as (${part})`),
  ]
  const held = sql`(${sql.join([sql`0`, ...once.map((_, place) => sql`(select count(*) from ${sql.raw(`once_${place}`)})`)], sql` + `)})::integer`
  return plan.joins ? join() : meet()

  async function meet(): Promise<ScheduledEvent | undefined> {
    const event = meetingOf(organizationId, plan, invitee, now)
    const { rows } = await sql<{ readonly takes: number; readonly held: number }>`
      with ${sql.join([...meetingParts(event), ...parts, sql`told as (${recordingFact(tell(event))})`])}
      select (select count(*) from taken)::integer as takes, ${held} as held`.execute(tx)
    return rows[0]?.takes === hosts.length && rows[0].held === once.length ? event : undefined
  }

  async function join(): Promise<ScheduledEvent | undefined> {
    const { rows } = await sql<EventRow & { readonly held: number }>`
      with ${sql.join([...joiningParts(organizationId, plan, now), ...parts])}
      select meeting.*, ${held} as held from meeting`.execute(tx)
    const [row] = rows
    if (!row || row.held < once.length) return undefined
    const joined = eventFrom({ ...row, hosts: JSON.stringify(hosts) })
    const event = { ...joined, guests: [...joined.guests, ...guestsOf(invitee, now)] }
    await recordFact(tx, tell(event))
    return event
  }
}

const guestsOf = ({ guests }: NewInvitee, now: Date): Guest[] => guests.map((email) => ({ email, since: now }))

/** The meeting as it is read once it is written. */
const meetingOf = (organizationId: string, { eventType, hosts, meeting, place }: Plan, invitee: NewInvitee, now: Date): ScheduledEvent => ({
  id: meeting.scheduledEventId,
  organizationId,
  eventTypeId: eventType.id,
  name: eventType.name,
  status: 'active',
  startsAt: meeting.startsAt,
  endsAt: meeting.endsAt,
  bufferedFrom: meeting.bufferedFrom,
  bufferedTo: meeting.bufferedTo,
  place,
  isJoinable: eventType.kind === 'group',
  seats: eventType.seats,
  inviteesTotal: 1,
  inviteesActive: 1,
  notesPlain: null,
  notesHtml: null,
  hosts,
  guests: guestsOf(invitee, now),
  cancellation: null,
  createdAt: now,
  updatedAt: now,
})

/** A meeting of their own: the hosts' time, the meeting, who holds it. */
const meetingParts = (event: ScheduledEvent): RawBuilder<unknown>[] => {
  const { id, organizationId, eventTypeId, startsAt, endsAt, bufferedFrom, bufferedTo, place, createdAt } = event
  const members = event.hosts.map(({ membershipId }) => membershipId)
  return [
    sql`taken as (${takingSpans(organizationId, members, { ...event, scheduledEventId: id })})`,
    sql`meeting as (
      insert into scheduled_events (
        id, organization_id, event_type_id, name, status, starts_at, ends_at, buffered_from, buffered_to, location,
        is_joinable, seats, invitees_total, invitees_active, created_at, updated_at
      ) values (
        ${id}, ${organizationId}, ${eventTypeId}, ${event.name}, 'active', ${startsAt}, ${endsAt}, ${bufferedFrom}, ${bufferedTo},
        ${place === null ? null : JSON.stringify(place)}, ${event.isJoinable}, ${event.seats}, 1, 1, ${createdAt}, ${createdAt}
      )
    )`,
    sql`holding as (
      insert into scheduled_event_hosts (organization_id, scheduled_event_id, membership_id, position, starts_at, created_at)
      select ${organizationId}::uuid, ${id}::uuid, host.id, host.place, ${startsAt}::timestamptz, ${createdAt}::timestamptz
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
