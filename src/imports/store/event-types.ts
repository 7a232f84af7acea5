import { sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/database.ts'

/** `{owner} {slug}` → the type that is there. */
export const findSlugsOfOwners = async (reader: Reader, organizationId: string): Promise<Map<string, string>> => {
  const rows = await reader
    .selectFrom('event_types')
    .select(['id', 'owner_id', 'slug'])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .where('type', '=', 'StandardEventType')
    .execute()
  return new Map(rows.map(({ id, owner_id, slug }) => [`${owner_id} ${slug}`, id]))
}

/** The membership of the organization's owner. */
export const findOwnerId = async (reader: Reader, organizationId: string): Promise<string> =>
  (
    await reader
      .selectFrom('organization_memberships')
      .select('id')
      .where(({ and }) => and({ organization_id: organizationId, role: 'owner', ended_at: null }))
      .executeTakeFirstOrThrow()
  ).id

/** These are the hosts of a type, and nobody else. */
export const keepHosts = async (tx: Tx, organizationId: string, eventTypeId: string, membershipIds: readonly string[]): Promise<void> => {
  await sql`
    delete from event_type_hosts where organization_id = ${organizationId} and event_type_id = ${eventTypeId} and membership_id <> all(${[...membershipIds]}::uuid[])`.execute(
    tx,
  )
}

/** How many invitees the group types take, as their meetings show it. */
export const setSeats = async (tx: Tx, organizationId: string, seats: ReadonlyMap<string, number>): Promise<void> => {
  await sql`
    update event_types set seats = given.seats
    from unnest(${[...seats.keys()]}::uuid[], ${[...seats.values()]}::integer[]) as given(id, seats)
    where event_types.organization_id = ${organizationId} and event_types.id = given.id and kind = 'group'`.execute(tx)
}

/** Group types cannot have two meetings at one time: which of these have one already, as `{type} {time}`. */
export const findKindsOfTypes = async (reader: Reader, organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, 'solo' | 'group'>> => {
  const rows = await reader
    .selectFrom('event_types')
    .select(['id', 'kind'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

/** Counted anew, so that the next meeting of a round robin goes to who has fewest. */
export const recountAssigned = async (tx: Tx, organizationId: string): Promise<void> => {
  await sql`
    update event_type_hosts as host set assigned = held.count
    from (
      select candidate.id, count(event.id)::integer as count
      from event_type_hosts as candidate
      join event_types as type on type.organization_id = candidate.organization_id and type.id = candidate.event_type_id and type.pooling_type = 'round_robin'
      left join scheduled_event_hosts as holding on holding.organization_id = candidate.organization_id and holding.membership_id = candidate.membership_id
      left join scheduled_events as event on event.organization_id = holding.organization_id and event.id = holding.scheduled_event_id
        and event.event_type_id = candidate.event_type_id and event.status = 'active'
      where candidate.organization_id = ${organizationId}
      group by candidate.id
    ) as held
    where host.organization_id = ${organizationId} and host.id = held.id and host.assigned <> held.count`.execute(tx)
}

export interface GuessedBuffers {
  readonly name: string
  readonly slug: string
  readonly owner: string
  readonly before: number
  readonly after: number
  readonly meetings: number
}

/** Types without buffers whose meetings mostly have the same ones. */
export const guessBuffers = async (reader: Reader, organizationId: string, importId: string): Promise<readonly GuessedBuffers[]> => {
  const recent = sql<GuessedBuffers & { readonly type_id: string; readonly all: number }>`(
    select type.id as type_id, type.name, type.slug, owner.email as owner, count(*)::integer as meetings, sum(count(*)) over (partition by type.id)::integer as all,
      (extract(epoch from event.starts_at - event.buffered_from) / 60)::integer as before, (extract(epoch from event.buffered_to - event.ends_at) / 60)::integer as after
    from event_types as type
    join import_records as record on record.organization_id = type.organization_id and record.kind = 'event_types' and record.local_id = type.id and record.import_id = ${importId}
    join organization_memberships as owning on owning.organization_id = type.organization_id and owning.id = type.owner_id
    join users as owner on owner.id = owning.user_id
    join scheduled_events as event on event.organization_id = type.organization_id and event.event_type_id = type.id
    where type.organization_id = ${organizationId} and type.deleted_at is null and type.buffer_before = 0 and type.buffer_after = 0
    group by type.id, owner.email, 7, 8
  )`
  return reader
    .selectFrom(recent.as('guess'))
    .select(['name', 'slug', 'owner', 'before', 'after', 'meetings'])
    .where(sql<boolean>`before + after > 0 and meetings * 2 > "all"`)
    .orderBy('name')
    .limit(100)
    .execute()
}
