import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { MeetingLocation } from '#bookings/index.ts'
import type { ConferenceKind } from '#event-types/index.ts'
import type { SealedAccount } from '#integrations/index.ts'
import type { Reader, Tx } from '#platform/db/database.ts'
import { deletePortion } from '#platform/db/portions.ts'
import { day } from '#platform/time/durations.ts'
import type { Notation } from '../../../languages/language.ts'
import type { ConferenceFault, ConferenceState, ConferenceTask } from '../conference.ts'

export interface MeetingId {
  readonly organizationId: string
  readonly id: string
}

export interface ConferenceId {
  readonly organizationId: string
  readonly id: string
}

const given = (meetings: readonly MeetingId[]) =>
  sql`unnest(${meetings.map(({ organizationId }) => organizationId)}::uuid[], ${meetings.map(({ id }) => id)}::uuid[]) as given (organization_id, id)`

/** What is known of the conference of a meeting. */
export interface KnownConference extends ConferenceId {
  readonly scheduledEventId: string
  readonly uid: string
  readonly joinUrl: string | null
}

export const listConferencesOf = async (
  tx: Tx,
  meetings: readonly MeetingId[],
): Promise<readonly KnownConference[]> => {
  const { rows } = await sql<KnownConference>`
    select conference.organization_id as "organizationId", conference.id, conference.scheduled_event_id as "scheduledEventId", conference.uid,
      conference.join_url as "joinUrl"
    from ${given(meetings)}
    join conferences as conference on conference.organization_id = given.organization_id and conference.scheduled_event_id = given.id`.execute(
    tx,
  )
  return rows
}

/** A meeting, with what decides whether it needs a conference. */
export interface MeetingAtConference extends MeetingId {
  readonly status: 'active' | 'canceled'
  readonly endsAt: Date
  readonly isJoinable: boolean
  readonly location: MeetingLocation | null
  /** Their newest active one; null when there is none. */
  readonly inviteeId: string | null
  /** The first host. */
  readonly membershipId: string
  readonly givenUid: string | null
  /** The kinds of conferences that the calendar of the first host makes. */
  readonly calendarKinds: readonly string[]
}

/** A calendar that is disconnected meanwhile waits, and then finds the conferences that were left to it. */
export const loadMeetings = async (tx: Tx, meetings: readonly MeetingId[]): Promise<readonly MeetingAtConference[]> => {
  const { rows } = await sql<Omit<MeetingAtConference, 'location'> & { readonly location: string | null }>`
    select meeting.organization_id as "organizationId", meeting.id, meeting.status, meeting.ends_at as "endsAt", meeting.is_joinable as "isJoinable",
      meeting.location, meeting.calendar_uid as "givenUid", host.membership_id as "membershipId",
      (select id from invitees where invitees.organization_id = meeting.organization_id and invitees.scheduled_event_id = meeting.id
        and invitees.status = 'active' order by created_at desc, id limit 1) as "inviteeId",
      array(select kind from conference_links as link where link.organization_id = meeting.organization_id
        and link.membership_id = host.membership_id and link.source = 'calendar' for key share) as "calendarKinds"
    from ${given(meetings)}
    join scheduled_events as meeting on meeting.organization_id = given.organization_id and meeting.id = given.id
    cross join lateral (
      select membership_id from scheduled_event_hosts as holding
      where holding.organization_id = meeting.organization_id and holding.scheduled_event_id = meeting.id order by position limit 1
    ) as host`.execute(tx)
  return rows.map((row) => ({
    ...row,
    location: row.location === null ? null : (JSON.parse(row.location) as MeetingLocation),
  }))
}

export interface WantedConference {
  readonly organizationId: string
  readonly uid: string
  readonly scheduledEventId: string
  readonly membershipId: string
  readonly kind: ConferenceKind
  readonly byCalendar: boolean
  readonly endsAt: Date
}

/** Whether the meeting is where and when it was: people come and go in groups. */
const isSameNeed = sql`conferences.wanted = 'present' and conferences.scheduled_event_id = excluded.scheduled_event_id
  and conferences.membership_id = excluded.membership_id and conferences.ends_at = excluded.ends_at`

