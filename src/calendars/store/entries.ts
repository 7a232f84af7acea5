import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { MeetingLocation } from '#bookings/index.ts'
import type { ConferenceKind } from '#event-types/index.ts'
import { type Reader, type Tx, withinTenant } from '#platform/db/database.ts'
import { deletePortion } from '#platform/db/portions.ts'
import { day } from '#platform/time/durations.ts'
import type { OwnEntries } from '../busy-times.ts'
import { writeJob } from '../connection.ts'
import { digestsOfUid } from '../entry.ts'

/** The digests of the UIDs that meetings of this host have in calendars. */
export const loadOwnEntries = async (
  reader: Reader,
  organizationId: string,
  membershipId: string,
): Promise<OwnEntries> => {
  const rows = await reader
    .selectFrom('calendar_entries as entries')
    .innerJoin('scheduled_events as meetings', withinTenant('meetings.id', 'entries.scheduled_event_id'))
    .select([
      'entries.uid',
      'entries.wanted',
      'meetings.status',
      'meetings.starts_at as startsAt',
      'meetings.ends_at as endsAt',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('jobs')
          .select('jobs.id')
          .whereRef('jobs.subject_id', '=', 'entries.id')
          .where('jobs.kind', '=', writeJob),
      ).as('isBeingWritten'),
    )
    .where('entries.organization_id', '=', organizationId)
    .where('entries.membership_id', '=', membershipId)
    .execute()
  return new Map(
    rows.flatMap(({ uid, wanted, status, startsAt, endsAt, isBeingWritten }) => {
      const isSettled = wanted === 'present' && status === 'active' && !isBeingWritten
      const time = isSettled ? { start: startsAt.getTime(), end: endsAt.getTime() } : null
      return digestsOfUid(uid).map((digest) => [digest, time] as const)
    }),
  )
}

/** A meeting, with those of its hosts who have connected a calendar. */
export interface MeetingOfHosts {
  readonly organizationId: string
  readonly id: string
  readonly status: 'active' | 'canceled'
  readonly endsAt: Date
  readonly isJoinable: boolean
  /** Their newest active one; null when there is none. */
  readonly inviteeId: string | null
  readonly membershipIds: readonly string[]
  /** Under which UID an import found it in calendars, and how often it was changed there. */
  readonly givenUid: string | null
  readonly givenSequence: number
}

export interface MeetingId {
  readonly organizationId: string
  readonly id: string
}

const given = (meetings: readonly MeetingId[]) =>
  sql`unnest(${meetings.map(({ organizationId }) => organizationId)}::uuid[], ${meetings.map(({ id }) => id)}::uuid[]) as given (organization_id, id)`

/**
 * Meetings of which a host has connected a calendar. The others are left out, so that an organization without calendars
 * does no more.
 */
export const loadMeetingsOfConnected = async (
  tx: Tx,
  meetings: readonly MeetingId[],
): Promise<readonly MeetingOfHosts[]> => {
  const { rows } = await sql<MeetingOfHosts>`
    select meeting.organization_id as "organizationId", meeting.id, meeting.status, meeting.ends_at as "endsAt", meeting.is_joinable as "isJoinable",
      meeting.calendar_uid as "givenUid", meeting.calendar_sequence as "givenSequence",
      (select id from invitees where invitees.organization_id = meeting.organization_id and invitees.scheduled_event_id = meeting.id
        and invitees.status = 'active' order by created_at desc, id limit 1) as "inviteeId",
      array_agg(holding.membership_id::text) as "membershipIds"
    from ${given(meetings)}
    join scheduled_events as meeting on meeting.organization_id = given.organization_id and meeting.id = given.id
    join scheduled_event_hosts as holding on holding.organization_id = meeting.organization_id and holding.scheduled_event_id = meeting.id
    where exists (
      select from calendar_connections as connection
      where connection.organization_id = holding.organization_id and connection.membership_id = holding.membership_id)
    group by meeting.organization_id, meeting.id`.execute(tx)
  return rows
}

