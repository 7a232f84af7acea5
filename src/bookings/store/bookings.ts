import { type RawBuilder, sql } from 'kysely'
import { type Fact, type FactRow, factRow, recordFact, recordingFact } from '#activity/index.ts'
import { countingSeats, takingSpans } from '#availability/index.ts'
import { countingAssigned, finishingOneOff, spendingLink } from '#event-types/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { isRefusedStatement } from '#platform/db/faults.ts'
import type { CommitTiming } from '#platform/db/last-statement.ts'
import { preparedTexts } from '#platform/db/prepared.ts'
import type { Plan } from '../booking.ts'
import type { NewInvitee } from '../invitee.ts'
import type { Guest, ScheduledEvent } from '../scheduled-event.ts'
import { type InviteeColumns, insertingInvitee, inviteeColumns } from './invitees.ts'
import { type EventRow, eventColumns, eventFrom, guestsOfEvent } from './scheduled-events.ts'

export interface NewBooking {
  readonly plan: Plan
  readonly invitee: NewInvitee
  /** Whether the link the invitee came by is spent with it; moving a meeting spends nothing. */
  readonly spendsLink: boolean
  /** What there is to tell once it is booked. */
  readonly tell: (scheduledEvent: ScheduledEvent) => Fact
}

/**
 * Everything that a booking writes, in one statement, and what there is to tell of it; whoever joins a meeting learns from it
 * how many come, and tells that afterwards. It is the last thing that an operation writes. False when somebody else was
 * first: the time of a host, the last seat, the link or the one-off type is gone. Then the transaction must not be committed.
 */
export const insertBooking = async (
  tx: Tx,
  organizationId: string,
  { plan, invitee, spendsLink, tell }: NewBooking,
  now: Date,
  commit: CommitTiming,
): Promise<boolean> => {
  const spent: Spent = {
    link: spendsLink && invitee.linkId !== null,
    oneOff: plan.eventType.type === 'AdhocEventType' && invitee.old === null,
    turn: plan.eventType.pooling === 'round_robin',
  }
  const scheduledEvent = plan.joins ? undefined : meetingOf(organizationId, plan, invitee, now)
  return scheduledEvent
    ? insertMeeting(tx, scheduledEvent, invitee, spent, tell(scheduledEvent), commit)
    : joinMeeting(tx, organizationId, { plan, invitee, tell, spent }, now)
}

/** What a booking uses up: a link, the one booking of a one-off type, a turn in a round robin. */
interface Spent {
  readonly link: boolean
  readonly oneOff: boolean
  readonly turn: boolean
}

const meetings = preparedTexts<MeetingValues, unknown>()

/** `turnOf`: whose turn it is, if they take turns. */
type MeetingValues = ReturnType<typeof meetingColumns> & InviteeColumns & FactRow & { readonly turnOf?: string | undefined }

const insertMeeting = async (tx: Tx, scheduledEvent: ScheduledEvent, invitee: NewInvitee, spent: Spent, fact: Fact, commit: CommitTiming): Promise<boolean> => {
  const turnOf = spent.turn ? scheduledEvent.hosts[0]?.membershipId : undefined
  const values = { ...meetingColumns(scheduledEvent), ...inviteeColumns(invitee), ...factRow(fact), turnOf }
  const statement = (given: MeetingValues) => {
    const { organizationId, eventTypeId, turnOf, createdAt } = given
    const parts = [...meetingParts(given), ...inviteeParts(given, createdAt, spent), sql`told as (${recordingFact(organizationId, given)})`]
    if (turnOf !== undefined) parts.push(sql`counted as (${countingAssigned(organizationId, eventTypeId, turnOf, 1)})`)
    // It must fail by itself when a row is missing: the commit may already be sent.
    return sql`
      with ${sql.join(parts)}
      select refuse_statement()
      where (select count(*) from taken) <> cardinality(${given.members}::uuid[]) or ${heldOf(spent)} <> ${sql.lit(toHold(spent))}`
  }
  try {
    await meetings.runLast(tx, commit, JSON.stringify(spent), values, (given) => ({ compile: () => statement(given).compile(tx) }))
    return true
  } catch (error) {
    if (isRefusedStatement(error)) return false
    throw error
  }
}

