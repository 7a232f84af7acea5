import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { insertJobs } from '#execution/store/jobs.ts'
import { type Tx, withinTenant } from '#platform/db/database.ts'
import { insertRows } from '#platform/db/insert-rows.ts'

export const reminderJob = 'reminder'

export interface NewReminder {
  readonly organizationId: string
  readonly inviteeId: string
  readonly dueAt: Date
}

/** Inserts reminders together with their jobs. A reminder names nobody: its recipients are looked up when it is due. */
export const insertReminders = async (tx: Tx, reminders: readonly NewReminder[], now: Date): Promise<void> => {
  const withIds = reminders.map((reminder) => ({ ...reminder, id: randomUUID() }))
  const rows = withIds.map(({ id, organizationId, inviteeId, dueAt }) => ({
    id,
    organization_id: organizationId,
    invitee_id: inviteeId,
    due_at: dueAt,
    created_at: now,
  }))
  await insertRows(tx, 'reminders', rows)
  const jobs = withIds.map(({ id, organizationId, dueAt }) => ({
    organizationId,
    kind: reminderJob,
    lane: 'reminders',
    subjectId: id,
    runAt: dueAt,
  }))
  await insertJobs(tx, jobs, now)
}

/** A reminder that is due now. */
export interface DueReminder {
  readonly id: string
  readonly organizationId: string
  readonly inviteeId: string
  readonly scheduledEventId: string
  /** The first invitee of a meeting, so that its hosts get one reminder. */
  readonly isFirst: boolean
  /** False when the invitee has stopped reminders, of this meeting or of one that they moved here from. */
  readonly isWanted: boolean
  /** Those who have stopped reminders for themselves. */
  readonly quietGuests: readonly string[]
}

/** Only active invitees: one who moved has a reminder of the new meeting. */
export const takeDueReminders = async (tx: Tx, ids: readonly string[]): Promise<readonly DueReminder[]> => {
  const { rows } = await sql<DueReminder>`
    with taken as (delete from reminders where id = any(${[...ids]}::uuid[]) returning id, organization_id, invitee_id)
    select taken.id, taken.organization_id as "organizationId", taken.invitee_id as "inviteeId", invitees.scheduled_event_id as "scheduledEventId",
      not exists (
        select from invitees as others
        where others.organization_id = invitees.organization_id and others.scheduled_event_id = invitees.scheduled_event_id and others.status = 'active'
          and (others.created_at, others.id) < (invitees.created_at, invitees.id)
      ) as "isFirst",
      stopped.by_invitee is not true as "isWanted", coalesce(stopped.by_guests, '{}') as "quietGuests"
    from taken join invitees on invitees.organization_id = taken.organization_id and invitees.id = taken.invitee_id,
      lateral (
        with recursive chain as (
          select invitees.old_invitee_id, invitees.reminders_stopped_at, invitees.guests_without_reminders
          union
          select earlier.old_invitee_id, earlier.reminders_stopped_at, earlier.guests_without_reminders
          from chain join invitees as earlier on earlier.organization_id = taken.organization_id and earlier.id = chain.old_invitee_id
        )
        select bool_or(reminders_stopped_at is not null) as by_invitee,
          (select array_agg(guest) from chain as one, unnest(one.guests_without_reminders) as guest) as by_guests
        from chain
      ) as stopped
    where invitees.status = 'active'`.execute(tx)
  return rows
}

/** Somebody who was booked elsewhere, and whose reminders are not ours yet. */
export interface UnremindedInvitee {
  readonly id: string
  readonly startsAt: Date
  /** Minutes before the meeting. */
  readonly reminders: readonly number[]
}

/** Imported invitees of meetings to come that have no reminders here, some at a time in the order of their ids. */
export const listUnreminded = (
  tx: Tx,
  organizationId: string,
  after: string,
  limit: number,
  now: Date,
): Promise<UnremindedInvitee[]> =>
  tx
    .selectFrom('invitees')
    .innerJoin('scheduled_events as event', withinTenant('event.id', 'invitees.scheduled_event_id'))
    .innerJoin('event_types as type', withinTenant('type.id', 'event.event_type_id'))
    .select(['invitees.id', 'event.starts_at as startsAt', 'type.reminders'])
    .where('invitees.organization_id', '=', organizationId)
    .where('invitees.imported', '=', true)
    .where('invitees.status', '=', 'active')
    .where('event.starts_at', '>', now)
    .where('invitees.id', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reminders')
            .select('reminders.id')
            .whereRef('reminders.organization_id', '=', 'invitees.organization_id')
            .whereRef('reminders.invitee_id', '=', 'invitees.id'),
        ),
      ),
    )
    .orderBy('invitees.id')
    .limit(limit)
    .execute()

/** Reminders without a job: jobs are no part of an export. */
export const queueMissingReminders = async (tx: Tx, organizationId: string, now: Date): Promise<void> => {
  const rows = await tx
    .selectFrom('reminders')
    .select(['id', 'due_at as runAt'])
    .where('organization_id', '=', organizationId)
    .execute()
  await insertJobs(
    tx,
    rows.map(({ id, runAt }) => ({ organizationId, kind: reminderJob, lane: 'reminders', subjectId: id, runAt })),
    now,
  )
}