/** The meetings of a host that are not over. */
export const listFutureMeetings = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
  now: Date,
): Promise<readonly MeetingId[]> => {
  const { rows } = await sql<MeetingId>`
    select meeting.organization_id as "organizationId", meeting.id from scheduled_event_hosts as holding
    join scheduled_events as meeting on meeting.organization_id = holding.organization_id and meeting.id = holding.scheduled_event_id
    where holding.organization_id = ${organizationId} and holding.membership_id = ${membershipId} and meeting.status = 'active' and meeting.ends_at > ${now}`.execute(
    tx,
  )
  return rows
}

export interface WantedEntry {
  readonly organizationId: string
  readonly membershipId: string
  readonly uid: string
  readonly sequence: number
  readonly scheduledEventId: string
  readonly endsAt: Date
}

export interface EntryId {
  readonly organizationId: string
  readonly id: string
}

/** These meetings should be in the calendars of these hosts. One that moved keeps its entry. */
export const wantEntries = async (tx: Tx, wanted: readonly WantedEntry[], now: Date): Promise<readonly EntryId[]> => {
  if (wanted.length === 0) return []
  return tx
    .insertInto('calendar_entries')
    .values(
      wanted.map(({ organizationId, membershipId, uid, sequence, scheduledEventId, endsAt }) => ({
        organization_id: organizationId,
        id: randomUUID(),
        membership_id: membershipId,
        uid,
        sequence,
        scheduled_event_id: scheduledEventId,
        wanted: 'present' as const,
        ends_at: endsAt,
        updated_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'membership_id', 'uid']).doUpdateSet(({ ref }) => ({
        scheduled_event_id: ref('excluded.scheduled_event_id'),
        wanted: ref('excluded.wanted'),
        sequence: ref('excluded.sequence'),
        ends_at: ref('excluded.ends_at'),
        updated_at: ref('excluded.updated_at'),
        host_change: null,
      })),
    )
    .returning(['organization_id as organizationId', 'id'])
    .execute()
}

/** The entries of these meetings should go. */
export const unwantEntries = async (tx: Tx, meetings: readonly MeetingId[], now: Date): Promise<readonly EntryId[]> => {
  if (meetings.length === 0) return []
  const { rows } = await sql<EntryId>`
    update calendar_entries as entry set wanted = 'absent', host_change = null, updated_at = ${now}
    from ${given(meetings)}
    where entry.organization_id = given.organization_id and entry.scheduled_event_id = given.id and entry.wanted = 'present'
    returning entry.organization_id as "organizationId", entry.id`.execute(tx)
  return rows
}

/** The servers that requests about these entries go to: each at most two, where it was written and where it belongs. */
export const loadEntryServers = async (
  tx: Tx,
  ids: readonly string[],
): Promise<readonly (EntryId & { readonly server: string })[]> => {
  const { rows } = await sql<EntryId & { server: string }>`
    select entry.organization_id as "organizationId", entry.id, min(connection.server) as server
    from calendar_entries as entry
    join calendars as calendar on calendar.organization_id = entry.organization_id
      and (calendar.id = entry.calendar_id or (calendar.membership_id = entry.membership_id and calendar.takes_meetings))
    join calendar_connections as connection on connection.organization_id = calendar.organization_id and connection.id = calendar.connection_id
    where entry.id = any(${[...ids]}::uuid[])
    group by entry.organization_id, entry.id`.execute(tx)
  return rows
}

/** A calendar, with what opens it. */
export interface OpenableCalendar {
  readonly id: string
  readonly foreignId: string
  readonly connectionId: string
  readonly server: string
  readonly credentials: string
}

/** A conference that the host's calendar makes with the entry. */
export interface ConferenceInEntry {
  readonly id: string
  readonly requestId: string
  readonly kind: ConferenceKind
  readonly isMade: boolean
}

/** An entry, what it should say, and where. */
export interface EntryTask {
  readonly id: string
  readonly organizationId: string
  readonly membershipId: string
  readonly scheduledEventId: string
  readonly uid: string
  readonly sequence: number
  readonly isWanted: boolean
  readonly endsAt: Date
  /** Where it was written, if that calendar is still connected. */
  readonly at: OpenableCalendar | null
  readonly foreignId: string | null
  readonly etag: string | null
  readonly written: Buffer | null
  /** How often it was removed. */
  readonly generation: number
  /** The calendar of the host that takes meetings. */
  readonly target: OpenableCalendar | null
  /** The conference that comes with it. */
  readonly conference: ConferenceInEntry | null
  readonly meeting: {
    readonly name: string
    readonly startsAt: number
    readonly endsAt: number
    readonly place: MeetingLocation | null
    readonly isGroup: boolean
    /** Of the host. */
    readonly locale: string
    readonly hosts: readonly { readonly name: string; readonly email: string }[]
    readonly invitees: readonly {
      readonly name: string
      readonly email: string
      readonly guests: readonly string[]
      readonly answers: readonly { question: string; answer: string }[]
    }[]
  }
}

const openable = (condition: ReturnType<typeof sql>) => sql`(
  select json_build_object('id', calendar.id, 'foreignId', calendar.foreign_id, 'connectionId', connection.id, 'server', connection.server,
    'credentials', encode(connection.credentials, 'base64'))
  from calendars as calendar
  join calendar_connections as connection on connection.organization_id = calendar.organization_id and connection.id = calendar.connection_id
  where calendar.organization_id = entry.organization_id and ${condition}
)::text`

export const loadEntryTasks = async (tx: Tx, ids: readonly string[]): Promise<readonly EntryTask[]> => {
  const { rows } = await sql<
    Omit<EntryTask, 'at' | 'target' | 'conference' | 'meeting'> & {
      at: string | null
      target: string | null
      conference: string | null
      meeting: string
    }
  >`
    select entry.id, entry.organization_id as "organizationId", entry.membership_id as "membershipId", entry.scheduled_event_id as "scheduledEventId",
      entry.uid, entry.sequence, entry.ends_at as "endsAt",
      coalesce(entry.wanted = 'present' and meeting.status = 'active' and membership.ended_at is null, false) as "isWanted",
      entry.foreign_id as "foreignId", entry.etag, entry.written, entry.generation,
      ${openable(sql`calendar.id = entry.calendar_id`)} as at,
      ${openable(sql`calendar.membership_id = entry.membership_id and calendar.takes_meetings`)} as target,
      (select json_build_object('id', conference.id, 'requestId', conference.request_id, 'kind', conference.kind,
          'isMade', conference.state = 'made' and conference.made_for is not distinct from entry.membership_id)
        from conferences as conference
        where conference.organization_id = entry.organization_id and conference.scheduled_event_id = entry.scheduled_event_id
          and conference.membership_id = entry.membership_id and conference.by_calendar and conference.wanted = 'present'
          and conference.state <> 'failed')::text as conference,
      json_build_object('name', meeting.name, 'startsAt', extract(epoch from meeting.starts_at) * 1000, 'endsAt', extract(epoch from meeting.ends_at) * 1000,
        'place', meeting.location, 'isGroup', meeting.is_joinable, 'locale', (select locale from users where users.id = membership.user_id),
        'hosts', (select coalesce(json_agg(json_build_object('name', coalesce(other.former_name, users.name), 'email', coalesce(other.former_email, users.email)) order by holding.position), '[]')
          from scheduled_event_hosts as holding
          join organization_memberships as other on other.organization_id = holding.organization_id and other.id = holding.membership_id
          join users on users.id = other.user_id
          where holding.organization_id = meeting.organization_id and holding.scheduled_event_id = meeting.id),
        'invitees', (select coalesce(json_agg(json_build_object('name', invitee.name, 'email', invitee.email, 'guests', invitee.guests, 'answers', invitee.answers) order by created_at, invitee.id), '[]')
          from invitees as invitee where invitee.organization_id = meeting.organization_id and invitee.scheduled_event_id = meeting.id and invitee.status = 'active')
      )::text as meeting
    from calendar_entries as entry
    left join scheduled_events as meeting on meeting.organization_id = entry.organization_id and meeting.id = entry.scheduled_event_id
    join organization_memberships as membership on membership.organization_id = entry.organization_id and membership.id = entry.membership_id
    where entry.id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows.map(({ at, target, conference, meeting, ...row }) => ({
    ...row,
    conference: conference === null ? null : (JSON.parse(conference) as ConferenceInEntry),
    at: at === null ? null : (JSON.parse(at) as OpenableCalendar),
    target: target === null ? null : (JSON.parse(target) as OpenableCalendar),
    meeting: JSON.parse(meeting) as EntryTask['meeting'],
  }))
}

/** Where it is now. */
export interface EntryState {
  readonly calendarId: string | null
  readonly foreignId: string | null
  readonly etag: string | null
  readonly written: Buffer | null
  readonly generation: number
}

export const saveEntry = async (tx: Tx, { organizationId, id }: EntryId, state: EntryState): Promise<void> => {
  const { calendarId, foreignId, etag, written, generation } = state
  await tx
    .updateTable('calendar_entries')
    .set({ calendar_id: calendarId, foreign_id: foreignId, etag, written, generation })
    .set({
      is_seen: sql<boolean>`is_seen and foreign_id is not distinct from ${foreignId} and etag is not distinct from ${etag}`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/**
 * A job about them that was replaced may still be under way: what it leaves behind is not known until the next has
 * written.
 */
export const markUncertain = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await tx
    .updateTable('calendar_entries')
    .set({ written: null })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

const keptMilliseconds = 30 * day

/** A portion of those whose meetings are long over. */
export const deleteOldEntries = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(tx, 'calendar_entries', 'id', sql`ends_at < ${new Date(now.getTime() - keptMilliseconds)}`)

/** The entries of a host that should be there. */
export const listWantedEntries = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
  now: Date,
): Promise<readonly EntryId[]> =>
  tx
    .selectFrom('calendar_entries')
    .select(['organization_id as organizationId', 'id'])
    .where('organization_id', '=', organizationId)
    .where('membership_id', '=', membershipId)
    .where('wanted', '=', 'present')
    .where('ends_at', '>', now)
    .execute()

export interface EntryAtServer {
  readonly calendarForeignId: string
  readonly uid: string
  readonly foreignId: string
  readonly etag: string | null
}

/** The entries that were written through a connection, of meetings that are not over. */
export const listEntriesAt = async (
  reader: Reader,
  organizationId: string,
  connectionId: string,
  now: Date,
): Promise<readonly EntryAtServer[]> => {
  const rows = await reader
    .selectFrom('calendar_entries as entries')
    .innerJoin('calendars', withinTenant('calendars.id', 'entries.calendar_id'))
    .select([
      'entries.uid',
      'entries.foreign_id as foreignId',
      'entries.etag',
      'calendars.foreign_id as calendarForeignId',
    ])
    .where('entries.organization_id', '=', organizationId)
    .where('calendars.connection_id', '=', connectionId)
    .where('entries.ends_at', '>', now)
    .execute()
  return rows.flatMap(({ foreignId, ...row }) => (foreignId === null ? [] : [{ ...row, foreignId }]))
}

/** The entries of meetings that these invitees are in. */
export const listEntriesWith = async (
  tx: Tx,
  organizationId: string,
  inviteeIds: readonly string[],
): Promise<readonly EntryId[]> =>
  tx
    .selectFrom('calendar_entries as entries')
    .innerJoin('invitees', withinTenant('invitees.scheduled_event_id', 'entries.scheduled_event_id'))
    .select(['entries.organization_id as organizationId', 'entries.id'])
    .distinct()
    .where('entries.organization_id', '=', organizationId)
    .where('invitees.id', '=', sql<string>`any(${[...inviteeIds]}::uuid[])`)
    .execute()
