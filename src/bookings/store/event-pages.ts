import { type RawBuilder, sql } from 'kysely'
import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import { containing } from '#platform/db/containing.ts'
import { type Reader, withinTenant } from '#platform/db/database.ts'
import { pagesOf } from '#platform/db/keyset.ts'
import type { ScheduledEvent } from '../scheduled-event.ts'
import { leadLimits } from './insights.ts'
import { eventFrom, events, isHostedBy } from './scheduled-events.ts'

export type EventFilter = {
  /** Meetings that this member hosts. */
  readonly membershipId?: string | undefined
  /** Meetings that a member of this group hosts. */
  readonly groupId?: string | undefined
  /** Meetings with this invitee, active or canceled. */
  readonly person?: Buffer | undefined
  readonly status?: 'active' | 'canceled' | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** In the name of the meeting, in names, addresses and answers of invitees, or in names of hosts. */
  readonly search?: string | undefined
  /** Meetings that begin in one of these times: a multirange. */
  readonly during?: string | undefined
  /** Meetings with an invitee who booked in this time, and not by moving another booking. */
  readonly bookedFrom?: Date | undefined
  readonly bookedTo?: Date | undefined
  /** Meetings with an invitee who booked so long ahead: the group of lead times. */
  readonly lead?: number | undefined
  /** Meetings with an invitee who did not come, or with one of whom that is not said. */
  readonly isMissed?: boolean | undefined
  readonly eventTypeId?: string | undefined
  /** Meetings that this user hosts or hosted, a member still or no longer. */
  readonly hostUserId?: string | undefined
  /** Meetings with an invitee who was moved to another time, or without any. */
  readonly isMoved?: boolean | undefined
}

type InTenant = EventFilter & { readonly organizationId: string }

const eventPages = pagesOf(
  (reader, { organizationId, membershipId, groupId, from, to, ...others }: InTenant) => {
    let query = events(reader, organizationId)
    if (from !== undefined) query = query.where('scheduled_events.starts_at', '>=', from)
    if (to !== undefined) query = query.where('scheduled_events.starts_at', '<=', to)
    if (membershipId !== undefined) query = query.where(isHostedBy(membershipId))
    if (groupId !== undefined) query = query.where(hostedByGroup(groupId))
    for (const condition of conditionsOf(others)) query = query.where(condition)
    return query
  },
  {
    created_at: { sql: sql`scheduled_events.created_at`, of: (row) => row.created_at, type: 'instant' },
    start_time: { sql: sql`scheduled_events.starts_at`, of: (row) => row.starts_at, type: 'instant' },
    id: { sql: sql`scheduled_events.id`, of: (row) => row.id, type: 'uuid' },
  },
)

/** The same for one host: read in the order of their own meetings, so that no others are scanned. */
const hostPages = pagesOf(
  (reader, { organizationId, membershipId, from, to, ...others }: InTenant & { readonly membershipId: string }) => {
    let query = events(reader, organizationId)
      .innerJoin('scheduled_event_hosts as own', withinTenant('own.scheduled_event_id', 'scheduled_events.id'))
      .where('own.organization_id', '=', organizationId)
      .where('own.membership_id', '=', membershipId)
    if (from !== undefined) query = query.where('own.starts_at', '>=', from)
    if (to !== undefined) query = query.where('own.starts_at', '<=', to)
    for (const condition of conditionsOf(others)) query = query.where(condition)
    return query
  },
  {
    created_at: { sql: sql`own.created_at`, of: (row) => row.created_at, type: 'instant' },
    start_time: { sql: sql`own.starts_at`, of: (row) => row.starts_at, type: 'instant' },
    id: { sql: sql`own.scheduled_event_id`, of: (row) => row.id, type: 'uuid' },
  },
)

const hostedByGroup = (groupId: string) => sql<boolean>`exists (
  select from scheduled_event_hosts as holding
  join group_relationships as belonging
    on belonging.organization_id = holding.organization_id and belonging.membership_id = holding.membership_id and belonging.role = 'member'
  where holding.organization_id = scheduled_events.organization_id and holding.scheduled_event_id = scheduled_events.id
    and belonging.group_id = ${groupId}
)`

