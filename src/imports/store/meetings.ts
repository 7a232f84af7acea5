import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'
import { findLocalIds } from './records.ts'

/** Which of these times of group types others than these meetings have: `{type} {milliseconds}`. */
export const findTakenTimes = async (
  tx: Tx,
  organizationId: string,
  {
    eventTypeIds,
    times,
    exceptIds,
  }: {
    readonly eventTypeIds: readonly string[]
    readonly times: readonly Date[]
    readonly exceptIds: readonly string[]
  },
): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('scheduled_events')
    .select(['event_type_id', 'starts_at'])
    .where('organization_id', '=', organizationId)
    .where('event_type_id', '=', sql<string>`any(${[...eventTypeIds]}::uuid[])`)
    .where('starts_at', '=', sql<Date>`any(${times.map((time) => time.toISOString())}::timestamptz[])`)
    .where(({ and }) => and({ status: 'active', is_joinable: true }))
    .where(sql<boolean>`id <> all(${[...exceptIds]}::uuid[])`)
    .execute()
  return new Set(rows.map(({ event_type_id, starts_at }) => `${event_type_id} ${starts_at.getTime()}`))
}

/** Of these meetings only those hosts stay: `{meeting} {membership}`. */
export const keepHolders = async (
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  kept: readonly string[],
): Promise<void> => {
  await sql`
    delete from scheduled_event_hosts where organization_id = ${organizationId} and scheduled_event_id = any(${[...ids]}::uuid[])
      and scheduled_event_id::text || ' ' || membership_id::text <> all(${[...kept]}::text[])`.execute(tx)
}

export const markColliding = async (tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await sql`update scheduled_events set collides = true where organization_id = ${organizationId} and id = any(${[...ids]}::uuid[])`.execute(
    tx,
  )
}

/** Of one meeting. */
const maxInvitees = 10_000

/** In which meeting each of these is, and who else is in these meetings. Who is not here is left out. */
export const findMeetingsOfInvitees = async (
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  meetingIds: readonly string[],
): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; scheduled_event_id: string }>`
    select found.id, found.scheduled_event_id from unnest(${[...ids]}::uuid[]) as given(id)
    cross join lateral (select id, scheduled_event_id from invitees where organization_id = ${organizationId} and id = given.id limit 1) as found
    union
    select found.id, found.scheduled_event_id from unnest(${[...meetingIds]}::uuid[]) as given(id)
    cross join lateral (
      select id, scheduled_event_id from invitees
      where organization_id = ${organizationId} and scheduled_event_id = given.id order by created_at, id limit ${maxInvitees}
    ) as found`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.scheduled_event_id]))
}

/**
 * Connects the two bookings of each move, once both are here. A move comes with both of its meetings, so that their
 * order does not matter. One that would close a circle is left out: pages and mails follow moves to their end. Every
 * row is found by its key alone: a join or a list of keys would be planned without statistics, and go through all rows.
 */
export const linkMoves = async (
  tx: Tx,
  organizationId: string,
  moves: readonly { readonly from: string; readonly to: string }[],
): Promise<void> => {
  if (moves.length === 0) return
  const localIds = await findLocalIds(tx, organizationId, 'invitees', [
    ...new Set(moves.flatMap(({ from, to }) => [from, to])),
  ])
  const links = await findChains(tx, organizationId, [...localIds.values()])
  const whole = moves
    .map(({ from, to }) => ({ from: links.get(localIds.get(from) ?? ''), to: links.get(localIds.get(to) ?? '') }))
    .flatMap(({ from, to }) => {
      if (
        !from ||
        !to ||
        from.status !== 'canceled' ||
        from.next !== null ||
        to.previous !== null ||
        leadsTo(links, to, from)
      )
        return []
      from.next = to.id
      to.previous = from.id
      return [{ from: from.id, to: to.id }]
    })
  const one = (id: string) =>
    tx.updateTable('invitees').where('organization_id', '=', organizationId).where('id', '=', id)
  for (const { from, to } of whole) {
    await one(from).set({ new_invitee_id: to }).execute()
    await one(to).set({ old_invitee_id: from }).execute()
  }
}

interface Link {
  readonly id: string
  readonly status: string
  previous: string | null
  next: string | null
}

const leadsTo = (links: ReadonlyMap<string, Link>, from: Link, to: Link): boolean => {
  const seen = new Set<Link>()
  for (let link: Link | undefined = from; link && !seen.has(link); link = links.get(link.next ?? '')) {
    if (link === to) return true
    seen.add(link)
  }
  return false
}

/** Longer chains are not followed: pages and mails follow no longer ones either. */
const maxRounds = 1_000

/** These, and all that they were moved to. */
const findChains = async (
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Link>> => {
  const links = new Map<string, Link>()
  for (let [wanted, rounds] = [ids, 0]; wanted.length > 0 && rounds < maxRounds; rounds += 1) {
    const { rows } = await sql<Link>`
      select found.id, found.status, found.old_invitee_id as previous, found.new_invitee_id as next
      from unnest(${[...new Set(wanted)]}::uuid[]) as given(id)
      cross join lateral (
        select id, status, old_invitee_id, new_invitee_id from invitees where organization_id = ${organizationId} and id = given.id limit 1
      ) as found`.execute(tx)
    for (const row of rows) links.set(row.id, row)
    wanted = rows.flatMap(({ next }) => (next === null || links.has(next) ? [] : [next]))
  }
  return links
}
