import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'
import { findLocalIds } from './records.ts'

/** Which of these times of group types others than these meetings have: `{type} {milliseconds}`. */
export const findTakenTimes = async (
  tx: Tx,
  organizationId: string,
  { eventTypeIds, times, exceptIds }: { readonly eventTypeIds: readonly string[]; readonly times: readonly Date[]; readonly exceptIds: readonly string[] },
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
export const keepHolders = async (tx: Tx, organizationId: string, ids: readonly string[], kept: readonly string[]): Promise<void> => {
  await sql`
    delete from scheduled_event_hosts where organization_id = ${organizationId} and scheduled_event_id = any(${[...ids]}::uuid[])
      and scheduled_event_id::text || ' ' || membership_id::text <> all(${[...kept]}::text[])`.execute(tx)
}

export const markColliding = async (tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await sql`update scheduled_events set collides = true where organization_id = ${organizationId} and id = any(${[...ids]}::uuid[])`.execute(tx)
}

/** In which meeting each of these is, and who else is in these meetings. Who is not here is left out. */
export const findMeetingsOfInvitees = async (
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  meetingIds: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await tx
    .selectFrom('invitees')
    .select(['id', 'scheduled_event_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .union(
      tx
        .selectFrom('invitees')
        .select(['id', 'scheduled_event_id'])
        .where('organization_id', '=', organizationId)
        .where('scheduled_event_id', '=', sql<string>`any(${[...meetingIds]}::uuid[])`),
    )
    .execute()
  return new Map(rows.map((row) => [row.id, row.scheduled_event_id]))
}

/**
 * Connects the two bookings of each move, once both are here. A move comes with both of its meetings, so that their order does not matter. One that would
 * close a circle is left out: pages and mails follow moves to their end.
 * Every row is found by a list of keys: a join would be planned while the tables are small, and go through all rows when they no longer are.
 */
export const linkMoves = async (tx: Tx, organizationId: string, moves: readonly { readonly from: string; readonly to: string }[]): Promise<void> => {
  if (moves.length === 0) return
  const localIds = await findLocalIds(tx, organizationId, 'invitees', [...new Set(moves.flatMap(({ from, to }) => [from, to]))])
  const links = await findChains(tx, organizationId, [...localIds.values()])
  const whole = moves
    .map(({ from, to }) => ({ from: links.get(localIds.get(from) ?? ''), to: links.get(localIds.get(to) ?? '') }))
    .flatMap(({ from, to }) => {
      if (!from || !to || from.status !== 'canceled' || from.next !== null || to.previous !== null || leadsTo(links, to, from)) return []
      from.next = to.id
      to.previous = from.id
      return [{ from: from.id, to: to.id }]
    })
  if (whole.length === 0) return
  const given = sql`unnest(${whole.map(({ from }) => from)}::uuid[], ${whole.map(({ to }) => to)}::uuid[]) as moved(from_id, to_id)`
  const among = (ids: readonly string[]) => sql`organization_id = ${organizationId} and id = any(${[...ids]}::uuid[])`
  await sql`update invitees set new_invitee_id = moved.to_id from ${given} where ${among(whole.map(({ from }) => from))} and id = moved.from_id`.execute(tx)
  await sql`update invitees set old_invitee_id = moved.from_id from ${given} where ${among(whole.map(({ to }) => to))} and id = moved.to_id`.execute(tx)
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

/** These, and all that they were moved to. */
const findChains = async (tx: Tx, organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Link>> => {
  const { rows } = await sql<Link>`
    with recursive chain as (
      select id, status, old_invitee_id, new_invitee_id from invitees where organization_id = ${organizationId} and id = any(${[...ids]}::uuid[])
      union
      select later.id, later.status, later.old_invitee_id, later.new_invitee_id
      from chain join invitees as later on later.organization_id = ${organizationId} and later.id = chain.new_invitee_id
    )
    select id, status, old_invitee_id as previous, new_invitee_id as next from chain`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}