/** Whatever narrows a list without an order of its own. */
function conditionsOf(filter: EventFilter): readonly RawBuilder<boolean>[] {
  const { status, person, search, during, bookedFrom, bookedTo, lead, isMissed, eventTypeId, hostUserId, isMoved } = filter
  return [
    ...(status === undefined ? [] : [sql<boolean>`scheduled_events.status = ${status}`]),
    ...(person === undefined ? [] : [hasBooking(sql`booking.person = ${person}`)]),
    ...(search === undefined ? [] : [mentions(search)]),
    ...(during === undefined ? [] : [sql<boolean>`scheduled_events.starts_at <@ ${during}::tstzmultirange`]),
    ...(bookedFrom === undefined && bookedTo === undefined ? [] : [bookedWithin(bookedFrom, bookedTo)]),
    ...(lead === undefined ? [] : [bookedAhead(lead)]),
    ...(isMissed === undefined ? [] : [hasBooking(sql`(booking.no_show_at is not null) = ${isMissed}`)]),
    ...(eventTypeId === undefined ? [] : [sql<boolean>`scheduled_events.event_type_id = ${eventTypeId}`]),
    ...(hostUserId === undefined ? [] : [isHostedByUser(hostUserId)]),
    ...(isMoved === undefined ? [] : [sql<boolean>`${hasBooking(sql`booking.new_invitee_id is not null`)} = ${isMoved}`]),
  ]
}

/** With an invitee of whom this is true. */
function hasBooking(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from invitees as booking
    where booking.organization_id = scheduled_events.organization_id and booking.scheduled_event_id = scheduled_events.id and ${condition}
  )`
}

const mentions = (pattern: string) => sql<boolean>`(
  scheduled_events.name ilike ${pattern}
  or exists (
    select from invitees as booking
    where booking.organization_id = scheduled_events.organization_id and booking.scheduled_event_id = scheduled_events.id
      and (booking.name ilike ${pattern} or booking.email ilike ${pattern} or ${answered(pattern)})
  )
  or exists (
    select from scheduled_event_hosts as holding
    join organization_memberships as membership on membership.organization_id = holding.organization_id and membership.id = holding.membership_id
    join users on users.id = membership.user_id
    where holding.organization_id = scheduled_events.organization_id and holding.scheduled_event_id = scheduled_events.id 
      and coalesce(membership.former_name, users.name) ilike ${pattern}
  )
)`

const isHostedByUser = (userId: string) => sql<boolean>`exists (
  select from scheduled_event_hosts as holding
  join organization_memberships as membership on membership.organization_id = holding.organization_id and membership.id = holding.membership_id
  where holding.organization_id = scheduled_events.organization_id and holding.scheduled_event_id = scheduled_events.id and membership.user_id = ${userId}
)`

const bookedWithin = (from: Date | undefined, to: Date | undefined) =>
  hasBooking(
    sql.join(
      [
        sql`booking.old_invitee_id is null`,
        ...(from === undefined ? [] : [sql`booking.created_at >= ${from}`]),
        ...(to === undefined ? [] : [sql`booking.created_at <= ${to}`]),
      ],
      sql` and `,
    ),
  )

const bookedAhead = (lead: number) =>
  hasBooking(sql`booking.status = 'active' and booking.new_invitee_id is null
    and width_bucket(extract(epoch from scheduled_events.starts_at - booking.created_at) / 3600, ${sql.lit(`{${leadLimits.join(',')}}`)}::numeric[]) = ${lead}`)

/** In what somebody answered, and not in what was asked. */
const answered = (pattern: string) => sql<boolean>`exists (select from json_array_elements(booking.answers) as one where one ->> 'answer' ilike ${pattern})`

/** As the filter `during` takes it. */
export const multirangeOf = (times: readonly { readonly start: Date; readonly end: Date }[]): string =>
  `{${times.map(({ start, end }) => `[${start.toISOString()},${end.toISOString()})`).join(',')}}`

export const listScheduledEvents = async (reader: Reader, organizationId: string, filter: EventFilter, page: PageRequest): Promise<Page<ScheduledEvent>> => {
  const { membershipId, groupId, search } = filter
  const asked = { organizationId, ...filter, search: search === undefined ? undefined : containing(search) }
  const found =
    membershipId !== undefined && groupId === undefined ? await hostPages(reader, { ...asked, membershipId }, page) : await eventPages(reader, asked, page)
  return mapPage(found, eventFrom)
}
