import { type RawBuilder, sql } from 'kysely'
import { hasEffect, type Reader, type RowOf, type Tx } from '#platform/db/database.ts'
import { prepared } from '#platform/db/prepared.ts'
import type { Cancellation } from '../cancellation.ts'
import type { MeetingLocation } from '../meeting-location.ts'
import type { CalendarEvent, EventHost, ScheduledEvent } from '../scheduled-event.ts'

/** The guests of active invitees; of all invitees when the meeting is canceled. */
export const guestsOfEvent = sql<string>`(
  select coalesce(json_agg(json_build_object('email', guest.email, 'since', extract(epoch from bringing.created_at) * 1000)
    order by bringing.created_at, bringing.id, guest.position), '[]')
  from invitees as bringing, unnest(bringing.guests) with ordinality as guest(email, position)
  where bringing.organization_id = scheduled_events.organization_id and bringing.scheduled_event_id = scheduled_events.id
    and bringing.guests <> '{}' and (bringing.status = 'active' or bringing.canceled_at = scheduled_events.canceled_at)
)`

export const hostsOfEvent = sql<string>`(
  select coalesce(json_agg(json_build_object('membershipId', holding.membership_id, 'userId', membership.user_id, 'name', coalesce(membership.former_name, users.name),
    'email', coalesce(membership.former_email, users.email))
    order by holding.position), '[]')
  from scheduled_event_hosts as holding
  join organization_memberships as membership on membership.organization_id = holding.organization_id and membership.id = holding.membership_id
  join users on users.id = membership.user_id
  where holding.organization_id = scheduled_events.organization_id and holding.scheduled_event_id = scheduled_events.id
)`

/** With their hosts and guests. */
export const events = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('scheduled_events')
    .selectAll('scheduled_events')
    .select([hostsOfEvent.as('hosts'), guestsOfEvent.as('guests')])
    .where('scheduled_events.organization_id', '=', organizationId)

export type EventRow = RowOf<typeof events>

export const cancellationFrom = (
  row: Pick<EventRow, 'canceled_by' | 'cancel_reason' | 'canceler_type' | 'canceled_at'>,
): Cancellation | null =>
  row.canceled_at &&
  row.canceler_type && {
    by: row.canceled_by ?? '',
    type: row.canceler_type,
    reason: row.cancel_reason,
    at: row.canceled_at,
  }

