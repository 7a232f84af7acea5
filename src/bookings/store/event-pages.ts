import { sql } from 'kysely'
import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import { type Reader, withinTenant } from '#platform/db/database.ts'
import { pagesOf } from '#platform/db/keyset.ts'
import type { ScheduledEvent } from '../scheduled-event.ts'
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
}

type InTenant = EventFilter & { readonly organizationId: string }

const eventPages = pagesOf(
  (reader, { organizationId, membershipId, groupId, person, status, from, to, search }: InTenant) => {
    let query = events(reader, organizationId)
    if (status !== undefined) query = query.where('scheduled_events.status', '=', status)
    if (from !== undefined) query = query.where('scheduled_events.starts_at', '>=', from)
    if (to !== undefined) query = query.where('scheduled_events.starts_at', '<=', to)
    if (membershipId !== undefined) query = query.where(isHostedBy(membershipId))
    if (groupId !== undefined) query = query.where(hostedByGroup(groupId))
    if (person !== undefined) query = query.where(bookedBy(person))
    if (search !== undefined) query = query.where(mentions(search))
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
  (reader, { organizationId, membershipId, person, status, from, to, search }: InTenant & { readonly membershipId: string }) => {
    let query = events(reader, organizationId)
      .innerJoin('scheduled_event_hosts as own', withinTenant('own.scheduled_event_id', 'scheduled_events.id'))
      .where('own.organization_id', '=', organizationId)
      .where('own.membership_id', '=', membershipId)
    if (status !== undefined) query = query.where('scheduled_events.status', '=', status)
    if (from !== undefined) query = query.where('own.starts_at', '>=', from)
    if (to !== undefined) query = query.where('own.starts_at', '<=', to)
    if (person !== undefined) query = query.where(bookedBy(person))
    if (search !== undefined) query = query.where(mentions(search))
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

const bookedBy = (person: Buffer) => sql<boolean>`exists (
  select from invitees as booking
  where booking.organization_id = scheduled_events.organization_id and booking.scheduled_event_id = scheduled_events.id and booking.person = ${person}
)`

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
    where holding.organization_id = scheduled_events.organization_id and holding.scheduled_event_id = scheduled_events.id and users.name ilike ${pattern}
  )
)`

/** In what somebody answered, and not in what was asked. */
const answered = (pattern: string) => sql<boolean>`exists (select from json_array_elements(booking.answers) as one where one ->> 'answer' ilike ${pattern})`

/** Anywhere in a text, as it is: without wildcards. */
const patternOf = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`

export const listScheduledEvents = async (reader: Reader, organizationId: string, filter: EventFilter, page: PageRequest): Promise<Page<ScheduledEvent>> => {
  const { membershipId, groupId, search } = filter
  const asked = { organizationId, ...filter, search: search === undefined ? undefined : patternOf(search) }
  const found =
    membershipId !== undefined && groupId === undefined ? await hostPages(reader, { ...asked, membershipId }, page) : await eventPages(reader, asked, page)
  return mapPage(found, eventFrom)
}
