import { sql } from 'kysely'
import type { Reader } from '#platform/db/database.ts'
import type { MeetingCounts } from '../insights.ts'

export interface InsightsPeriod {
  readonly organizationId: string
  /** Meetings that this member hosts; of all members, if omitted. */
  readonly membershipId: string | undefined
  readonly from: Date
  readonly to: Date
}

/** The limits of the groups of lead times, in hours. */
export const leadLimits = [24, 48, 168, 336]

/** In one statement. Times are counted by quarters of an hour, because the zone in which they are shown is not known here. A meeting that was moved counts where it is now. */
export const countMeetings = async (reader: Reader, { organizationId, membershipId, from, to }: InsightsPeriod): Promise<MeetingCounts> => {
  const hosted =
    membershipId === undefined
      ? sql``
      : sql`and exists (
          select from scheduled_event_hosts as own
          where own.organization_id = event.organization_id and own.scheduled_event_id = event.id and own.membership_id = ${membershipId}
        )`
  const row = await reader
    .with('chosen', () =>
      sql`(
        select event.organization_id, event.id, event.event_type_id, event.status, event.starts_at
        from scheduled_events as event
        where event.organization_id = ${organizationId} and event.starts_at >= ${from} and event.starts_at < ${to} ${hosted}
          and not (event.status = 'canceled' and exists (
            select from invitees as moved
            where moved.organization_id = event.organization_id and moved.scheduled_event_id = event.id and moved.new_invitee_id is not null
          )))`.$castTo<{ id: string }>(),
    )
    .with('people', () =>
      sql`(
        select chosen.id, chosen.event_type_id, invitees.status, invitees.no_show_at is not null as missed,
          extract(epoch from chosen.starts_at - invitees.created_at) / 3600 as lead
        from chosen join invitees on invitees.organization_id = chosen.organization_id and invitees.scheduled_event_id = chosen.id
        where invitees.new_invitee_id is null)`.$castTo<{ id: string }>(),
    )
    .selectNoFrom([
      // Who books comes before the meeting: so those that were booked in this time begin after its start. Who moves a meeting does not book another.
      sql<string>`(
        select coalesce(json_agg(json_build_object('quarter', quarter, 'booked', booked)), '[]') from (
          select floor(extract(epoch from invitees.created_at) / 900)::bigint as quarter, count(*) as booked
          from scheduled_events as event
          join invitees on invitees.organization_id = event.organization_id and invitees.scheduled_event_id = event.id
          where event.organization_id = ${organizationId} and event.starts_at >= ${from} ${hosted}
            and invitees.created_at >= ${from} and invitees.created_at < ${to} and invitees.old_invitee_id is null
          group by 1
        ) as one
      )`.as('bookings'),
      sql<string>`(
        select coalesce(json_agg(json_build_object('quarter', quarter, 'held', held, 'canceled', canceled)), '[]') from (
          select floor(extract(epoch from starts_at) / 900)::bigint as quarter, ${counts} from chosen group by 1
        ) as one
      )`.as('quarters'),
      sql<string>`(
        select coalesce(json_agg(json_build_object('id', types.id, 'name', types.name, 'isShared', types.pooling_type is not distinct from 'round_robin',
          'held', held, 'canceled', canceled, 'noShows', (select count(*) from people where people.event_type_id = types.id and people.missed))
          order by held + canceled desc, types.name), '[]')
        from (select event_type_id, ${counts} from chosen group by 1) as one
        join event_types as types on types.organization_id = ${organizationId} and types.id = one.event_type_id
      )`.as('types'),
      sql<string>`(
        select coalesce(json_agg(json_build_object('userId', users.id, 'name', users.name, 'eventTypeId', one.event_type_id, 'held', held, 'canceled', canceled)
          order by users.name, users.id), '[]')
        from (
          select holding.membership_id, chosen.event_type_id, ${counts}
          from chosen join scheduled_event_hosts as holding on holding.organization_id = chosen.organization_id and holding.scheduled_event_id = chosen.id
          group by 1, 2
        ) as one
        join organization_memberships as membership on membership.organization_id = ${organizationId} and membership.id = one.membership_id
        join users on users.id = membership.user_id
      )`.as('hosts'),
      sql<string>`(
        select coalesce(json_agg(json_build_array(bucket, number)), '[]') from (
          select width_bucket(lead, ${leadLimits}::numeric[]) as bucket, count(*) as number from people where status = 'active' group by 1
        ) as one
      )`.as('leads'),
      sql<number>`(select count(*)::integer from people where status = 'active')`.as('invitees'),
      sql<number>`(select count(*)::integer from people where missed)`.as('noShows'),
      sql<number | null>`(select percentile_cont(0.5) within group (order by lead)::float8 from people where status = 'active')`.as('medianLead'),
    ])
    .executeTakeFirstOrThrow()
  const leads = new Map(JSON.parse(row.leads) as [number, number][])
  return {
    quarters: JSON.parse(row.quarters),
    bookings: JSON.parse(row.bookings),
    types: JSON.parse(row.types),
    hosts: JSON.parse(row.hosts),
    leads: Array.from({ length: leadLimits.length + 1 }, (_, bucket) => leads.get(bucket) ?? 0),
    invitees: row.invitees,
    noShows: row.noShows,
    medianLeadHours: row.medianLead,
  }
}

const counts = sql`count(*) filter (where status = 'active') as held, count(*) filter (where status = 'canceled') as canceled`
