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

/**
 * Connects the two bookings of each move, once both are here. A move comes with both of its meetings, so that their order does not matter.
 * Every row is found by a list of keys: a join would be planned while the tables are small, and go through all rows when they no longer are.
 */
export const linkMoves = async (tx: Tx, organizationId: string, moves: readonly { readonly from: string; readonly to: string }[]): Promise<void> => {
  if (moves.length === 0) return
  const localIds = await findLocalIds(tx, organizationId, 'invitees', [...new Set(moves.flatMap(({ from, to }) => [from, to]))])
  const invitees = await findLinks(tx, organizationId, [...localIds.values()])
  const froms = new Set<string>()
  const tos = new Set<string>()
  const whole = moves
    .map(({ from, to }) => ({ from: invitees.get(localIds.get(from) ?? ''), to: invitees.get(localIds.get(to) ?? '') }))
    .flatMap(({ from, to }) => {
      if (!from || !to || from.id === to.id || from.status !== 'canceled' || from.new_invitee_id !== null || to.old_invitee_id !== null) return []
      if (froms.has(from.id) || tos.has(to.id)) return []
      froms.add(from.id)
      tos.add(to.id)
      return [{ from: from.id, to: to.id }]
    })
  if (whole.length === 0) return
  const given = sql`unnest(${whole.map(({ from }) => from)}::uuid[], ${whole.map(({ to }) => to)}::uuid[]) as moved(from_id, to_id)`
  const among = (ids: readonly string[]) => sql`organization_id = ${organizationId} and id = any(${[...ids]}::uuid[])`
  await sql`update invitees set new_invitee_id = moved.to_id from ${given} where ${among(whole.map(({ from }) => from))} and id = moved.from_id`.execute(tx)
  await sql`update invitees set old_invitee_id = moved.from_id from ${given} where ${among(whole.map(({ to }) => to))} and id = moved.to_id`.execute(tx)
}

const findLinks = async (tx: Tx, organizationId: string, ids: readonly string[]) => {
  const rows = await tx
    .selectFrom('invitees')
    .select(['id', 'status', 'old_invitee_id', 'new_invitee_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
