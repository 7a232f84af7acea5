import { sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/database.ts'
import { unknownSeats } from '../calendly/event-type-row.ts'

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

export interface TypeHost {
  readonly membership_id: string
  readonly schedule_id: string | null
  readonly timezone: string | null
  readonly rules: unknown
}

export const findHosts = async (
  reader: Reader,
  organizationId: string,
  eventTypeId: string,
): Promise<readonly TypeHost[]> => {
  const rows = await reader
    .selectFrom('event_type_hosts')
    .select(['membership_id', 'schedule_id', 'timezone', 'rules'])
    .where(({ and }) => and({ organization_id: organizationId, event_type_id: eventTypeId }))
    .execute()
  return rows.map(({ rules, ...row }) => ({ ...row, rules: rules === null ? null : (JSON.parse(rules) as unknown) }))
}

/** These are the hosts of a type, and nobody else. */
export const keepHosts = async (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
  membershipIds: readonly string[],
): Promise<void> => {
  await sql`
    delete from event_type_hosts where organization_id = ${organizationId} and event_type_id = ${eventTypeId} and membership_id <> all(${[...membershipIds]}::uuid[])`.execute(
    tx,
  )
}

/** How many invitees the group types take, as their meetings show it; where people have changed it here, it stays. */
export const setSeats = async (tx: Tx, organizationId: string, seats: ReadonlyMap<string, number>): Promise<void> => {
  await sql`
    with given as (select * from unnest(${[...seats.keys()]}::uuid[], ${[...seats.values()]}::integer[]) as given(id, seats)),
    changed as (
      update event_types set seats = given.seats from given, import_records as record
      where event_types.organization_id = ${organizationId} and event_types.id = given.id and event_types.kind = 'group'
        and record.organization_id = ${organizationId} and record.kind = 'event_types' and record.local_id = event_types.id
        and coalesce((record.base ->> 'seats_seen')::integer, ${unknownSeats}) = event_types.seats
      returning event_types.id, event_types.seats
    )
    update import_records as record set base = coalesce(record.base, '{}'::jsonb) || jsonb_build_object('seats_seen', changed.seats)
    from changed where record.organization_id = ${organizationId} and record.kind = 'event_types' and record.local_id = changed.id`.execute(
    tx,
  )
}

/** Group types cannot have two meetings at one time: which of these have one already, as `{type} {time}`. */
export const findKindsOfTypes = async (
  reader: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, 'solo' | 'group'>> => {
  const rows = await reader
    .selectFrom('event_types')
    .select(['id', 'kind'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

/** The memberships that own these types. */
export const findOwnersOfTypes = async (
  reader: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await reader
    .selectFrom('event_types')
    .select(['id', 'owner_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, owner_id }) => [id, owner_id]))
}

/**
 * Which of these codes lead to another link than the one with the id beside it, in any organization: a code leads to
 * one.
 */
export const findTakenLinks = async (
  reader: Reader,
  wanted: readonly { readonly id: string; readonly codeHash: Buffer }[],
): Promise<ReadonlySet<string>> => {
  const rows = await reader
    .selectFrom('booking_links')
    .select(['id', 'code_hash as codeHash'])
    .where('code_hash', 'in', [Buffer.alloc(0), ...wanted.map(({ codeHash }) => codeHash)])
    .execute()
  const holders = new Map(rows.map(({ id, codeHash }) => [codeHash.toString('hex'), id]))
  return new Set(
    wanted.filter(({ id, codeHash }) => (holders.get(codeHash.toString('hex')) ?? id) !== id).map(({ id }) => id),
  )
}

/** Counted anew, so that the next meeting of a round robin goes to who has fewest. */
export const recountAssigned = async (tx: Tx, organizationId: string): Promise<void> => {
  // All meetings are gone through once, whatever the planner thinks how many there are.
  await sql`
    with counted as materialized (
      select event.event_type_id, holding.membership_id, count(*)::integer as count
      from scheduled_events as event
      join scheduled_event_hosts as holding on holding.organization_id = event.organization_id and holding.scheduled_event_id = event.id
      where event.organization_id = ${organizationId} and event.status = 'active'
      group by 1, 2
    )
    update event_type_hosts as host set assigned = held.count
    from (
      select candidate.id, coalesce(counted.count, 0) as count
      from event_type_hosts as candidate
      join event_types as type on type.organization_id = candidate.organization_id and type.id = candidate.event_type_id and type.pooling_type = 'round_robin'
      left join counted on counted.event_type_id = candidate.event_type_id and counted.membership_id = candidate.membership_id
      where candidate.organization_id = ${organizationId}
    ) as held
    where host.organization_id = ${organizationId} and host.id = held.id and host.assigned <> held.count`.execute(tx)
}

export interface GuessedBuffers {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly owner: string
  readonly before: number
  readonly after: number
  readonly meetings: number
}

/** Types without buffers whose meetings mostly have the same ones. */
export const guessBuffers = async (
  reader: Reader,
  organizationId: string,
  importId: string,
): Promise<readonly GuessedBuffers[]> => {
  const guessed = sql<GuessedBuffers & { readonly all: number }>`(
    with counted as materialized (
      select event_type_id, count(*)::integer as meetings, (extract(epoch from starts_at - buffered_from) / 60)::integer as before,
        (extract(epoch from buffered_to - ends_at) / 60)::integer as after
      from scheduled_events where organization_id = ${organizationId} group by 1, 3, 4
    )
    select type.id, type.name, type.slug, coalesce(owning.former_email, owner.email) as owner, counted.before, counted.after, counted.meetings,
      sum(counted.meetings) over (partition by type.id)::integer as all
    from counted
    join event_types as type on type.organization_id = ${organizationId} and type.id = counted.event_type_id
    join import_records as record on record.organization_id = ${organizationId} and record.import_id = ${importId} and record.kind = 'event_types' and record.local_id = type.id
    join organization_memberships as owning on owning.organization_id = ${organizationId} and owning.id = type.owner_id
    join users as owner on owner.id = owning.user_id
    where type.deleted_at is null and type.buffer_before = 0 and type.buffer_after = 0
  )`
  return reader
    .selectFrom(guessed.as('guess'))
    .select(['id', 'name', 'slug', 'owner', 'before', 'after', 'meetings'])
    .where(sql<boolean>`before + after > 0 and meetings * 2 > "all"`)
    .orderBy('name')
    .limit(100)
    .execute()
}

/** Gives types the buffers that were guessed. */
export const setBuffers = async (
  tx: Tx,
  organizationId: string,
  guessed: readonly GuessedBuffers[],
  now: Date,
): Promise<void> => {
  await sql`
    update event_types set buffer_before = given.before, buffer_after = given.after, updated_at = ${now}
    from unnest(${guessed.map(({ id }) => id)}::uuid[], ${guessed.map(({ before }) => before)}::integer[], ${guessed.map(({ after }) => after)}::integer[]) as given(id, before, after)
    where event_types.organization_id = ${organizationId} and event_types.id = given.id`.execute(tx)
}