export const eventFrom = (row: EventRow): ScheduledEvent => ({
  id: row.id,
  organizationId: row.organization_id,
  eventTypeId: row.event_type_id,
  name: row.name,
  status: row.status,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  bufferedFrom: row.buffered_from,
  bufferedTo: row.buffered_to,
  location: row.location === null ? null : (JSON.parse(row.location) as MeetingLocation),
  isJoinable: row.is_joinable,
  seats: row.seats,
  inviteesTotal: row.invitees_total,
  inviteesActive: row.invitees_active,
  notesPlain: row.meeting_notes_plain,
  notesHtml: row.meeting_notes_html,
  hosts: JSON.parse(row.hosts) as EventHost[],
  guests:
    row.guests === '[]'
      ? []
      : (JSON.parse(row.guests) as { email: string; since: number }[]).map(({ email, since }) => ({
          email,
          since: new Date(since),
        })),
  calendarEvent: row.calendar_event === null ? null : (JSON.parse(row.calendar_event) as CalendarEvent),
  cancellation: cancellationFrom(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Refers to a meeting inside a statement: by its organization and its id. */
interface EventColumns {
  readonly organizationId: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
}

const theEvent: EventColumns = { organizationId: sql`scheduled_events.organization_id`, id: sql`scheduled_events.id` }

/** Whether this member administers a group that a host of the meeting is in. */
export const isAdministeredBy = (
  membershipId: string,
  { organizationId, id }: EventColumns = theEvent,
) => sql<boolean>`exists (
  select from scheduled_event_hosts as holding
  join group_relationships as belonging
    on belonging.organization_id = holding.organization_id and belonging.membership_id = holding.membership_id and belonging.role = 'member'
  join group_relationships as administering
    on administering.organization_id = belonging.organization_id and administering.group_id = belonging.group_id and administering.role = 'admin'
  where holding.organization_id = ${organizationId} and holding.scheduled_event_id = ${id} and administering.membership_id = ${membershipId}::uuid
)`

/** Whether this member hosts the meeting. */
export const isHostedBy = (
  membershipId: string,
  { organizationId, id }: EventColumns = theEvent,
) => sql<boolean>`exists (
  select from scheduled_event_hosts as holding
  where holding.organization_id = ${organizationId} and holding.scheduled_event_id = ${id} and holding.membership_id = ${membershipId}::uuid
)`

/** A meeting, and the calling member's relation to it. */
export interface SeenEvent {
  readonly scheduledEvent: ScheduledEvent
  readonly isHost: boolean
  readonly isAdministered: boolean
}

const oneEvent = prepared(
  (reader, { organizationId, id, membershipId }: { organizationId: string; id: string; membershipId: string }) =>
    events(reader, organizationId)
      .select(isAdministeredBy(membershipId).as('is_administered'))
      .where('scheduled_events.id', '=', id),
)

export const findScheduledEvent = async (
  reader: Reader,
  organizationId: string,
  id: string,
  membershipId: string,
): Promise<SeenEvent | undefined> => {
  const [row] = await oneEvent(reader, { organizationId, id, membershipId })
  if (!row) return undefined
  const scheduledEvent = eventFrom(row)
  return {
    scheduledEvent,
    isHost: scheduledEvent.hosts.some((host) => host.membershipId === membershipId),
    isAdministered: row.is_administered,
  }
}

/** Who is about to change a meeting. A member with `onlyAsHost` locks nothing but the meetings that they host. */
export interface Changer {
  readonly membershipId: string
  readonly onlyAsHost: boolean
}

/** A locked meeting, and the name of the member who is about to change it. */
export interface LockedEvent {
  readonly scheduledEvent: ScheduledEvent
  readonly callerName: string
}

const lockedEvents = (tx: Tx, organizationId: string, { membershipId, onlyAsHost }: Changer) => {
  const found = events(tx, organizationId)
    .select(
      sql<string | null>`(
        select caller.name from organization_memberships as calling join users as caller on caller.id = calling.user_id
        where calling.organization_id = ${organizationId}::uuid and calling.id = ${membershipId}::uuid
      )`.as('caller_name'),
    )
    .forUpdate('scheduled_events')
  return onlyAsHost ? found.where(isHostedBy(membershipId)) : found
}

/** Locks the meeting until the transaction ends, so that changes to it run one after another. */
export const lockScheduledEvent = async (
  tx: Tx,
  organizationId: string,
  id: string,
  changer: Changer,
): Promise<LockedEvent | undefined> => {
  const row = await lockedEvents(tx, organizationId, changer).where('scheduled_events.id', '=', id).executeTakeFirst()
  return row && { scheduledEvent: eventFrom(row), callerName: row.caller_name ?? '' }
}

/** The meeting of an invitee; an invitee never changes meetings. */
export const lockEventOfInvitee = async (
  tx: Tx,
  organizationId: string,
  inviteeId: string,
  changer: Changer,
): Promise<LockedEvent | undefined> => {
  const row = await lockedEvents(tx, organizationId, changer)
    .where('scheduled_events.id', '=', (of) =>
      of
        .selectFrom('invitees')
        .select('scheduled_event_id')
        .where('organization_id', '=', organizationId)
        .where('id', '=', inviteeId),
    )
    .executeTakeFirst()
  return row && { scheduledEvent: eventFrom(row), callerName: row.caller_name ?? '' }
}

export const updateNotes = async (
  tx: Tx,
  organizationId: string,
  id: string,
  notes: { plain: string | null; html: string | null },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('scheduled_events')
    .set({ meeting_notes_plain: notes.plain, meeting_notes_html: notes.html, updated_at: now })
    .where(({ and }) => and({ organization_id: organizationId, id }))
    .execute()
}

/** Where the meeting stands in the calendar of this host. Only that of the first host is shown. */
export const setCalendarEvent = async (
  tx: Tx,
  organizationId: string,
  id: string,
  membershipId: string,
  calendarEvent: CalendarEvent | null,
): Promise<void> => {
  await sql`
    update scheduled_events set calendar_event = ${calendarEvent && JSON.stringify(calendarEvent)}::jsonb
    where organization_id = ${organizationId} and id = ${id} and calendar_event is distinct from ${calendarEvent && JSON.stringify(calendarEvent)}::jsonb
      and ${membershipId} = (
        select membership_id from scheduled_event_hosts as holding
        where holding.organization_id = scheduled_events.organization_id and holding.scheduled_event_id = scheduled_events.id
        order by position limit 1)`.execute(tx)
}

/** Of an active meeting with a conference of this type. Undefined when there is none, or nothing to change. */
export const updateConference = async (
  tx: Tx,
  organizationId: string,
  id: string,
  location: MeetingLocation,
  now: Date,
): Promise<{ readonly scheduledEvent: ScheduledEvent; readonly urlBefore: string | null } | undefined> => {
  const text = JSON.stringify(location)
  const before = await tx
    .selectFrom('scheduled_events')
    .select('location')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const changed = await hasEffect(
    tx
      .updateTable('scheduled_events')
      .set({ location: text, updated_at: now })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('status', '=', 'active')
      .where(sql<boolean>`location ->> 'type' = ${location.type}`)
      .where(sql<boolean>`location::jsonb <> ${text}::jsonb`),
  )
  if (!changed || !before?.location) return undefined
  const row = await events(tx, organizationId).where('scheduled_events.id', '=', id).executeTakeFirstOrThrow()
  return { scheduledEvent: eventFrom(row), urlBefore: (JSON.parse(before.location) as MeetingLocation).join_url }
}

/** People are told of another link: the entry in their calendars is a newer one from then on. */
export const countLocationChange = async (tx: Tx, organizationId: string, id: string): Promise<void> => {
  await tx
    .updateTable('scheduled_events')
    .set({ location_changes: sql<number>`location_changes + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** The invitees who come, by the order in which they booked. */
export const listComing = async (reader: Reader, organizationId: string, id: string): Promise<readonly string[]> => {
  const rows = await reader
    .selectFrom('invitees')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('scheduled_event_id', '=', id)
    .where('status', '=', 'active')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
