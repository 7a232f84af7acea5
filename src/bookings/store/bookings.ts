import { sql } from 'kysely'
import { countingSeats, takingSpans } from '#availability/index.ts'
import { countingAssigned, finishingOneOff, spendingLink } from '#event-types/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { preparedTexts } from '#platform/db/prepared.ts'
import type { BookingDraft } from '../draft.ts'
import type { NewInvitee } from '../invitee.ts'
import type { Guest, ScheduledEvent } from '../scheduled-event.ts'
import { type InviteeColumns, insertingInvitee, insertingInvitees, inviteeColumns } from './invitees.ts'
import { type EventRow, eventFrom, guestsOfEvent } from './scheduled-events.ts'

const joinAtOnce = 500

/**
 * Writes bookings of one meeting: the first may make it, all others join it. Returns the meeting as each of them found it once it was
 * written. Undefined when another transaction was first: the time of a host, a seat, the link or the one-off type is gone. Then the
 * transaction must not be committed. This is where it is decided whether a time is free: by the exclusion constraint on `taken_spans`.
 */
export const insertBookings = async (tx: Tx, drafts: readonly BookingDraft[], now: Date): Promise<readonly ScheduledEvent[] | undefined> => {
  const [first] = drafts
  if (!first) return []
  const made = first.plan.joins ? [] : [await makeMeeting(tx, first, now)]
  const joining = drafts.slice(made.length)
  const joined: ScheduledEvent[] = []
  for (let from = 0; from < joining.length; from += joinAtOnce) {
    const meetings = await joinMeeting(tx, joining.slice(from, from + joinAtOnce), now)
    if (!meetings) return undefined
    joined.push(...meetings)
  }
  const written = [...made, ...joined].filter((meeting) => meeting !== undefined)
  return written.length === drafts.length ? written : undefined
}

/** What a booking consumes besides time. What is undefined has no part in the statement: PostgreSQL prepares each part even if it finds nothing to do. */
const consumedBy = ({ plan: { eventType, hosts }, invitee, spendsLink }: BookingDraft) => ({
  spentLinkId: (spendsLink && invitee.linkId) || undefined,
  finishedTypeId: eventType.type === 'AdhocEventType' && invitee.old === null ? eventType.id : undefined,
  assignedHostId: eventType.pooling === 'round_robin' ? hosts[0]?.membershipId : undefined,
})

type NewMeeting = ReturnType<typeof meetingColumns> & InviteeColumns & ReturnType<typeof consumedBy>

const bookingStatement = (given: NewMeeting) => sql<{ readonly is_complete: boolean }>`
  with taken as (${takingSpans(given.organizationId, given.sortedHosts, given)}),
  meeting as (
    insert into scheduled_events (
      id, organization_id, event_type_id, name, status, starts_at, ends_at, buffered_from, buffered_to, location,
      is_joinable, seats, invitees_total, invitees_active, created_at, updated_at
      ${given.notesHtml ? sql`, meeting_notes_plain, meeting_notes_html` : sql``}
    ) values (
      ${given.scheduledEventId}, ${given.organizationId}, ${given.eventTypeId}, ${given.meetingName}, 'active', ${given.startsAt}, ${given.endsAt},
      ${given.bufferedFrom}, ${given.bufferedTo}, ${given.location}, ${given.isJoinable}, ${given.seats}, 1, 1, ${given.createdAt}, ${given.createdAt}
      ${given.notesHtml ? sql`, ${given.notesPlain}, ${given.notesHtml}` : sql``}
    )
  ),
  holding as (
    insert into scheduled_event_hosts (organization_id, scheduled_event_id, membership_id, position, starts_at, created_at)
    select ${given.organizationId}::uuid, ${given.scheduledEventId}::uuid, host.id, host.position, ${given.startsAt}::timestamptz, ${given.createdAt}::timestamptz
    from unnest(${given.hosts}::uuid[]) with ordinality as host(id, position)
  ),
  ${consuming(given)}
  invited as (${insertingInvitee(given.organizationId, given.scheduledEventId, given, given.createdAt)})
  select (select count(*) from taken) = cardinality(${given.hosts}::uuid[]) ${given.spentLinkId ? sql`and exists (select from spent_link)` : sql``}
    ${given.finishedTypeId ? sql`and exists (select from finished_type)` : sql``} as is_complete`

const consuming = ({ organizationId, eventTypeId, createdAt, spentLinkId, finishedTypeId, assignedHostId }: NewMeeting) => sql`
  ${spentLinkId ? sql`spent_link as (${spendingLink(organizationId, spentLinkId, createdAt)}),` : sql``}
  ${finishedTypeId ? sql`finished_type as (${finishingOneOff(organizationId, finishedTypeId, createdAt)}),` : sql``}
  ${assignedHostId ? sql`assigned as (${countingAssigned(organizationId, eventTypeId, assignedHostId, 1)}),` : sql``}`

