import { sql } from 'kysely'
import { maxMoves } from '#bookings/index.ts'
import type { RuleToSchedule } from '#messages/index.ts'
import { hasEffect, type Reader, type Tx, withinTenant } from '#platform/db/database.ts'
import type { Notation } from '../../../languages/language.ts'
import type { MeetingChangeKind } from '../mail-data.ts'
import { type MoveHistory, uidOf } from '../meeting-change.ts'

/** The settings of an event type that mails need. */
export interface TypeMailSettings {
  readonly id: string
  readonly locale: string | null
  readonly reminders: readonly number[]
  /** The path of its page; null while it takes no bookings from everyone. */
  readonly bookingPath: string | null
  /** The rules that are turned on and act on its meetings. */
  readonly rules: readonly RuleToSchedule[]
}

export const findTypeMailSettings = async (
  reader: Reader,
  ids: readonly string[],
): Promise<readonly TypeMailSettings[]> => {
  const rows = await reader
    .selectFrom('event_types')
    .innerJoin('organization_memberships as owning', withinTenant('owning.id', 'event_types.owner_id'))
    .innerJoin('users as owner', 'owner.id', 'owning.user_id')
    .select(['event_types.id', 'event_types.locale', 'event_types.reminders'])
    .select(
      sql<string | null>`case when event_types.active and event_types.link_id is null and event_types.deleted_at is null
        then '/' || owner.slug || '/' || event_types.slug end`.as('bookingPath'),
    )
    .select(activeRules.as('rules'))
    .where('event_types.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map(({ rules, ...row }) => ({ ...row, rules: rules === null ? [] : rulesFrom(rules) }))
}

/** In the same statement as the settings: a booking without rules costs no other. A template stands for its copies. */
const activeRules = sql<string | null>`(
  select json_agg(json_build_object('id', rule.id, 'trigger', rule.trigger, 'offsetMinutes', rule.offset_minutes,
    'activeSince', round(extract(epoch from rule.active_since) * 1000)))
  from message_rules as rule
  where rule.organization_id = event_types.organization_id and rule.active_since is not null
    and (rule.event_type_ids is null or event_types.id::text = any(rule.event_type_ids) or event_types.template_id::text = any(rule.event_type_ids))
)`

const rulesFrom = (json: string): RuleToSchedule[] =>
  (JSON.parse(json) as (Omit<RuleToSchedule, 'activeSince'> & { activeSince: number })[]).map((rule) => ({
    ...rule,
    activeSince: new Date(rule.activeSince),
  }))

/** How a user reads times, and which mails they do not want. */
export interface UserPreferences {
  readonly id: string
  readonly organizationId: string | null
  readonly membershipId: string | null
  readonly zone: string
  readonly notation: Notation
  readonly locale: string
  readonly unwanted: readonly MeetingChangeKind[]
}

export const findUserPreferences = async (
  reader: Reader,
  userIds: readonly string[],
): Promise<readonly UserPreferences[]> => {
  const rows = await reader
    .selectFrom('users')
    .leftJoin('organization_memberships as current', (join) =>
      join.onRef('current.user_id', '=', 'users.id').on('current.ended_at', 'is', null),
    )
    .select([
      'users.id',
      'current.organization_id as organizationId',
      'current.id as membershipId',
      'users.timezone as zone',
      'users.time_notation as notation',
    ])
    .select(['users.locale', 'users.unwanted_mails as unwanted'])
    .where('users.id', '=', sql<string>`any(${[...userIds]}::uuid[])`)
    .execute()
  return rows.map((row) => ({ ...row, unwanted: row.unwanted as MeetingChangeKind[] }))
}

/** False when nothing changed. */
export const updateUnwantedMails = (tx: Tx, userId: string, unwanted: readonly MeetingChangeKind[]): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('users')
      .set({ unwanted_mails: [...unwanted] })
      .where('id', '=', userId)
      .where(sql<boolean>`unwanted_mails <> ${[...unwanted]}::text[]`),
  )

/** Whom a mail about an account goes to. */
type AccountReader = Pick<UserPreferences, 'zone' | 'notation' | 'locale'> & {
  readonly membershipId: string
  readonly name: string
  readonly email: string
}

const activeMembers = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('organization_memberships as members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select([
      'members.id as membershipId',
      'users.name',
      'users.email',
      'users.locale',
      'users.timezone as zone',
      'users.time_notation as notation',
    ])
    .where('members.organization_id', '=', organizationId)
    .where('members.ended_at', 'is', null)

/** Undefined once they have left. */
export const findMember = (
  reader: Reader,
  organizationId: string,
  userId: string,
): Promise<AccountReader | undefined> =>
  activeMembers(reader, organizationId).where('members.user_id', '=', userId).executeTakeFirst()

/** Who looks after what belongs to the organization. */
export const findAdmins = (reader: Reader, organizationId: string): Promise<readonly AccountReader[]> =>
  activeMembers(reader, organizationId).where('members.role', 'in', ['owner', 'admin']).execute()

interface Beginning {
  readonly inviteeId: string
  readonly firstInviteeId: string
  readonly moves: number
  readonly name: string | null
  readonly email: string | null
  readonly givenUid: string | null
  readonly givenSequence: number | null
  readonly locationChanges: number
}