/** These meetings need a conference. One that moved keeps its own. */
export const wantConferences = async (
  tx: Tx,
  wanted: readonly WantedConference[],
  now: Date,
): Promise<readonly ConferenceId[]> => {
  if (wanted.length === 0) return []
  return tx
    .insertInto('conferences')
    .values(
      wanted.map(({ organizationId, uid, scheduledEventId, membershipId, kind, byCalendar, endsAt }) => ({
        organization_id: organizationId,
        id: randomUUID(),
        uid,
        scheduled_event_id: scheduledEventId,
        membership_id: membershipId,
        kind,
        by_calendar: byCalendar,
        wanted: 'present' as const,
        state: 'waiting' as const,
        request_id: randomUUID(),
        ends_at: endsAt,
        wanted_at: now,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'uid']).doUpdateSet(({ ref }) => ({
        scheduled_event_id: ref('excluded.scheduled_event_id'),
        membership_id: ref('excluded.membership_id'),
        kind: ref('excluded.kind'),
        by_calendar: ref('excluded.by_calendar'),
        wanted: ref('excluded.wanted'),
        state: sql<
          ConferenceState['state']
        >`case when conferences.state in ('failed', 'gone') then 'waiting' else conferences.state end`,
        host_told_at: sql<Date | null>`case when ${isSameNeed} then conferences.host_told_at end`,
        wanted_at: sql<Date>`case when ${isSameNeed} then conferences.wanted_at else excluded.wanted_at end`,
        revision: sql<number>`conferences.revision + 1`,
        ends_at: ref('excluded.ends_at'),
        updated_at: ref('excluded.updated_at'),
      })),
    )
    .returning(['organization_id as organizationId', 'id'])
    .execute()
}

/** A meeting that several share has moved as a whole: its conference goes with it, unless the new one has its own. */
export const adoptConference = async (
  tx: Tx,
  { organizationId, id }: ConferenceId,
  { uid, scheduledEventId }: Pick<WantedConference, 'uid' | 'scheduledEventId'>,
): Promise<void> => {
  await sql`
    update conferences set uid = ${uid}, scheduled_event_id = ${scheduledEventId}
    where organization_id = ${organizationId} and id = ${id} and not exists (
      select from conferences as other where other.organization_id = ${organizationId} and other.uid = ${uid})`.execute(
    tx,
  )
}

/** Nobody needs the conferences of these meetings any more. */
export const unwantConferences = async (
  tx: Tx,
  meetings: readonly MeetingId[],
  now: Date,
): Promise<readonly ConferenceId[]> => {
  if (meetings.length === 0) return []
  const { rows } = await sql<ConferenceId>`
    update conferences as conference set wanted = 'absent', revision = revision + 1, updated_at = ${now}
    from ${given(meetings)}
    where conference.organization_id = given.organization_id and conference.scheduled_event_id = given.id and conference.wanted = 'present'
    returning conference.organization_id as "organizationId", conference.id`.execute(tx)
  return rows
}

/** Those of meetings to come that are wanted, and could not be made. */
export const reviveFailed = async (
  tx: Tx,
  organizationId: string,
  kind: ConferenceKind,
  now: Date,
): Promise<readonly ConferenceId[]> =>
  tx
    .updateTable('conferences')
    .set({ state: 'waiting', revision: sql<number>`revision + 1`, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .where('wanted', '=', 'present')
    .where('state', 'in', ['failed', 'retrying'])
    .where('ends_at', '>', now)
    .returning(['organization_id as organizationId', 'id'])
    .execute()

export interface CalendarOfHost {
  readonly organizationId: string
  readonly membershipId: string
  /** What it makes. */
  readonly kinds: readonly ConferenceKind[]
}

/** Those of meetings to come that were left to the calendar of this host, which does not make them any more. */
export const releaseUnmade = async (
  tx: Tx,
  { organizationId, membershipId, kinds }: CalendarOfHost,
  now: Date,
): Promise<readonly ConferenceId[]> =>
  tx
    .updateTable('conferences')
    .set({ by_calendar: false, revision: sql<number>`revision + 1`, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('membership_id', '=', membershipId)
    .where('by_calendar', '=', true)
    .where('wanted', '=', 'present')
    .where('state', 'in', ['waiting', 'retrying'])
    .where('ends_at', '>', now)
    .where(sql<boolean>`kind <> all(${[...kinds]}::text[])`)
    .returning(['organization_id as organizationId', 'id'])
    .execute()

/** Of these, the ones that need a request, with the account that gets it, and whether a job waits to send it. */
export const listRequests = async (
  tx: Tx,
  ids: readonly string[],
  kind: string,
): Promise<
  readonly (ConferenceId & {
    readonly account: Pick<SealedAccount, 'id' | 'service'> | null
    readonly isQueued: boolean
  })[]
> => {
  const { rows } = await sql<
    ConferenceId & { accountId: string | null; service: SealedAccount['service'] | null; isQueued: boolean }
  >`
    select conference.organization_id as "organizationId", conference.id, account.id as "accountId", account.service,
      exists (select from jobs where jobs.kind = ${kind} and jobs.subject_id = conference.id) as "isQueued"
    from conferences as conference
    left join lateral (${targetOf}) as account on true
    where conference.id = any(${[...ids]}::uuid[]) and (not conference.by_calendar or conference.account_id is not null)`.execute(
    tx,
  )
  return rows.map(({ accountId, service, ...row }) => ({
    ...row,
    account: accountId !== null && service !== null ? { id: accountId, service } : null,
  }))
}

/** The account that makes the conferences of a host: their own, if they chose it, or the organization's. */
const targetOf = sql`
  select account.id, account.organization_id, account.service, account.credentials from provider_accounts as account
  where account.organization_id = conference.organization_id and account.kind = conference.kind and not conference.by_calendar
    and (account.membership_id is null or account.membership_id = conference.membership_id and exists (
      select from conference_links as link where link.organization_id = conference.organization_id
        and link.membership_id = conference.membership_id and link.kind = conference.kind and link.source = 'account'))
  order by account.membership_id nulls last limit 1`

const openable = (account: string) => sql`case when ${sql.ref(account)}.id is not null then
  json_build_object('id', ${sql.ref(account)}.id, 'organizationId', ${sql.ref(account)}.organization_id, 'service', ${sql.ref(account)}.service,
    'credentials', encode(${sql.ref(account)}.credentials, 'base64'))::text end`

interface TaskRow extends Omit<ConferenceTask, 'at' | 'target' | 'meeting' | 'data'> {
  readonly data: string | null
  readonly at: string | null
  readonly target: string | null
  readonly meeting: string | null
}

export const loadConferenceTasks = async (tx: Tx, ids: readonly string[]): Promise<readonly ConferenceTask[]> => {
  const { rows } = await sql<TaskRow>`
    select conference.id, conference.organization_id as "organizationId", conference.scheduled_event_id as "scheduledEventId", conference.kind,
      conference.revision, conference.by_calendar as "byCalendar", conference.membership_id as "membershipId", conference.ends_at as "endsAt",
      conference.state, conference.account_id as "accountId", conference.made_for as "madeFor", conference.foreign_id as "foreignId",
      conference.request_id as "requestId", conference.tried_at as "triedAt", conference.join_url as "joinUrl", conference.data, conference.written,
      conference.fault,
      coalesce(conference.wanted = 'present' and meeting.status = 'active', false) as "isWanted",
      ${openable('place')} as at, ${openable('target')} as target,
      case when meeting.id is not null then json_build_object('name', meeting.name,
        'startsAt', extract(epoch from meeting.starts_at) * 1000, 'endsAt', extract(epoch from meeting.ends_at) * 1000,
        'hosts', (select coalesce(json_agg(json_build_object('name', coalesce(member.former_name, users.name), 'email', coalesce(member.former_email, users.email)) order by holding.position), '[]')
          from scheduled_event_hosts as holding
          join organization_memberships as member on member.organization_id = holding.organization_id and member.id = holding.membership_id
          join users on users.id = member.user_id
          where holding.organization_id = meeting.organization_id and holding.scheduled_event_id = meeting.id)
      )::text end as meeting
    from conferences as conference
    left join scheduled_events as meeting on meeting.organization_id = conference.organization_id and meeting.id = conference.scheduled_event_id
    left join provider_accounts as place on place.organization_id = conference.organization_id and place.id = conference.account_id
    left join lateral (${targetOf}) as target on true
    where conference.id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows.map(({ data, at, target, meeting, ...row }) => ({
    ...row,
    data: data === null ? null : (JSON.parse(data) as ConferenceTask['data']),
    at: accountIn(at),
    target: accountIn(target),
    meeting: meetingIn(meeting),
  }))
}

const accountIn = (text: string | null): SealedAccount | null => {
  if (text === null) return null
  const { credentials, ...account } = JSON.parse(text) as Omit<SealedAccount, 'credentials'> & { credentials: string }
  return { ...account, credentials: Buffer.from(credentials, 'base64') }
}

const meetingIn = (text: string | null): ConferenceTask['meeting'] => {
  if (text === null) return null
  const { name, startsAt, endsAt, hosts } = JSON.parse(text) as {
    readonly name: string
    readonly startsAt: number
    readonly endsAt: number
    readonly hosts: readonly { readonly name: string; readonly email: string }[]
  }
  return { name, startsAt: new Date(startsAt), endsAt: new Date(endsAt), hosts }
}

/** An account may be disconnected while it is used. */
const connected = (organizationId: string, accountId: string | null) => sql<string | null>`(
  select id from provider_accounts where organization_id = ${organizationId} and id = ${accountId}::uuid
)`

/** Before the first request: whoever comes after a crash knows that there may be one. */
export const markTried = async (
  tx: Tx,
  { organizationId, id, membershipId }: Pick<ConferenceTask, 'organizationId' | 'id' | 'membershipId'>,
  accountId: string,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('conferences')
    .set({ tried_at: now, account_id: connected(organizationId, accountId), made_for: membershipId })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** What is wanted of them by now. They stay locked until the end of the transaction. */
export const lockWants = async (
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly revision: number; readonly wanted: 'present' | 'absent' }>> => {
  const rows = await tx
    .selectFrom('conferences')
    .select(['id', 'revision', 'wanted'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ id, ...want }) => [id, want]))
}

export const saveState = async (
  tx: Tx,
  { organizationId, id }: ConferenceId,
  { state, accountId, madeFor, foreignId, requestId, triedAt, joinUrl, data, written, fault }: ConferenceState,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('conferences')
    .set({
      state,
      account_id: connected(organizationId, accountId),
      made_for: madeFor,
      foreign_id: foreignId,
      request_id: requestId,
      tried_at: triedAt,
      join_url: joinUrl,
      data: data && JSON.stringify(data),
      written,
      fault,
      updated_at: now,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** What came of one that the calendar of this host makes. Undefined when the meeting wants another by now. */
export const saveMadeByCalendar = async (
  tx: Tx,
  { organizationId, id, membershipId }: ConferenceId & { readonly membershipId: string },
  { state, joinUrl, fault }: Pick<ConferenceState, 'state' | 'joinUrl' | 'fault'>,
  now: Date,
): Promise<{ readonly scheduledEventId: string; readonly kind: ConferenceKind } | undefined> =>
  tx
    .updateTable('conferences')
    .set({ state, join_url: joinUrl, data: null, made_for: membershipId, fault, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('membership_id', '=', membershipId)
    .where('by_calendar', '=', true)
    .where('wanted', '=', 'present')
    .returning(['scheduled_event_id as scheduledEventId', 'kind'])
    .executeTakeFirst()

const keptMilliseconds = 30 * day

/** A portion of those whose meetings are long over. */
export const deleteOldConferences = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(tx, 'conferences', 'id', sql`ends_at < ${new Date(now.getTime() - keptMilliseconds)}`)

/** A conference that its meeting lacks, and the host whose account or calendar makes it. */
export interface MissingConference extends ConferenceId {
  readonly scheduledEventId: string
  readonly membershipId: string
  readonly userId: string
  readonly kind: ConferenceKind
  readonly state: ConferenceState['state']
  readonly fault: ConferenceFault | null
  /** Since when the host has mail about it. */
  readonly toldAt: Date | null
  readonly meetingName: string
  readonly eventTypeId: string
  readonly startsAt: Date
  /** How the host reads times. */
  readonly zone: string
  readonly notation: Notation
}

const missing = (reader: Reader, now: Date) =>
  reader
    .selectFrom('conferences')
    .innerJoin('scheduled_events as meeting', (join) =>
      join
        .onRef('meeting.organization_id', '=', 'conferences.organization_id')
        .onRef('meeting.id', '=', 'conferences.scheduled_event_id'),
    )
    .innerJoin('organization_memberships as host', (join) =>
      join
        .onRef('host.organization_id', '=', 'conferences.organization_id')
        .onRef('host.id', '=', 'conferences.membership_id'),
    )
    .innerJoin('users', 'users.id', 'host.user_id')
    .select([
      'conferences.organization_id as organizationId',
      'conferences.id',
      'conferences.scheduled_event_id as scheduledEventId',
      'conferences.membership_id as membershipId',
      'host.user_id as userId',
      'conferences.kind',
      'conferences.state',
      sql<ConferenceFault | null>`conferences.fault`.as('fault'),
      'conferences.host_told_at as toldAt',
      'meeting.name as meetingName',
      'meeting.event_type_id as eventTypeId',
      'meeting.starts_at as startsAt',
      'users.timezone as zone',
      'users.time_notation as notation',
    ])
    .where('conferences.wanted', '=', 'present')
    .where('conferences.state', 'in', ['waiting', 'retrying', 'failed'])
    .where('conferences.ends_at', '>', now)
    .where('meeting.status', '=', 'active')
    .where('host.ended_at', 'is', null)

const toldAtOnce = 50

/** Those that were needed before `since`, and of which no host knows. They stay locked. */
export const lockUntold = (tx: Tx, since: Date, now: Date): Promise<readonly MissingConference[]> =>
  missing(tx, now)
    .where('conferences.host_told_at', 'is', null)
    .where('conferences.wanted_at', '<=', since)
    .orderBy('conferences.wanted_at')
    .limit(toldAtOnce)
    .forUpdate('conferences')
    .skipLocked()
    .execute()

export const markHostsTold = async (tx: Tx, ids: readonly string[], now: Date): Promise<void> => {
  await tx
    .updateTable('conferences')
    .set({ host_told_at: now })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/** One of which its host was told. Whoever asks has to show that they are the host. */
export const findToldConference = (reader: Reader, id: string, now: Date): Promise<MissingConference | undefined> =>
  missing(reader, now)
    .where('conferences.id', '=', id)
    .where('conferences.host_told_at', 'is not', null)
    .executeTakeFirst()

/** The conference of this meeting is asked for anew: its host hears of it again if it can't be made. */
export const needAnew = async (tx: Tx, { organizationId, id }: MeetingId, now: Date): Promise<void> => {
  await tx
    .updateTable('conferences')
    .set({ host_told_at: null, wanted_at: now })
    .where('organization_id', '=', organizationId)
    .where('scheduled_event_id', '=', id)
    .execute()
}

/** How far the conference of a meeting is, where another service makes it. */
export const findConferenceOf = (
  reader: Reader,
  organizationId: string,
  scheduledEventId: string,
): Promise<{ readonly state: ConferenceState['state']; readonly fault: ConferenceFault | null } | undefined> =>
  reader
    .selectFrom('conferences')
    .select(['state', sql<ConferenceFault | null>`fault`.as('fault')])
    .where('organization_id', '=', organizationId)
    .where('scheduled_event_id', '=', scheduledEventId)
    .where('wanted', '=', 'present')
    .executeTakeFirst()

/** Of the meetings to come, in all organizations. */
export const overviewOfConferences = async (
  reader: Reader,
  now: Date,
): Promise<{ readonly made: number; readonly waiting: number; readonly failed: number }> => {
  const count = (condition: RawBuilder<unknown>) => sql<number>`cast(count(*) filter (where ${condition}) as integer)`
  return reader
    .selectFrom('conferences')
    .select([
      count(sql`state = 'made'`).as('made'),
      count(sql`state in ('waiting', 'retrying')`).as('waiting'),
      count(sql`state = 'failed'`).as('failed'),
    ])
    .where('ends_at', '>', now)
    .where('wanted', '=', 'present')
    .executeTakeFirstOrThrow()
}