const runBookingStatement = preparedTexts<NewMeeting, { readonly is_complete: boolean }>()

const makeMeeting = async (tx: Tx, draft: BookingDraft, now: Date): Promise<ScheduledEvent | undefined> => {
  const meeting = meetingOf(draft, now)
  // Not spread: V8 copies the second and later objects of a literal property by property, which took 75 µs a booking.
  const values = Object.assign(meetingColumns(meeting), inviteeColumns(draft.invitee), consumedBy(draft))
  const [row] = await runBookingStatement(tx, '', values, (given) => ({ compile: () => bookingStatement(given).compile(tx) }))
  return row?.is_complete ? meeting : undefined
}

/**
 * Takes seats in an existing meeting. The limit is the type's current one. Returns the meeting as if they had joined one after another.
 * Only a booking spends a link, and it joins alone.
 */
const joinMeeting = async (tx: Tx, drafts: readonly BookingDraft[], now: Date): Promise<readonly ScheduledEvent[] | undefined> => {
  const [first] = drafts
  if (!first) return []
  const { plan } = first
  const { organizationId, seats } = plan.eventType
  const { scheduledEventId } = plan.meeting
  const spentLinkId = consumedBy(first).spentLinkId ?? null
  const invited = drafts.map(({ invitee }) => invitee)
  const { rows } = await sql<EventRow & { readonly is_link_spent: boolean }>`
    with meeting as (
      update scheduled_events
      set invitees_total = invitees_total + ${drafts.length}::integer, invitees_active = invitees_active + ${drafts.length}::integer, seats = ${seats}, updated_at = ${now}
      where organization_id = ${organizationId} and id = ${scheduledEventId} and status = 'active' and invitees_active + ${drafts.length}::integer <= ${seats}
      returning scheduled_events.*, ${guestsOfEvent} as guests
    ),
    seated as (${countingSeats(organizationId, scheduledEventId, sql`select invitees_active from meeting`)}),
    invited as (${insertingInvitees(organizationId, scheduledEventId, invited, now)}),
    spent_link as (${spendingLink(organizationId, spentLinkId, now)})
    select meeting.*, (select count(*) from spent_link) = num_nonnulls(${spentLinkId}::uuid) as is_link_spent from meeting`.execute(tx)
  const [row] = rows
  if (!row?.is_link_spent) return undefined
  const joined = eventFrom({ ...row, hosts: JSON.stringify(plan.hosts) })
  return drafts.map(({ invitee }, index) => {
    const later = drafts.length - 1 - index
    const guests = [...joined.guests, ...guestsOf(invitee, now)]
    return { ...joined, inviteesTotal: joined.inviteesTotal - later, inviteesActive: joined.inviteesActive - later, guests }
  })
}

const guestsOf = ({ guests }: NewInvitee, now: Date): Guest[] => guests.map((email) => ({ email, since: now }))

/** The meeting as it is read once it is written. */
const meetingOf = (
  { plan: { eventType, hosts, meeting, place }, invitee, notes }: Pick<BookingDraft, 'plan' | 'invitee' | 'notes'>,
  now: Date,
): ScheduledEvent => ({
  id: meeting.scheduledEventId,
  organizationId: eventType.organizationId,
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
  notesPlain: notes?.notesPlain ?? null,
  notesHtml: notes?.notesHtml ?? null,
  hosts,
  guests: guestsOf(invitee, now),
  calendarEvent: null,
  cancellation: null,
  createdAt: now,
  updatedAt: now,
})

/** The hosts twice: in their own order, and sorted by id, the order in which their time is taken. */
const meetingColumns = (scheduledEvent: ScheduledEvent) => {
  const { id, organizationId, eventTypeId, name, startsAt, endsAt, bufferedFrom, bufferedTo, place, isJoinable, seats, createdAt, notesPlain, notesHtml } =
    scheduledEvent
  const hosts = scheduledEvent.hosts.map(({ membershipId }) => membershipId)
  return {
    organizationId,
    eventTypeId,
    scheduledEventId: id,
    meetingName: name,
    startsAt,
    endsAt,
    bufferedFrom,
    bufferedTo,
    location: place === null ? null : JSON.stringify(place),
    isJoinable,
    seats,
    createdAt,
    notesPlain: notesPlain ?? undefined,
    notesHtml: notesHtml ?? undefined,
    hosts,
    sortedHosts: [...hosts].sort(),
  }
}
