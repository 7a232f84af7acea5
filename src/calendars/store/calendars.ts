import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { setCalendarsKnownUntil } from '#availability/index.ts'
import { type Reader, type Tx, withinTenant } from '#platform/db/database.ts'
import type { Calendar, CalendarFault } from '../connection.ts'
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
      'calendars.is_own as isOwn',
      'calendars.is_new as isNew',
      sql<CalendarFault | null>`calendars.fault`.as('fault'),
      sql<boolean>`not exists (select from calendar_items as items where items.organization_id = calendars.organization_id
        and items.calendar_id = calendars.id)`.as('isEmpty'),
      sql<number>`(select count(*)::integer from calendar_items as items where items.organization_id = calendars.organization_id
        and items.calendar_id = calendars.id and items.is_opaque)`.as('opaqueItems'),
      'calendars.created_at as createdAt',
      'calendars.updated_at as updatedAt',
    ])
    .where('members.ended_at', 'is', null)

export const findCalendar = async (reader: Reader, organizationId: string, id: string): Promise<Calendar | undefined> =>
  calendars(reader)
    .where('calendars.organization_id', '=', organizationId)
    .where('calendars.id', '=', id)
    .executeTakeFirst()

export const listCalendarsOf = async (
  reader: Reader,
  organizationId: string,
  connectionIds: readonly string[],
): Promise<readonly Calendar[]> =>
  calendars(reader)
    .where('calendars.organization_id', '=', organizationId)
    .where('calendars.connection_id', '=', sql<string>`any(${[...connectionIds]}::uuid[])`)
    .orderBy('calendars.name')
    .orderBy('calendars.id')
    .execute()

/** The addresses or ids that the calendars of a connection have at the other side. */
export const listForeignIds = async (
  reader: Reader,
  organizationId: string,
  connectionId: string,
): Promise<readonly string[]> => {
  const rows = await reader
    .selectFrom('calendars')
    .select('foreign_id')
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .execute()
  return rows.map(({ foreign_id }) => foreign_id)
}

/** Also of a member who has left. */
export const listCalendarIds = async (
  reader: Reader,
  organizationId: string,
  connectionId: string,
): Promise<readonly string[]> => {
  const rows = await reader
    .selectFrom('calendars')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .execute()
  return rows.map(({ id }) => id)
}

interface ConnectionOfCalendars {
  readonly organizationId: string
  readonly membershipId: string
  readonly connectionId: string
}

/**
 * Those of the member's own count. The first that can be written takes meetings, unless the member has one that does.
 */
export const insertCalendars = async (
  tx: Tx,
  connection: ConnectionOfCalendars,
  found: readonly FoundCalendar[],
  now: Date,
): Promise<void> => {
  const { organizationId, membershipId } = connection
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
    .values(found.map((calendar) => ({ ...rowOf(connection, calendar, now), takes_meetings: calendar === first })))
    .execute()
}

/** Where the meetings of a member are written; undefined when nowhere. */
export const findMeetingServer = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
): Promise<string | undefined> => {
  const row = await tx
    .selectFrom('calendars')
    .innerJoin('calendar_connections as connection', withinTenant('connection.id', 'calendars.connection_id'))
    .select('connection.server')
    .where('calendars.organization_id', '=', organizationId)
    .where('calendars.membership_id', '=', membershipId)
    .where('calendars.takes_meetings', '=', true)
    .executeTakeFirst()
  return row?.server
}

const rowOf = (
  { organizationId, membershipId, connectionId }: ConnectionOfCalendars,
  calendar: FoundCalendar,
  now: Date,
) => ({
  organization_id: organizationId,
  id: randomUUID(),
  connection_id: connectionId,
  membership_id: membershipId,
  foreign_id: calendar.foreignId,
  name: calendar.name,
  time_zone: calendar.timeZone,
  is_writable: calendar.isWritable,
  is_own: calendar.isOwn,
  checks_conflicts: calendar.isOwn,
  created_at: now,
  updated_at: now,
})

/**
 * Brings a connection up to date with what its account has. Gives the names of calendars that are new; they count like
 * those that were there from the start.
 */
export const saveFoundCalendars = async (
  tx: Tx,
  connection: ConnectionOfCalendars,
  found: readonly FoundCalendar[],
  now: Date,
): Promise<readonly string[]> => {
  const { organizationId, connectionId } = connection
  const known = await tx
    .selectFrom('calendars')
    .select(['id', 'foreign_id', 'name', 'time_zone', 'is_writable', 'is_own', 'checks_conflicts', 'fault'])
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .execute()
  const rows = new Map(known.map((row) => [row.foreign_id, row]))
  for (const { foreignId, name, timeZone, isWritable, isOwn } of found) {
    const row = rows.get(foreignId)
    if (!row) continue
    const isBack = row.fault !== null && !row.checks_conflicts
    if (
      row.name === name &&
      row.time_zone === timeZone &&
      row.is_writable === isWritable &&
      row.is_own === isOwn &&
      !isBack
    )
      continue
    await tx
      .updateTable('calendars')
      .set({
        name,
        time_zone: timeZone,
        is_writable: isWritable,
        is_own: isOwn,
        updated_at: now,
        ...(isBack ? { fault: null } : {}),
      })
      .where('organization_id', '=', organizationId)
      .where('id', '=', row.id)
      .execute()
  }
  const added = found.filter(({ foreignId }) => !rows.has(foreignId))
  if (added.length > 0) {
    const values = added.map((calendar) => ({ ...rowOf(connection, calendar, now), is_new: true }))
    await tx.insertInto('calendars').values(values).execute()
  }
  return added.map(({ name }) => name)
}

