import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { setCalendarsKnownUntil } from '#availability/index.ts'
import { type Reader, type Tx, withinTenant } from '#platform/db/database.ts'
import type { Calendar } from '../connection.ts'
import type { FoundCalendar } from '../providers/provider.ts'
import { lockMember } from './member-lock.ts'

const calendars = (reader: Reader) =>
  reader
    .selectFrom('calendars')
    .innerJoin('organization_memberships as members', withinTenant('members.id', 'calendars.membership_id'))
    .select([
      'calendars.id',
      'calendars.organization_id as organizationId',
      'calendars.connection_id as connectionId',
      'calendars.membership_id as membershipId',
      'members.user_id as userId',
      'calendars.name',
      'calendars.time_zone as timeZone',
      'calendars.is_writable as isWritable',
      'calendars.checks_conflicts as checksConflicts',
      'calendars.counts_tentative as countsTentative',
      'calendars.takes_meetings as takesMeetings',
      sql<number>`(select count(*)::integer from calendar_items as items where items.organization_id = calendars.organization_id
        and items.calendar_id = calendars.id and items.is_opaque)`.as('opaqueItems'),
      'calendars.created_at as createdAt',
      'calendars.updated_at as updatedAt',
    ])
    .where('members.ended_at', 'is', null)

export const findCalendar = async (reader: Reader, organizationId: string, id: string): Promise<Calendar | undefined> =>
  calendars(reader).where('calendars.organization_id', '=', organizationId).where('calendars.id', '=', id).executeTakeFirst()

export const listCalendarsOf = async (reader: Reader, organizationId: string, connectionIds: readonly string[]): Promise<readonly Calendar[]> =>
  calendars(reader)
    .where('calendars.organization_id', '=', organizationId)
    .where('calendars.connection_id', '=', sql<string>`any(${[...connectionIds]}::uuid[])`)
    .orderBy('calendars.name')
    .orderBy('calendars.id')
    .execute()

/** Also of a member who has left. */
export const listCalendarIds = async (reader: Reader, organizationId: string, connectionId: string): Promise<readonly string[]> => {
  const rows = await reader
    .selectFrom('calendars')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .execute()
  return rows.map(({ id }) => id)
}

