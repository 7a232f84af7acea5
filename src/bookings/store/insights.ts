import { sql } from 'kysely'
import type { Reader } from '#platform/db/database.ts'
import type { MeetingCounts } from '../insights.ts'

export interface InsightsPeriod {
  readonly organizationId: string
  /** Meetings that this member hosts; of all members, if omitted. */
  readonly membershipId: string | undefined
  readonly from: Date
  readonly to: Date
  /** What begins later was not held yet. */
  readonly now: Date
}

/** The limits of the groups of lead times, in hours. */
export const leadLimits = [24, 48, 168, 336]

/**
 * In one statement, which reads each table once. The offsets keep it so: without statistics the planner would join
 * scans of the whole organization, and read every pair of rows. Times are counted by quarters of an hour, because the
 * zone in which they are shown is not known here.
 */
export const countMeetings = async (reader: Reader, period: InsightsPeriod): Promise<MeetingCounts> => {
  const { organizationId, from, now } = period
  const row = await reader
    .with('event', () => eventsSince(period))
    .with('person', () => invitees)
    .with('met', () => meetings(period))
    .selectFrom(totals(now).as('total'))
    .select(cancellationsSince(period).as('cancellations'))
    .select(['total.invitees', 'total.noShows', 'total.medianLead', 'total.leads'])
    .select([
      bookingsSince(from).as('bookings'),
      meetingsByQuarter.as('quarters'),
      meetingsByType(organizationId, now).as('types'),
      meetingsByHost(organizationId).as('hosts'),
    ])
    .executeTakeFirstOrThrow()
  return {
    quarters: JSON.parse(row.quarters),
    bookings: JSON.parse(row.bookings),
    types: JSON.parse(row.types),
    hosts: JSON.parse(row.hosts),
    leads: row.leads,
    cancellations: row.cancellations,
    invitees: row.invitees,
    noShows: row.noShows,
    medianLeadHours: row.medianLead,
  }
}

/**
 * People book before a meeting: so what was booked in this time begins after its start, and these are all that is
 * needed. They are looked up first: the planner does not know how the two times belong together, and would read
 * everyone who ever booked.
 */
const eventsSince = ({ organizationId, membershipId, from }: InsightsPeriod) => {
  const hosted =
    membershipId === undefined
      ? sql``
      : sql`and exists (
          select from scheduled_event_hosts as own
          where own.organization_id = event.organization_id and own.scheduled_event_id = event.id and own.membership_id = ${membershipId}
        )`
  return sql<{ id: string }>`materialized (
    select event.organization_id, event.id, event.event_type_id, event.status, event.starts_at, event.canceled_at
    from scheduled_events as event
    where event.organization_id = ${organizationId} and event.starts_at >= ${from} ${hosted})`
}

const lead = sql`date_part('epoch', event.starts_at - invitees.created_at) / 3600`

const invitees = sql<{ id: string }>`(
  select event.id as event_id, event.event_type_id, event.starts_at, invitees.created_at,
    ${lead} as lead, width_bucket(${lead}, ${leadLimits}::float8[]) as lead_group,
    invitees.status = 'active' as is_active, invitees.no_show_at is not null as is_missed,
    invitees.old_invitee_id is null as is_first, invitees.new_invitee_id is null as is_last
  from event cross join lateral (
    select * from invitees where invitees.organization_id = event.organization_id and invitees.scheduled_event_id = event.id offset 0
  ) as invitees)`

/** A meeting is held from its start on. One that was moved counts where it is now. */
const meetings = ({ to, now }: InsightsPeriod) => sql<{ id: string }>`(
  select * from event where case status
    when 'active' then starts_at <= ${now}
    else starts_at < ${to} and event.id not in (select person.event_id from person where not person.is_last)
  end)`

/** By when they were canceled: only a meeting that has not begun can be, so it is among those that begin later. */
const cancellationsSince = ({ from, to }: InsightsPeriod) => sql<number>`(
  select count(*)::integer from event
  where canceled_at >= ${from} and canceled_at < ${to} and event.id not in (select person.event_id from person where not person.is_last)
)`

const totals = (now: Date) => sql<{ invitees: number; noShows: number; medianLead: number | null; leads: number[] }>`(
  select count(*) filter (where is_active)::integer as invitees, count(*) filter (where is_missed)::integer as "noShows",
    percentile_cont(0.5) within group (order by lead) filter (where is_active) as "medianLead",
    array[${sql.join(leadGroups)}]::integer[] as leads
  from person where is_last and starts_at <= ${now}
)`

/** A meeting that is moved is not booked again. */
const bookingsSince = (from: Date) => sql<string>`(
  select coalesce(json_agg(json_build_object('quarter', ${numberOfQuarter}, 'booked', booked)), '[]') from (
    select ${quarterOf('created_at')} as quarter, count(*) as booked from person where is_first and created_at >= ${from} group by 1
  ) as one
)`

const meetingsByType = (organizationId: string, now: Date) => sql<string>`(
  select coalesce(json_agg(json_build_object('id', types.id, 'name', types.name, 'ownerName', coalesce(membership.former_name, users.name), 'isShared', types.pooling_type is not distinct from 'round_robin',
    'held', held, 'canceled', canceled, 'noShows', coalesce(missed.number, 0)) order by held + canceled desc, types.name), '[]')
  from (select event_type_id, ${counts} from met group by 1) as one
  join event_types as types on types.organization_id = ${organizationId} and types.id = one.event_type_id
  join organization_memberships as membership on membership.organization_id = ${organizationId} and membership.id = types.owner_id
  join users on users.id = membership.user_id
  left join (select event_type_id, count(*) as number from person where is_missed and is_last and starts_at <= ${now} group by 1) as missed on missed.event_type_id = types.id
)`

const meetingsByHost = (organizationId: string) => sql<string>`(
  select coalesce(json_agg(json_build_object('userId', users.id, 'name', coalesce(membership.former_name, users.name), 'eventTypeId', one.event_type_id, 'held', held, 'canceled', canceled)
    order by coalesce(membership.former_name, users.name), users.id), '[]')
  from (
    select holding.membership_id, met.event_type_id, ${counts}
    from met cross join lateral (
      select membership_id from scheduled_event_hosts as own where own.organization_id = met.organization_id and own.scheduled_event_id = met.id offset 0
    ) as holding
    group by 1, 2
  ) as one
  join organization_memberships as membership on membership.organization_id = ${organizationId} and membership.id = one.membership_id
  join users on users.id = membership.user_id
)`

const counts = sql`count(*) filter (where status = 'active') as held, count(*) filter (where status = 'canceled') as canceled`

const quarterOf = (column: 'created_at' | 'starts_at') => sql`date_bin('15 minutes', ${sql.ref(column)}, 'epoch')`

/** The number of a quarter of an hour since 1970. */
const numberOfQuarter = sql`(date_part('epoch', quarter) / 900)::bigint`

/** How many are in each group of lead times, the last of which has no end. */
const leadGroups = Array.from(
  { length: leadLimits.length + 1 },
  (_, group) => sql`count(*) filter (where is_active and lead_group = ${group})`,
)

const meetingsByQuarter = sql<string>`(
  select coalesce(json_agg(json_build_object('quarter', ${numberOfQuarter}, 'held', held, 'canceled', canceled)), '[]') from (
    select ${quarterOf('starts_at')} as quarter, ${counts} from met group by 1
  ) as one
)`