export const saveCalendarFault = async (
  tx: Tx,
  organizationId: string,
  id: string,
  fault: CalendarFault,
): Promise<void> => {
  await tx
    .updateTable('calendars')
    .set({ fault })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** The next sync of these calendars compares everything. */
export const compareAgain = async (tx: Tx, organizationId: string, connectionId: string): Promise<void> => {
  await tx
    .updateTable('calendars')
    .set({ cursor: null, compared_at: null })
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
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
      is_new: false,
      ...(isReadAnew ? { cursor: null, known_until: null, looked_at: null, compared_at: null, fault: null } : {}),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** A calendar that a sync reads. */
export interface CalendarToSync {
  readonly id: string
  readonly connectionId: string
  readonly foreignId: string
  readonly name: string
  readonly timeZone: string | null
  readonly expandedZone: string | null
  readonly countsTentative: boolean
  readonly cursor: string | null
  readonly knownUntil: Date | null
  readonly comparedAt: Date | null
  readonly updatedAt: Date
}

/** Those that were not read for longest come first: a sync may end before the last. */
export const loadCalendarsToSync = async (
  reader: Reader,
  connectionIds: readonly string[],
): Promise<readonly CalendarToSync[]> =>
  reader
    .selectFrom('calendars')
    .select([
      'id',
      'connection_id as connectionId',
      'foreign_id as foreignId',
      'name',
      'time_zone as timeZone',
      'expanded_zone as expandedZone',
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
    .select([
      'foreign_id as foreignId',
      'name',
      'checks_conflicts as checksConflicts',
      'takes_meetings as takesMeetings',
    ])
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .orderBy('name')
    .execute()

export interface SyncResult {
  readonly cursor: string | null
  readonly knownUntil: Date | null
  readonly isComplete: boolean
  /** Everything was compared with what is known. */
  readonly isComparison: boolean
  readonly timeZone: string | null
  /** The zone that its all-day and floating events are in. */
  readonly expandedZone: string | null
}

/**
 * Whether its settings are still those that were loaded, and it is still connected. They stay so until the end of the
 * transaction.
 */
export const isUnchangedSince = async (
  tx: Tx,
  organizationId: string,
  { id, updatedAt }: CalendarToSync,
): Promise<boolean> =>
  (await tx
    .selectFrom('calendars')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('updated_at', '=', updatedAt)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

/**
 * False when the owner changed its settings, or disconnected it, since it was loaded: then what was read does not
 * count.
 */
export const saveSync = async (
  tx: Tx,
  organizationId: string,
  { id, updatedAt }: CalendarToSync,
  result: SyncResult,
  now: Date,
): Promise<boolean> => {
  const { cursor, knownUntil, isComplete, isComparison, timeZone, expandedZone } = result
  const { numUpdatedRows } = await tx
    .updateTable('calendars')
    .set({ cursor, known_until: knownUntil, time_zone: timeZone, expanded_zone: expandedZone, fault: null })
    .$if(isComplete, (query) => query.set({ looked_at: now, ...(isComparison ? { compared_at: now } : {}) }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('updated_at', '=', updatedAt)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/**
 * Until when a member's calendars are known, all together: the earliest counts. One that was never read, or is lost, is
 * known of no time at all, unless its owner chose to stay open. One that was found later closes nothing before it was
 * read once: it was not counted until then either. One at a time: of two that find this out at once, neither would know
 * what the other has just read or lost.
 */
export const refreshKnownUntil = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
  now: Date,
): Promise<void> => {
  await lockMember(tx, organizationId, membershipId)
  const { rows } = await sql<{ until: Date | null }>`
    select min(case when connections.is_lost then least(${now}::timestamptz, calendars.known_until) else coalesce(calendars.known_until, ${now}) end) as until
    from calendars join calendar_connections as connections
      on connections.organization_id = calendars.organization_id and connections.id = calendars.connection_id
    where calendars.organization_id = ${organizationId} and calendars.membership_id = ${membershipId} and calendars.checks_conflicts
      and not (connections.is_lost and connections.stays_open) and not (calendars.is_new and calendars.looked_at is null)`.execute(
    tx,
  )
  await setCalendarsKnownUntil(tx, organizationId, membershipId, rows[0]?.until ?? null)
}