const joinMeeting = async (
  tx: Tx,
  organizationId: string,
  { plan, invitee, tell, spent }: Omit<NewBooking, 'spendsLink'> & { readonly spent: Spent },
  now: Date,
): Promise<boolean> => {
  const { scheduledEventId, eventTypeId } = plan.meeting
  const given = { organizationId, scheduledEventId, eventTypeId, ...inviteeColumns(invitee) }
  const { rows } = await sql<EventRow & { readonly held: number }>`
    with ${sql.join([...joiningParts(organizationId, plan, now), ...inviteeParts(given, now, spent)])}
    select meeting.*, ${heldOf(spent)} as held from meeting`.execute(tx)
  const [row] = rows
  if (!row || row.held < toHold(spent)) return false
  const joined = eventFrom({ ...row, hosts: JSON.stringify(plan.hosts) })
  const scheduledEvent = { ...joined, guests: [...joined.guests, ...guestsOf(invitee, now)] }
  await recordFact(tx, tell(scheduledEvent))
  return true
}

/** An invitee, and with them what they use up. */
const inviteeParts = (
  given: Pick<MeetingValues, 'organizationId' | 'scheduledEventId' | 'eventTypeId'> & InviteeColumns,
  now: Date,
  { link, oneOff }: Spent,
): RawBuilder<unknown>[] => [
  sql`invited as (${insertingInvitee(given.organizationId, given.scheduledEventId, given, now)})`,
  ...(link && given.linkId !== null ? [sql`spent_link as (${spendingLink(given.organizationId, given.linkId, now)})`] : []),
  ...(oneOff ? [sql`spent_type as (${finishingOneOff(given.organizationId, given.eventTypeId, now)})`] : []),
]

const toHold = ({ link, oneOff }: Spent): number => Number(link) + Number(oneOff)

const heldOf = ({ link, oneOff }: Spent): RawBuilder<unknown> =>
  sql`(0${link ? sql` + (select count(*) from spent_link)` : sql``}${oneOff ? sql` + (select count(*) from spent_type)` : sql``})::integer`

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

/** A meeting as its columns have it. The hosts come twice: in the order of their ids, in which their time is taken, and in their own. */
const meetingColumns = (scheduledEvent: ScheduledEvent) => {
  const { id, organizationId, eventTypeId, name, startsAt, endsAt, bufferedFrom, bufferedTo, place, isJoinable, seats, createdAt } = scheduledEvent
  const members = scheduledEvent.hosts.map(({ membershipId }) => membershipId)
  const location = place === null ? null : JSON.stringify(place)
  const sorted = [...members].sort()
  return {
    ...{ organizationId, eventTypeId, scheduledEventId: id, meetingName: name, startsAt, endsAt, bufferedFrom, bufferedTo },
    ...{ location, isJoinable, seats, createdAt, members, sorted },
  }
}

/** A meeting of their own: the hosts' time, the meeting, who holds it. */
const meetingParts = (given: ReturnType<typeof meetingColumns>): RawBuilder<unknown>[] => {
  const { organizationId, eventTypeId, scheduledEventId, startsAt, endsAt, createdAt, members } = given
  return [
    sql`taken as (${takingSpans(organizationId, given.sorted, given)})`,
    sql`meeting as (
      insert into scheduled_events (
        id, organization_id, event_type_id, name, status, starts_at, ends_at, buffered_from, buffered_to, location,
        is_joinable, seats, invitees_total, invitees_active, created_at, updated_at
      ) values (
        ${scheduledEventId}, ${organizationId}, ${eventTypeId}, ${given.meetingName}, 'active', ${startsAt}, ${endsAt}, ${given.bufferedFrom}, ${given.bufferedTo},
        ${given.location}, ${given.isJoinable}, ${given.seats}, 1, 1, ${createdAt}, ${createdAt}
      )
    )`,
    sql`holding as (
      insert into scheduled_event_hosts (organization_id, scheduled_event_id, membership_id, position, starts_at, created_at)
      select ${organizationId}::uuid, ${scheduledEventId}::uuid, host.id, host.place, ${startsAt}::timestamptz, ${createdAt}::timestamptz
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
