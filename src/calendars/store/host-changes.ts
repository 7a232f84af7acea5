import { sql } from 'kysely'
import { hasEffect, type Reader, type Tx, withinTenant } from '#platform/db/database.ts'
import type { HostChange } from '../host-change.ts'

/** A meeting that is in a calendar, as far as we know. Times in milliseconds since 1970. */
export interface WrittenMeeting {
  readonly id: string
  readonly organizationId: string
  readonly uid: string
  readonly foreignId: string
  readonly etag: string | null
  readonly written: Buffer
  readonly hostChange: HostChange | null
  readonly name: string
  readonly startsAt: number
  readonly endsAt: number
}

/** What was written into a calendar and is to stay there. Those that are being written now are left out. */
export const listWrittenEntries = async (
  reader: Reader,
  organizationId: string,
  calendarId: string,
  now: Date,
): Promise<readonly WrittenMeeting[]> => {
  const rows = await reader
    .selectFrom('calendar_entries as entries')
    .innerJoin('scheduled_events as meetings', withinTenant('meetings.id', 'entries.scheduled_event_id'))
    .select([
      'entries.id',
      'entries.uid',
      'entries.foreign_id as foreignId',
      'entries.etag',
      'entries.written',
      'meetings.name',
    ])
    .select([
      'meetings.starts_at as startsAt',
      'meetings.ends_at as endsAt',
      sql<string | null>`entries.host_change::text`.as('hostChange'),
    ])
    .where('entries.organization_id', '=', organizationId)
    .where('entries.calendar_id', '=', calendarId)
    .where('entries.wanted', '=', 'present')
    .where('meetings.status', '=', 'active')
    .where('entries.ends_at', '>', now)
    .execute()
  return rows.flatMap(({ foreignId, written, hostChange, startsAt, endsAt, ...row }) =>
    foreignId === null || written === null
      ? []
      : [
          {
            ...{ ...row, organizationId, foreignId, written, startsAt: startsAt.getTime(), endsAt: endsAt.getTime() },
            hostChange: hostChange === null ? null : (JSON.parse(hostChange) as HostChange),
          },
        ],
  )
}

/** Written, and not seen in the calendar since. */
export const listUnseenEntries = async (
  reader: Reader,
  organizationId: string,
  calendarId: string,
): Promise<readonly string[]> => {
  const rows = await reader
    .selectFrom('calendar_entries')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('calendar_id', '=', calendarId)
    .where('is_seen', '=', false)
    .where('wanted', '=', 'present')
    .execute()
  return rows.map(({ id }) => id)
}

export const markSeen = async (tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .updateTable('calendar_entries')
    .set({ is_seen: true })
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/** False when it was known, or when we have written the entry since. */
export const saveHostChange = (
  tx: Tx,
  { organizationId, id, etag, written }: WrittenMeeting,
  change: HostChange | null,
): Promise<boolean> => {
  const text = change && JSON.stringify(change)
  return hasEffect(
    tx
      .updateTable('calendar_entries')
      .set({ host_change: sql`${text}::jsonb` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('wanted', '=', 'present')
      .where('written', '=', written)
      .where(sql<boolean>`etag is not distinct from ${etag} and host_change is distinct from ${text}::jsonb`),
  )
}

/** The entry stays as its host has made it. */
export const keepHostChange = async (tx: Tx, organizationId: string, id: string): Promise<void> => {
  await tx
    .updateTable('calendar_entries')
    .set({ host_change: sql`host_change || '{"isKept": true}'::jsonb` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export const forgetHostChange = async (tx: Tx, organizationId: string, id: string): Promise<void> => {
  await tx
    .updateTable('calendar_entries')
    .set({ host_change: null })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export interface ChangedMeeting {
  readonly uid: string
  readonly name: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly scheduledEventId: string
  readonly connectionId: string
  readonly change: HostChange
}

/** What a host did to an entry of theirs and has not settled. */
export const findHostChange = async (
  reader: Reader,
  organizationId: string,
  membershipId: string,
  id: string,
): Promise<ChangedMeeting | undefined> => {
  const row = await reader
    .selectFrom('calendar_entries as entries')
    .innerJoin('scheduled_events as meetings', withinTenant('meetings.id', 'entries.scheduled_event_id'))
    .innerJoin('calendars', withinTenant('calendars.id', 'entries.calendar_id'))
    .select([
      'entries.uid',
      'meetings.name',
      'meetings.starts_at as startsAt',
      'meetings.ends_at as endsAt',
      'meetings.id as scheduledEventId',
    ])
    .select(['calendars.connection_id as connectionId', sql<string>`entries.host_change::text`.as('change')])
    .where('entries.organization_id', '=', organizationId)
    .where('entries.membership_id', '=', membershipId)
    .where('entries.id', '=', id)
    .where('entries.wanted', '=', 'present')
    .where(sql<boolean>`entries.host_change is not null and not entries.host_change ? 'isKept'`)
    .where('meetings.status', '=', 'active')
    .executeTakeFirst()
  return row && { ...row, change: JSON.parse(row.change) as HostChange }
}