/** Those of the member's own count. The first that can be written takes meetings, unless the member has one that does. */
export const insertCalendars = async (
  tx: Tx,
  { organizationId, membershipId, connectionId }: { organizationId: string; membershipId: string; connectionId: string },
  found: readonly FoundCalendar[],
  now: Date,
): Promise<void> => {
  const taking = await tx
    .selectFrom('calendars')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('membership_id', '=', membershipId)
    .where('takes_meetings', '=', true)
    .executeTakeFirst()
  const first = taking ? undefined : found.find(({ isWritable }) => isWritable)
  await tx
    .insertInto('calendars')
    .values(
      found.map((calendar) => ({
        organization_id: organizationId,
        id: randomUUID(),
        connection_id: connectionId,
        membership_id: membershipId,
        foreign_id: calendar.foreignId,
        name: calendar.name,
        time_zone: calendar.timeZone,
        is_writable: calendar.isWritable,
        checks_conflicts: calendar.isOwn,
        takes_meetings: calendar === first,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
}

/** What must be read anew begins from nothing. */
export const saveCalendarSettings = async (
  tx: Tx,
  calendar: Calendar,
  settings: Pick<Calendar, 'checksConflicts' | 'countsTentative' | 'takesMeetings'>,
  now: Date,
): Promise<void> => {
  const { organizationId, membershipId, id } = calendar
  if (settings.takesMeetings) {
    await tx
      .updateTable('calendars')
      .set({ takes_meetings: false, updated_at: now })
      .where('organization_id', '=', organizationId)
      .where('membership_id', '=', membershipId)
      .where('takes_meetings', '=', true)
      .where('id', '<>', id)
      .execute()
  }
  const { checksConflicts, countsTentative, takesMeetings } = settings
  const isReadAnew = checksConflicts !== calendar.checksConflicts || countsTentative !== calendar.countsTentative
  await tx
    .updateTable('calendars')
    .set({
      checks_conflicts: checksConflicts,
      counts_tentative: countsTentative,
      takes_meetings: takesMeetings,
      updated_at: now,
      ...(isReadAnew ? { cursor: null, known_until: null, looked_at: null, compared_at: null } : {}),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** A calendar that a look reads. */
export interface CalendarToLookAt {
  readonly id: string
  readonly connectionId: string
  readonly foreignId: string
  readonly timeZone: string | null
  readonly countsTentative: boolean
  readonly cursor: string | null
  readonly knownUntil: Date | null
  readonly comparedAt: Date | null
  readonly updatedAt: Date
}

/** Those that were not read for longest come first: a look may end before the last. */
export const loadCalendarsToLookAt = async (reader: Reader, connectionIds: readonly string[]): Promise<readonly CalendarToLookAt[]> =>
  reader
    .selectFrom('calendars')
    .select([
      'id',
      'connection_id as connectionId',
      'foreign_id as foreignId',
      'time_zone as timeZone',
      'counts_tentative as countsTentative',
      'cursor',
      'known_until as knownUntil',
      'compared_at as comparedAt',
      'updated_at as updatedAt',
    ])
    .where('connection_id', '=', sql<string>`any(${[...connectionIds]}::uuid[])`)
    .where('checks_conflicts', '=', true)
    .orderBy('looked_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .execute()

export const listCalendarsToCheck = async (reader: Reader, organizationId: string, connectionId: string) =>
  reader
    .selectFrom('calendars')
    .select(['foreign_id as foreignId', 'name', 'checks_conflicts as checksConflicts', 'takes_meetings as takesMeetings'])
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .orderBy('name')
    .execute()

export interface LookResult {
  readonly cursor: string | null
  readonly knownUntil: Date | null
  readonly isComplete: boolean
  /** Everything was compared with what is known. */
  readonly isComparison: boolean
}

/** Whether its settings are still those that were loaded, and it is still connected. They stay so until the end of the transaction. */
export const isUnchangedSince = async (tx: Tx, organizationId: string, { id, updatedAt }: CalendarToLookAt): Promise<boolean> =>
  (await tx
    .selectFrom('calendars')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('updated_at', '=', updatedAt)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

/** False when the owner changed its settings, or disconnected it, since it was loaded: then what was read does not count. */
export const saveLook = async (tx: Tx, organizationId: string, { id, updatedAt }: CalendarToLookAt, result: LookResult, now: Date): Promise<boolean> => {
  const { cursor, knownUntil, isComplete, isComparison } = result
  const { numUpdatedRows } = await tx
    .updateTable('calendars')
    .set({ cursor, known_until: knownUntil, ...(isComplete ? { looked_at: now } : {}), ...(isComplete && isComparison ? { compared_at: now } : {}) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('updated_at', '=', updatedAt)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/**
 * Until when a member's calendars are known, all together: the earliest counts. One that was never read, or is lost, is known of no time at all,
 * unless its owner chose to stay open. One at a time: of two that find this out at once, neither would know what the other has just read or lost.
 */
export const refreshKnownUntil = async (tx: Tx, organizationId: string, membershipId: string, now: Date): Promise<void> => {
  await lockMember(tx, organizationId, membershipId)
  const { rows } = await sql<{ until: Date | null }>`
    select min(case when connections.is_lost then least(${now}::timestamptz, calendars.known_until) else coalesce(calendars.known_until, ${now}) end) as until
    from calendars join calendar_connections as connections
      on connections.organization_id = calendars.organization_id and connections.id = calendars.connection_id
    where calendars.organization_id = ${organizationId} and calendars.membership_id = ${membershipId} and calendars.checks_conflicts
      and not (connections.is_lost and connections.stays_open)`.execute(tx)
  await setCalendarsKnownUntil(tx, organizationId, membershipId, rows[0]?.until ?? null)
}
