import { sql } from 'kysely'
import { type Fact, type FactRow, factRow, recordingFact } from '#activity/index.ts'
import { countingSeats, seatsHeld, takingSpans } from '#availability/index.ts'
import { countingAssigned, finishingOneOff, spendingLink } from '#event-types/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { preparedTexts } from '#platform/db/prepared.ts'
import type { BookingDraft } from '../draft.ts'
import { newGuests } from '../new-meeting.ts'
import type { ScheduledEvent } from '../scheduled-event.ts'
import { type InviteeColumns, insertingInvitee, insertingInvitees, inviteeColumns } from './invitees.ts'
import { type EventRow, eventFrom, guestsOfEvent } from './scheduled-events.ts'

const joinAtOnce = 500

/**
 * What a booking consumes besides time. What is undefined has no part in the statement: PostgreSQL prepares each part
 * even if it finds nothing to do.
 */
const consumedBy = ({ plan: { eventType, hosts }, invitee, spendsLink }: BookingDraft) => ({
  spentLinkId: (spendsLink && invitee.linkId) || undefined,
  finishedTypeId: eventType.type === 'AdhocEventType' && invitee.old === null ? eventType.id : undefined,
  assignedHostId: eventType.pooling === 'round_robin' ? hosts[0]?.membershipId : undefined,
})

type NewMeeting = ReturnType<typeof meetingColumns> & InviteeColumns & FactRow & ReturnType<typeof consumedBy>

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
  invited as (${insertingInvitee(given.organizationId, given.scheduledEventId, given, given.createdAt)}),
  ${consuming(given)}
  recorded as (${recordingFact(given.organizationId, given)})
  select (select count(*) from taken) = cardinality(${given.hosts}::uuid[]) ${given.spentLinkId ? sql`and exists (select from spent_link)` : sql``}
    ${given.finishedTypeId ? sql`and exists (select from finished_type)` : sql``} as is_complete`

const consuming = ({
  organizationId,
  eventTypeId,
  createdAt,
  spentLinkId,
  finishedTypeId,
  assignedHostId,
}: NewMeeting) => sql`
  ${spentLinkId ? sql`spent_link as (${spendingLink(organizationId, spentLinkId, createdAt)}),` : sql``}
  ${finishedTypeId ? sql`finished_type as (${finishingOneOff(organizationId, finishedTypeId, createdAt)}),` : sql``}
  ${assignedHostId ? sql`assigned as (${countingAssigned(organizationId, eventTypeId, assignedHostId, 1)}),` : sql``}`

const runBookingStatement = preparedTexts<NewMeeting, { readonly is_complete: boolean }>()

/**
 * Writes a new meeting with its first booking, and the fact about it. False when another transaction was first: the
 * time of a host, the link or the one-off type is gone. Then the transaction must not be committed. This is where it is
 * decided whether a time is free: by the exclusion constraint on `taken_spans`.
 */
export const insertMeeting = async (
  tx: Tx,
  draft: BookingDraft,
  meeting: ScheduledEvent,
  fact: Fact,
): Promise<boolean> => {
  // Not spread: V8 copies the second and later objects of a literal property by property, which took 75 µs a booking.
  const values = Object.assign(meetingColumns(meeting), inviteeColumns(draft.invitee), factRow(fact), consumedBy(draft))
  const [row] = await runBookingStatement(tx, '', values, (given) => ({
    compile: () => bookingStatement(given).compile(tx),
  }))
  return row?.is_complete === true
}

/**
 * Takes seats in an existing meeting. The limit is the type's current one; requests hold seats
 * too. Returns the meeting as each of them finds
 * it, as if they had joined one after another; undefined when there is no seat, or the link is gone. Only a booking
 * spends a link, and it joins alone.
 */
export const joinMeeting = async (
  tx: Tx,
  drafts: readonly BookingDraft[],
  now: Date,
): Promise<readonly ScheduledEvent[] | undefined> => {
  const joined: ScheduledEvent[] = []
  for (let from = 0; from < drafts.length; from += joinAtOnce) {
    const meetings = await joinSome(tx, drafts.slice(from, from + joinAtOnce), now)
    if (!meetings) return undefined
    joined.push(...meetings)
  }
  return joined
}

const joinSome = async (
  tx: Tx,
  drafts: readonly BookingDraft[],
  now: Date,
): Promise<readonly ScheduledEvent[] | undefined> => {
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
      where organization_id = ${organizationId} and id = ${scheduledEventId} and status = 'active' and invitees_active + ${drafts.length}::integer + ${seatsHeld(organizationId, scheduledEventId)} <= ${seats}
      returning scheduled_events.*, ${guestsOfEvent} as guests
    ),
    seated as (${countingSeats(organizationId, scheduledEventId, sql`select invitees_active from meeting`)}),
    invited as (${insertingInvitees(organizationId, scheduledEventId, invited, now)}),
    spent_link as (${spendingLink(organizationId, spentLinkId, now)})
    select meeting.*, (select count(*) from spent_link) = num_nonnulls(${spentLinkId}::uuid) as is_link_spent from meeting`.execute(
    tx,
  )
  const [row] = rows
  if (!row?.is_link_spent) return undefined
  const joined = eventFrom({ ...row, hosts: JSON.stringify(plan.hosts) })
  return drafts.map(({ invitee }, index) => {
    const later = drafts.length - 1 - index
    const guests = [...joined.guests, ...newGuests(invitee, now)]
    return {
      ...joined,
      inviteesTotal: joined.inviteesTotal - later,
      inviteesActive: joined.inviteesActive - later,
      guests,
    }
  })
}

/** The hosts twice: in their own order, and sorted by id, the order in which their time is taken. */
const meetingColumns = (scheduledEvent: ScheduledEvent) => {
  const {
    id,
    organizationId,
    eventTypeId,
    name,
    startsAt,
    endsAt,
    bufferedFrom,
    bufferedTo,
    location,
    isJoinable,
    seats,
    createdAt,
    notesPlain,
    notesHtml,
  } = scheduledEvent
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
    location: location === null ? null : JSON.stringify(location),
    isJoinable,
    seats,
    createdAt,
    notesPlain: notesPlain ?? undefined,
    notesHtml: notesHtml ?? undefined,
    hosts,
    sortedHosts: [...hosts].sort(),
  }
}
