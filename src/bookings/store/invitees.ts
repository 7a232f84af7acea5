import { type RawBuilder, type Selectable, sql } from 'kysely'
import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import { hasEffect, type Reader, type RowOf, type Tx, withinTenant } from '#platform/db/database.ts'
import { insertingRows } from '#platform/db/insert-rows.ts'
import { pagesOf } from '#platform/db/keyset.ts'
import { prepared, type Values } from '#platform/db/prepared.ts'
import type { Tables } from '#schema/tables.ts'
import type { Cancellation } from '../cancellation.ts'
import type { Invitee, InviteePayment, NewInvitee, QuestionAnswer } from '../invitee.ts'
import type { ScheduledEvent } from '../scheduled-event.ts'
import type { Tracking } from '../tracking.ts'
import { keepTimeOfRequests } from './booking-requests.ts'
import { endingEvent, leavingEvent } from './event-endings.ts'
import { cancellationFrom, isAdministeredBy, isHostedBy } from './scheduled-events.ts'

const invitees = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('invitees')
    .leftJoin('invitees as before', withinTenant('before.id', 'invitees.old_invitee_id'))
    .leftJoin('invitees as after', withinTenant('after.id', 'invitees.new_invitee_id'))
    .leftJoin('organization_memberships as booking', withinTenant('booking.id', 'invitees.scheduled_by'))
    .selectAll('invitees')
    .select([
      'before.scheduled_event_id as old_event_id',
      'after.scheduled_event_id as new_event_id',
      'booking.user_id as scheduled_by_user_id',
    ])
    .where('invitees.organization_id', '=', organizationId)

type InviteeRow = RowOf<typeof invitees>

