import { sql } from 'kysely'
import type { Page, PageRequest } from '#contract/page.ts'
import { containing } from '#platform/db/containing.ts'
import type { Reader } from '#platform/db/database.ts'
import { pagesOf, sliceFrom } from '#platform/db/keyset.ts'
import {
  type EventKeyRow,
  hostEvents,
  hostKeys,
  type InTenant,
  isOfHost,
  type OfHost,
  organizationEvents,
  organizationKeys,
} from './event-filter.ts'
import { inviteesOfEvents } from './invitees.ts'
import { type EventRow, events } from './scheduled-events.ts'

/**
 * Meetings searched by one statement. Each statement reads a table once, whatever the planner knows; between two of
 * them other callers of the embedded database get their turn.
 */
const portion = 1_000
/** Meetings searched for one page. If it is not full by then, the next page goes on from there. */
const maxSearched = 100_000

/** Finds a text in the name of a meeting, in names, addresses and answers of invitees, or in names of hosts. */
export const searchEvents = async (
  reader: Reader,
  filter: InTenant,
  text: string,
  page: PageRequest,
): Promise<Page<EventRow>> => {
  const { organizationId } = filter
  const pattern = containing(text)
  const hosts = await findHostsNamed(reader, organizationId, pattern)
  const isBackward = page.from?.backward ?? false
  const found: EventKeyRow[] = []
  let rest = page.from
  for (let searched = 0; searched < maxSearched && found.length <= page.size; searched += portion) {
    const candidates = await candidatesFrom(reader, { ...filter, pattern }, { ...page, size: portion, from: rest })
    const hits = await findMatches(reader, organizationId, candidates.items, { pattern, hosts })
    found.push(...(isBackward ? hits.toReversed() : hits))
    rest = isBackward ? candidates.previous : candidates.next
    if (rest === undefined) break
  }
  const slice = sliceFrom(found.slice(0, page.size + 1), page, isOfHost(filter) ? hostKeys : organizationKeys)
  const isCut = found.length <= page.size && rest !== undefined
  return {
    ...slice,
    ...(isCut ? { [isBackward ? 'previous' : 'next']: rest } : {}),
    items: await rowsOf(reader, organizationId, slice.items),
  }
}

type WithPattern = { readonly pattern: string }

const candidateColumns = ['scheduled_events.id', 'scheduled_events.starts_at', 'scheduled_events.created_at'] as const

const isNamed = (pattern: string) => sql<boolean>`scheduled_events.name ilike ${pattern}`.as('isNamed')

const organizationCandidates = pagesOf(
  (reader, { pattern, ...filter }: InTenant & WithPattern) =>
    organizationEvents(reader, filter).clearSelect().select(candidateColumns).select(isNamed(pattern)),
  organizationKeys,
)

const hostCandidates = pagesOf(
  (reader, { pattern, ...filter }: OfHost & WithPattern) =>
    hostEvents(reader, filter).clearSelect().select(candidateColumns).select(isNamed(pattern)),
  hostKeys,
)

const candidatesFrom = (reader: Reader, filter: InTenant & WithPattern, page: PageRequest) =>
  isOfHost(filter) ? hostCandidates(reader, filter, page) : organizationCandidates(reader, filter, page)

interface Candidate extends EventKeyRow {
  readonly isNamed: boolean
}

const findMatches = async (
  reader: Reader,
  organizationId: string,
  candidates: readonly Candidate[],
  { pattern, hosts }: { readonly pattern: string; readonly hosts: readonly string[] },
): Promise<readonly EventKeyRow[]> => {
  const unnamed = candidates.filter(({ isNamed: isHit }) => !isHit).map(({ id }) => id)
  const [booked, hosted] = await Promise.all([
    unnamed.length === 0 ? [] : findBookedBy(reader, organizationId, unnamed, pattern),
    unnamed.length === 0 || hosts.length === 0 ? [] : findHostedBy(reader, organizationId, unnamed, hosts),
  ])
  const hits = new Set([...booked, ...hosted])
  return candidates.filter(({ id, isNamed: isHit }) => isHit || hits.has(id))
}

/**
 * Of these meetings, those with an invitee whose name, address or answer has the text; not those where it stands in a
 * question.
 */
const findBookedBy = async (
  reader: Reader,
  organizationId: string,
  eventIds: readonly string[],
  pattern: string,
): Promise<readonly string[]> => {
  const rows = await reader
    .selectFrom(inviteesOfEvents(organizationId, eventIds).as('booking'))
    .select('booking.scheduled_event_id as id')
    .where(
      sql<boolean>`(booking.name ilike ${pattern} or booking.email ilike ${pattern}
        or exists (select from json_array_elements(booking.answers) as one where one ->> 'answer' ilike ${pattern}))`,
    )
    .execute()
  return rows.map(({ id }) => id)
}

const findHostedBy = async (
  reader: Reader,
  organizationId: string,
  eventIds: readonly string[],
  membershipIds: readonly string[],
): Promise<readonly string[]> => {
  const rows = await reader
    .selectFrom(
      sql<{ id: string; membership_id: string }>`(
        select event.id, own.membership_id from unnest(${eventIds}::uuid[]) as event (id) cross join lateral (
          select membership_id from scheduled_event_hosts where organization_id = ${organizationId} and scheduled_event_id = event.id offset 0
        ) as own
      )`.as('holding'),
    )
    .select('holding.id')
    .where('holding.membership_id', '=', sql<string>`any(${membershipIds}::uuid[])`)
    .execute()
  return rows.map(({ id }) => id)
}

const findHostsNamed = async (reader: Reader, organizationId: string, pattern: string): Promise<readonly string[]> => {
  const rows = await reader
    .selectFrom('organization_memberships as membership')
    .innerJoin('users', 'users.id', 'membership.user_id')
    .select('membership.id')
    .where('membership.organization_id', '=', organizationId)
    .where(sql`coalesce(membership.former_name, users.name)`, 'ilike', pattern)
    .execute()
  return rows.map(({ id }) => id)
}

const rowsOf = async (
  reader: Reader,
  organizationId: string,
  keys: readonly EventKeyRow[],
): Promise<readonly EventRow[]> => {
  if (keys.length === 0) return []
  const rows = await events(reader, organizationId)
    .where('scheduled_events.id', '=', sql<string>`any(${keys.map(({ id }) => id)}::uuid[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  // A meeting that was erased between two statements is left out.
  return keys.flatMap(({ id }) => byId.get(id) ?? [])
}