/**
 * Follows each booking back to its beginning: its entry in calendars, how often it was moved since, and its hosts then.
 * The newest meeting that came by an import decides under which UID, and from which sequence it goes on.
 */
export const findMoveHistories = async (
  reader: Reader,
  inviteeIds: readonly string[],
): Promise<ReadonlyMap<string, MoveHistory>> => {
  if (inviteeIds.length === 0) return new Map()
  const beginnings = sql<Beginning>`(
    with recursive chain as (
      select id as invitee_id, id, organization_id, old_invitee_id, scheduled_event_id, imported, 0 as moves, array[id] as seen,
        (select location_changes from scheduled_events where organization_id = invitees.organization_id and id = invitees.scheduled_event_id) as location_changes
      from invitees where id = any(${[...inviteeIds]}::uuid[])
      union all
      select chain.invitee_id, earlier.id, earlier.organization_id, earlier.old_invitee_id, earlier.scheduled_event_id, earlier.imported, chain.moves + 1,
        chain.seen || earlier.id, chain.location_changes +
        (select location_changes from scheduled_events where organization_id = earlier.organization_id and id = earlier.scheduled_event_id)
      from chain join invitees as earlier on earlier.organization_id = chain.organization_id and earlier.id = chain.old_invitee_id
      where earlier.id <> all(chain.seen) and chain.moves < ${maxMoves}
    ),
    given as materialized (
      select distinct on (one.invitee_id) one.invitee_id, event.calendar_uid as uid, event.calendar_sequence + one.moves as sequence
      from chain as one cross join lateral (
        select calendar_uid, calendar_sequence from scheduled_events
        where organization_id = one.organization_id and id = one.scheduled_event_id and calendar_uid is not null offset 0
      ) as event
      where one.imported order by one.invitee_id, one.moves
    )
    select chain.invitee_id as "inviteeId", chain.id as "firstInviteeId", chain.moves, host.name, host.email, given.uid as "givenUid", given.sequence as "givenSequence",
      chain.location_changes as "locationChanges"
    from chain
    left join lateral (
      select coalesce(membership.former_name, users.name) as name, coalesce(membership.former_email, users.email) as email from scheduled_event_hosts as holding
      join organization_memberships as membership on membership.organization_id = holding.organization_id and membership.id = holding.membership_id
      join users on users.id = membership.user_id
      where holding.organization_id = chain.organization_id and holding.scheduled_event_id = chain.scheduled_event_id
      order by holding.position limit 1
    ) as host on true
    left join given on given.invitee_id = chain.invitee_id
    where chain.old_invitee_id is null or chain.old_invitee_id = any(chain.seen) or chain.moves = ${maxMoves})`
  const rows = await reader.selectFrom(beginnings.as('beginning')).selectAll().execute()
  return new Map(
    rows.map(({ inviteeId, firstInviteeId, moves, name, email, givenUid, givenSequence, locationChanges }) => [
      inviteeId,
      {
        uid: givenUid ?? uidOf('invitee', firstInviteeId),
        sequence: (givenSequence ?? moves) + locationChanges,
        organizer: name === null || email === null ? null : { name, email },
      },
    ]),
  )
}

/**
 * Under which UIDs meetings from elsewhere are in calendars, and how often they were changed. Those that were booked here
 * and have not got another link since are left out.
 */
export const findGivenEntries = async (
  reader: Reader,
  scheduledEventIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly uid: string; readonly sequence: number }>> => {
  const rows = await reader
    .selectFrom('scheduled_events')
    .select(['id', 'calendar_uid as uid', sql<number>`calendar_sequence + location_changes`.as('sequence')])
    .where('id', '=', sql<string>`any(${[...scheduledEventIds]}::uuid[])`)
    .where(({ or, eb }) => or([eb('calendar_uid', 'is not', null), eb('location_changes', '>', 0)]))
    .execute()
  return new Map(rows.map(({ id, uid, sequence }) => [id, { uid: uid ?? uidOf('event', id), sequence }]))
}

interface MeetingOfEntry {
  readonly id: string
  /** Several share it: then it has one entry for all of them. */
  readonly isGroup: boolean
  readonly inviteeId: string | undefined
}

/**
 * Under which UIDs meetings are in the calendars of their hosts, how often they were changed, and who organized those
 * of one invitee.
 */
export const findEntryUids = async (
  reader: Reader,
  meetings: readonly MeetingOfEntry[],
): Promise<ReadonlyMap<string, MoveHistory>> => {
  const groups = meetings.filter(({ isGroup }) => isGroup).map(({ id }) => id)
  const single = meetings.flatMap(({ isGroup, inviteeId }) => (isGroup || inviteeId === undefined ? [] : [inviteeId]))
  const given = groups.length === 0 ? new Map() : await findGivenEntries(reader, groups)
  const histories = await findMoveHistories(reader, single)
  return new Map(
    meetings.map(({ id, inviteeId, isGroup }) => {
      const known = isGroup ? given.get(id) : inviteeId && histories.get(inviteeId)
      return [id, { uid: uidOf('event', id), sequence: 0, organizer: null, ...known }] as const
    }),
  )
}
