import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#platform/db/database.ts'
import type { SortKeys } from '#platform/db/keyset.ts'
import { leadLimits } from './insights.ts'
import { type EventRow, events, guestsOfEvent, hostsOfEvent, isHostedBy } from './scheduled-events.ts'

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
  readonly canceledFrom?: Date | undefined
  readonly canceledTo?: Date | undefined
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

export type InTenant = Omit<EventFilter, 'search'> & { readonly organizationId: string }

export type OfHost = InTenant & { readonly membershipId: string }

/** Whether a list is that of one host, who has an order of their own. */
export const isOfHost = (filter: InTenant): filter is OfHost =>
  filter.membershipId !== undefined && filter.groupId === undefined

export type EventKeyRow = Pick<EventRow, 'id' | 'starts_at' | 'created_at'>

export const organizationEvents = (
  reader: Reader,
  { organizationId, membershipId, groupId, from, to, ...others }: InTenant,
) => {
  let query = events(reader, organizationId)
  if (from !== undefined) query = query.where('scheduled_events.starts_at', '>=', from)
  if (to !== undefined) query = query.where('scheduled_events.starts_at', '<=', to)
  if (membershipId !== undefined) query = query.where(isHostedBy(membershipId))
  if (groupId !== undefined) query = query.where(hostedByGroup(organizationId, groupId))
  for (const condition of conditionsOf(organizationId, others)) query = query.where(condition)
  return query
}

export const organizationKeys: SortKeys<EventKeyRow> = {
  created_at: { sql: sql`scheduled_events.created_at`, of: (row) => row.created_at, type: 'instant' },
  start_time: { sql: sql`scheduled_events.starts_at`, of: (row) => row.starts_at, type: 'instant' },
  id: { sql: sql`scheduled_events.id`, of: (row) => row.id, type: 'uuid' },
}

/**
 * The same for one host: read in the order of their own meetings, so that no others are scanned. With an offset the
 * planner looks each meeting up by its key; left to itself and without statistics, it would join two scans of the
 * organization.
 */
export const hostEvents = (reader: Reader, { organizationId, membershipId, from, to, ...others }: OfHost) => {
  let query = reader
    .selectFrom('scheduled_event_hosts as own')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('scheduled_events as event')
          .selectAll('event')
          .whereRef('event.organization_id', '=', 'own.organization_id')
          .whereRef('event.id', '=', 'own.scheduled_event_id')
          .offset(sql.lit(0))
          .as('scheduled_events'),
      (join) => join.onTrue(),
    )
    .selectAll('scheduled_events')
    .select([hostsOfEvent.as('hosts'), guestsOfEvent.as('guests')])
    .where('own.organization_id', '=', organizationId)
    .where('own.membership_id', '=', membershipId)
  if (from !== undefined) query = query.where('own.starts_at', '>=', from)
  if (to !== undefined) query = query.where('own.starts_at', '<=', to)
  for (const condition of conditionsOf(organizationId, others)) query = query.where(condition)
  return query
}

export const hostKeys: SortKeys<EventKeyRow> = {
  created_at: { sql: sql`own.created_at`, of: (row) => row.created_at, type: 'instant' },
  start_time: { sql: sql`own.starts_at`, of: (row) => row.starts_at, type: 'instant' },
  id: { sql: sql`own.scheduled_event_id`, of: (row) => row.id, type: 'uuid' },
}

/**
 * `is true` keeps the planner from the indexes of members, which would read all of a member's meetings for each one.
 */
const hostedByGroup = (organizationId: string, groupId: string) => sql<boolean>`exists (
  select from scheduled_event_hosts as holding
  where holding.organization_id = scheduled_events.organization_id and holding.scheduled_event_id = scheduled_events.id
    and (holding.membership_id = any(array(
      select belonging.membership_id from group_relationships as belonging
      where belonging.organization_id = ${organizationId} and belonging.group_id = ${groupId} and belonging.role = 'member'
    ))) is true
  offset 0
)`

/** Whatever narrows a list without an order of its own. */
function conditionsOf(organizationId: string, filter: Omit<EventFilter, 'search'>): readonly RawBuilder<boolean>[] {
  const {
    status,
    person,
    during,
    bookedFrom,
    bookedTo,
    canceledFrom,
    canceledTo,
    lead,
    isMissed,
    eventTypeId,
    hostUserId,
    isMoved,
  } = filter
  return [
    ...(status === undefined ? [] : [sql<boolean>`scheduled_events.status = ${status}`]),
    ...(person === undefined ? [] : [isWith(organizationId, person)]),
    ...(during === undefined ? [] : [sql<boolean>`scheduled_events.starts_at <@ ${during}::tstzmultirange`]),
    ...(bookedFrom === undefined && bookedTo === undefined ? [] : [bookedWithin(bookedFrom, bookedTo)]),
    ...(canceledFrom === undefined ? [] : [sql<boolean>`scheduled_events.canceled_at >= ${canceledFrom}`]),
    ...(canceledTo === undefined ? [] : [sql<boolean>`scheduled_events.canceled_at <= ${canceledTo}`]),
    ...(lead === undefined ? [] : [bookedAhead(lead)]),
    ...(isMissed === undefined ? [] : [hasBooking(sql`(booking.no_show_at is not null) = ${isMissed}`)]),
    ...(eventTypeId === undefined ? [] : [sql<boolean>`scheduled_events.event_type_id = ${eventTypeId}`]),
    ...(hostUserId === undefined ? [] : [isHostedByUser(organizationId, hostUserId)]),
    ...(isMoved === undefined
      ? []
      : [sql<boolean>`${hasBooking(sql`booking.new_invitee_id is not null`)} = ${isMoved}`]),
  ]
}

/** The meetings of a person are few, and found by an index of their own: first, and not once for each meeting. */
function isWith(organizationId: string, person: Buffer): RawBuilder<boolean> {
  return sql<boolean>`scheduled_events.id = any(array(
    select booking.scheduled_event_id from invitees as booking where booking.organization_id = ${organizationId} and booking.person = ${person}
  ))`
}

/** With an invitee of whom this is true. The offset keeps the planner from joining two scans of the organization. */
function hasBooking(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from invitees as booking
    where booking.organization_id = scheduled_events.organization_id and booking.scheduled_event_id = scheduled_events.id and ${condition}
    offset 0
  )`
}

const isHostedByUser = (organizationId: string, userId: string) => sql<boolean>`exists (
  select from scheduled_event_hosts as holding
  where holding.organization_id = scheduled_events.organization_id and holding.scheduled_event_id = scheduled_events.id
    and (holding.membership_id = any(array(
      select membership.id from organization_memberships as membership
      where membership.organization_id = ${organizationId} and membership.user_id = ${userId}
    ))) is true
  offset 0
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

/** As the filter `during` takes it. */
export const multirangeOf = (times: readonly { readonly start: Date; readonly end: Date }[]): string =>
  `{${times.map(({ start, end }) => `[${start.toISOString()},${end.toISOString()})`).join(',')}}`