const inviteeFrom = (row: InviteeRow): Invitee => ({
  id: row.id,
  organizationId: row.organization_id,
  scheduledEventId: row.scheduled_event_id,
  email: row.email,
  name: row.name,
  firstName: row.first_name,
  lastName: row.last_name,
  status: row.status,
  timezone: row.timezone,
  locale: row.locale,
  timeNotation: row.time_notation,
  textReminderNumber: row.text_reminder_number,
  answers: JSON.parse(row.answers) as QuestionAnswer[],
  tracking: JSON.parse(row.tracking) as Tracking,
  guests: row.guests,
  routingFormSubmissionId: row.routing_form_submission_id,
  payment: row.payment === null ? null : (JSON.parse(row.payment) as InviteePayment),
  old: referenceFrom(row.old_invitee_id, row.old_event_id),
  new: referenceFrom(row.new_invitee_id, row.new_event_id),
  linkId: row.link_id,
  schedulingMethod: row.scheduling_method,
  scheduledByUserId: row.scheduled_by_user_id,
  noShow: row.no_show_id !== null && row.no_show_at !== null ? { id: row.no_show_id, at: row.no_show_at } : null,
  cancellation: cancellationFrom(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const referenceFrom = (id: string | null, scheduledEventId: string | null): Invitee['old'] =>
  id !== null && scheduledEventId !== null ? { id, scheduledEventId } : null

const oneInvitee = prepared((reader, { organizationId, id }: { organizationId: string; id: string }) =>
  invitees(reader, organizationId).where('invitees.id', '=', id),
)

export const findInvitee = async (reader: Reader, organizationId: string, id: string): Promise<Invitee | undefined> => {
  const [row] = await oneInvitee(reader, { organizationId, id })
  return row && inviteeFrom(row)
}

/** An invitee, and the calling member's relation to their meeting. */
export interface SeenInvitee {
  readonly invitee: Invitee
  readonly isHost: boolean
  readonly isAdministered: boolean
}

const theirEvent = { organizationId: sql`invitees.organization_id`, id: sql`invitees.scheduled_event_id` }

const seenInvitees = (reader: Reader, organizationId: string, membershipId: string) =>
  invitees(reader, organizationId).select([
    isHostedBy(membershipId, theirEvent).as('is_host'),
    isAdministeredBy(membershipId, theirEvent).as('is_administered'),
  ])

const seenFrom = (row: InviteeRow & { readonly is_host: boolean; readonly is_administered: boolean }): SeenInvitee => ({
  invitee: inviteeFrom(row),
  isHost: row.is_host,
  isAdministered: row.is_administered,
})

interface SeenInviteeKeys extends Values {
  readonly organizationId: string
  readonly id: string
  readonly membershipId: string
}

const oneSeen = prepared((reader, { organizationId, id, membershipId }: SeenInviteeKeys) =>
  seenInvitees(reader, organizationId, membershipId).where('invitees.id', '=', id),
)

export const findSeenInvitee = async (
  reader: Reader,
  organizationId: string,
  id: string,
  membershipId: string,
): Promise<SeenInvitee | undefined> => {
  const [row] = await oneSeen(reader, { organizationId, id, membershipId })
  return row && seenFrom(row)
}

const oneByNoShow = prepared((reader, { organizationId, id, membershipId }: SeenInviteeKeys) =>
  seenInvitees(reader, organizationId, membershipId).where('invitees.no_show_id', '=', id),
)

/** The invitee with this no-show mark. */
export const findInviteeByNoShow = async (
  reader: Reader,
  organizationId: string,
  noShowId: string,
  membershipId: string,
): Promise<SeenInvitee | undefined> => {
  const [row] = await oneByNoShow(reader, { organizationId, id: noShowId, membershipId })
  return row && seenFrom(row)
}

/** Several at once, in no particular order. */
export const findInvitees = async (
  reader: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<Invitee[]> => {
  const rows = await invitees(reader, organizationId)
    .where(sql<boolean>`invitees.id = any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map(inviteeFrom)
}

/** All who come to the meeting, in the order in which they booked. */
export const findComingInvitees = async (
  reader: Reader,
  organizationId: string,
  scheduledEventId: string,
): Promise<Invitee[]> => {
  const rows = await invitees(reader, organizationId)
    .where('invitees.scheduled_event_id', '=', scheduledEventId)
    .where('invitees.status', '=', 'active')
    .orderBy('invitees.created_at')
    .orderBy('invitees.id')
    .execute()
  return rows.map(inviteeFrom)
}

export type InviteeFilter = {
  readonly status?: 'active' | 'canceled' | undefined
  readonly person?: Buffer | undefined
}

const inviteePages = pagesOf(
  (
    reader,
    {
      organizationId,
      scheduledEventId,
      status,
      person,
    }: InviteeFilter & { readonly organizationId: string; readonly scheduledEventId: string },
  ) => {
    let query = invitees(reader, organizationId).where('invitees.scheduled_event_id', '=', scheduledEventId)
    if (status !== undefined) query = query.where('invitees.status', '=', status)
    if (person !== undefined) query = query.where('invitees.person', '=', person)
    return query
  },
  {
    created_at: { sql: sql`invitees.created_at`, of: (row) => row.created_at, type: 'instant' },
    id: { sql: sql`invitees.id`, of: (row) => row.id, type: 'uuid' },
  },
)

export const listInvitees = async (
  reader: Reader,
  organizationId: string,
  scheduledEventId: string,
  filter: InviteeFilter,
  page: PageRequest,
): Promise<Page<Invitee>> =>
  mapPage(await inviteePages(reader, { organizationId, scheduledEventId, ...filter }, page), inviteeFrom)

/**
 * The invitees of some meetings, by one lookup for each. `scheduled_event_id = any(…)` leaves the planner a choice, and
 * without statistics it reads all invitees of the organization.
 */
export const inviteesOfEvents = (organizationId: string, eventIds: readonly string[]) => sql<
  Selectable<Tables['invitees']>
>`(
  select booking.* from unnest(${eventIds}::uuid[]) as event (id) cross join lateral (
    select * from invitees where organization_id = ${organizationId} and scheduled_event_id = event.id offset 0
  ) as booking
)`

/**
 * Who comes to these meetings, or would have come: name and address, and the meeting they moved to, in the order in
 * which they booked. In statements of one table each: without statistics, the planner joins three of them by reading
 * every pair of rows.
 */
export const findInviteeNames = async (
  reader: Reader,
  organizationId: string,
  eventIds: readonly string[],
): Promise<InviteeName[]> => {
  const rows = await reader
    .selectFrom(inviteesOfEvents(organizationId, eventIds).as('invitee'))
    .select([
      'id',
      'scheduled_event_id as scheduledEventId',
      'name',
      'email',
      'status',
      'answers',
      'new_invitee_id as newInviteeId',
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const next = await findEventsOfInvitees(
    reader,
    organizationId,
    rows.flatMap(({ newInviteeId }) => newInviteeId ?? []),
  )
  return rows.map(({ newInviteeId, answers, ...row }) => ({
    ...row,
    answers: JSON.parse(answers) as QuestionAnswer[],
    next: newInviteeId === null ? null : (next.get(newInviteeId) ?? null),
  }))
}

const findEventsOfInvitees = async (
  reader: Reader,
  organizationId: string,
  inviteeIds: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<InviteeName['next']>>> => {
  if (inviteeIds.length === 0) return new Map()
  const invitees = await reader
    .selectFrom('invitees')
    .select(['id', 'scheduled_event_id as eventId'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${inviteeIds}::uuid[])`)
    .execute()
  const events = await reader
    .selectFrom('scheduled_events')
    .select(['id', 'starts_at as startsAt'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${invitees.map(({ eventId }) => eventId)}::uuid[])`)
    .execute()
  const byId = new Map(events.map((event) => [event.id, event]))
  return new Map(
    invitees.flatMap(({ id, eventId }) => {
      const event = byId.get(eventId)
      return event ? [[id, event] as const] : []
    }),
  )
}

interface InviteeName {
  readonly id: string
  readonly scheduledEventId: string
  readonly name: string
  readonly email: string
  readonly status: 'active' | 'canceled'
  readonly answers: readonly QuestionAnswer[]
  readonly next: { readonly id: string; readonly startsAt: Date } | null
}

export type InviteeColumns = ReturnType<typeof inviteeColumns>

/** A new invitee as column values, under names that do not collide with those of the meeting. */
export const inviteeColumns = (invitee: NewInvitee) => ({
  inviteeId: invitee.id,
  person: invitee.person,
  email: invitee.email,
  inviteeName: invitee.name,
  firstName: invitee.firstName,
  lastName: invitee.lastName,
  timezone: invitee.timezone,
  locale: invitee.locale,
  timeNotation: invitee.timeNotation,
  textReminderNumber: invitee.textReminderNumber,
  answers: JSON.stringify(invitee.answers),
  tracking: JSON.stringify(invitee.tracking),
  guests: invitee.guests,
  oldInviteeId: invitee.old?.id ?? null,
  linkId: invitee.linkId,
  schedulingMethod: invitee.schedulingMethod,
  scheduledBy: invitee.scheduledBy?.membershipId ?? null,
  routingFormSubmissionId: invitee.routingFormSubmissionId,
  payment: invitee.payment && JSON.stringify(invitee.payment),
})

const newRow = (organizationId: string, scheduledEventId: string, columns: InviteeColumns, now: Date) => ({
  id: columns.inviteeId,
  organization_id: organizationId,
  scheduled_event_id: scheduledEventId,
  person: columns.person,
  email: columns.email,
  name: columns.inviteeName,
  first_name: columns.firstName,
  last_name: columns.lastName,
  status: 'active' as const,
  timezone: columns.timezone,
  locale: columns.locale,
  time_notation: columns.timeNotation,
  text_reminder_number: columns.textReminderNumber,
  answers: columns.answers,
  tracking: columns.tracking,
  guests: columns.guests,
  old_invitee_id: columns.oldInviteeId,
  link_id: columns.linkId,
  scheduling_method: columns.schedulingMethod,
  scheduled_by: columns.scheduledBy,
  routing_form_submission_id: columns.routingFormSubmissionId,
  payment: columns.payment,
  created_at: now,
  updated_at: now,
})

/** A part of the statement that books. */
export const insertingInvitee = (
  organizationId: string,
  scheduledEventId: string,
  columns: InviteeColumns,
  now: Date,
): RawBuilder<unknown> => {
  const row = newRow(organizationId, scheduledEventId, columns, now)
  return sql`insert into invitees (${sql.join(Object.keys(row).map((column) => sql.ref(column)))}) values (${sql.join(Object.values(row))})`
}

/** The same for several. */
export const insertingInvitees = (
  organizationId: string,
  scheduledEventId: string,
  invited: readonly NewInvitee[],
  now: Date,
): RawBuilder<unknown> =>
  insertingRows(
    'invitees',
    invited.map((invitee) => {
      const { answers, tracking, guests } = invitee
      return {
        ...newRow(organizationId, scheduledEventId, inviteeColumns(invitee), now),
        answers,
        tracking,
        guests: [...guests],
      }
    }),
  )

/** An invitee who leaves a meeting. */
interface LeavingInvitee {
  readonly id: string
  /** Their booking for another time, written in the same transaction. */
  readonly newId?: string
}

/**
 * Cancels invitees of a meeting. It must be locked, and they must be active; when no other is left, the meeting is
 * canceled too.
 */
export const cancelInviteeRows = async (
  tx: Tx,
  scheduledEvent: ScheduledEvent,
  leaving: readonly LeavingInvitee[],
  cancellation: Cancellation,
): Promise<void> => {
  const { by, type, reason, at } = cancellation
  const { organizationId, id: scheduledEventId, isJoinable } = scheduledEvent
  const isEnd = leaving.length === scheduledEvent.inviteesActive
  if (isEnd && isJoinable) await keepTimeOfRequests(tx, organizationId, scheduledEventId)
  await sql`
    with ${isEnd ? endingEvent(scheduledEvent, cancellation) : leavingEvent(scheduledEvent, leaving.length, at)}
    update invitees set status = 'canceled', canceled_by = ${by}, canceler_type = ${type}, cancel_reason = ${reason}, canceled_at = ${at}, updated_at = ${at},
      new_invitee_id = leaving.new_id
    from unnest(${leaving.map(({ id }) => id)}::uuid[], ${leaving.map(({ newId = null }) => newId)}::uuid[]) as leaving(id, new_id)
    where invitees.organization_id = ${organizationId} and invitees.id = leaving.id`.execute(tx)
}

/** False if reminders were stopped before. */
export const stopRemindersRow = (tx: Tx, organizationId: string, inviteeId: string, now: Date): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('invitees')
      .set({ reminders_stopped_at: now, updated_at: now })
      .where(({ and }) => and({ organization_id: organizationId, id: inviteeId, reminders_stopped_at: null })),
  )

/** False if this guest has stopped them before. */
export const stopGuestRemindersRow = (
  tx: Tx,
  organizationId: string,
  inviteeId: string,
  guest: string,
  now: Date,
): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('invitees')
      .set({ guests_without_reminders: sql`array_append(guests_without_reminders, ${guest})`, updated_at: now })
      .where(({ and }) => and({ organization_id: organizationId, id: inviteeId }))
      .where(sql<boolean>`${guest} <> all(guests_without_reminders)`),
  )

/** Their meeting must be locked. */
export const markNoShowRow = async (
  tx: Tx,
  organizationId: string,
  inviteeId: string,
  noShow: { readonly id: string; readonly at: Date },
): Promise<void> => {
  await tx
    .updateTable('invitees')
    .set({ no_show_id: noShow.id, no_show_at: noShow.at, updated_at: noShow.at })
    .where(({ and }) => and({ organization_id: organizationId, id: inviteeId }))
    .execute()
}

export const unmarkNoShowRow = async (tx: Tx, organizationId: string, inviteeId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('invitees')
    .set({ no_show_id: null, no_show_at: null, updated_at: now })
    .where(({ and }) => and({ organization_id: organizationId, id: inviteeId }))
    .execute()
}
