import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'

/** Times of group types at which others than these meetings take place: `{type} {milliseconds}`. */
export const findTakenTimes = async (tx: Tx, organizationId: string, eventTypeIds: readonly string[], exceptIds: readonly string[]): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('scheduled_events')
    .select(['event_type_id', 'starts_at'])
    .where('organization_id', '=', organizationId)
    .where('event_type_id', '=', sql<string>`any(${[...eventTypeIds]}::uuid[])`)
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

/** Connects who moved, once both meetings are here. Each move is told by both, so that the order in which they come does not matter. */
export const linkMoves = async (tx: Tx, organizationId: string, moves: readonly { readonly from: string; readonly to: string }[]): Promise<void> => {
  if (moves.length === 0) return
  const { rows } = await sql<{ from: string; to: string }>`
    select distinct old.id as "from", new.id as "to"
    from unnest(${moves.map(({ from }) => from)}::text[], ${moves.map(({ to }) => to)}::text[]) as given(from_id, to_id)
    join import_records as before on before.organization_id = ${organizationId} and before.kind = 'invitees' and before.foreign_id = given.from_id
    join import_records as after on after.organization_id = ${organizationId} and after.kind = 'invitees' and after.foreign_id = given.to_id
    join invitees as old on old.organization_id = ${organizationId} and old.id = before.local_id and old.status = 'canceled'
    join invitees as new on new.organization_id = ${organizationId} and new.id = after.local_id
    where old.new_invitee_id is null and new.old_invitee_id is null and old.id <> new.id`.execute(tx)
  const froms = new Set<string>()
  const tos = new Set<string>()
  const whole = rows.filter(({ from, to }) => {
    const isFirst = !froms.has(from) && !tos.has(to)
    froms.add(from)
    tos.add(to)
    return isFirst
  })
  const given = sql`unnest(${whole.map(({ from }) => from)}::uuid[], ${whole.map(({ to }) => to)}::uuid[]) as moved(from_id, to_id)`
  // The ids are named twice: joined by them alone, a plan that was made while there were few goes through all of the organization's.
  const among = (ids: readonly string[]) => sql`organization_id = ${organizationId} and id = any(${[...ids]}::uuid[])`
  await sql`update invitees set new_invitee_id = moved.to_id from ${given} where ${among(whole.map(({ from }) => from))} and id = moved.from_id`.execute(tx)
  await sql`update invitees set old_invitee_id = moved.from_id from ${given} where ${among(whole.map(({ to }) => to))} and id = moved.to_id`.execute(tx)
}
