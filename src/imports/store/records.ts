import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { uuidForm } from '#contract/wire.ts'
import type { Reader, Tx } from '#platform/db/database.ts'
import type { Import, RecordCount, RecordKind } from '../import.ts'
import { findTakenIds, type ImportedTable } from './rows.ts'

export interface Arrival {
  readonly foreignId: string
  readonly digest: Buffer
  /** What it is here already, where something other than its id says so: a member is found by their address. */
  readonly localId?: string | undefined
}

/** What a thing of the other side is here. */
export interface Arrived {
  readonly id: string
  /** False when it is as it was: then nothing has to be written. */
  readonly isChanged: boolean
  readonly isNew: boolean
  /** It comes for the first time in this run. */
  readonly isFresh: boolean
  /** Another import brought it: this one changes nothing of it. */
  readonly isOthers: boolean
  /** What the other side said of it last time, as far as that was noted. */
  readonly base: Readonly<Record<string, unknown>> | null
}

const tables: Readonly<
  Partial<Record<RecordKind, ImportedTable | 'users' | 'organization_memberships' | 'booking_requests'>>
> = {
  users: 'users',
  organization_memberships: 'organization_memberships',
  groups: 'groups',
  group_relationships: 'group_relationships',
  user_availability_schedules: 'availability_schedules',
  event_types: 'event_types',
  event_type_memberships: 'event_type_hosts',
  scheduling_links: 'booking_links',
  routing_forms: 'routing_forms',
  routing_form_submissions: 'routing_form_submissions',
  scheduled_events: 'scheduled_events',
  invitees: 'invitees',
  booking_requests: 'booking_requests',
  webhook_subscriptions: 'webhook_subscriptions',
}

/** Notes that these came, and says which id each has here: its own, unless that cannot be or is taken. */
export const recordArrivals = async (
  tx: Tx,
  { organizationId, id: importId, run, prefersSource }: Import,
  kind: RecordKind,
  arrivals: readonly Arrival[],
): Promise<ReadonlyMap<string, Arrived>> => {
  const known = await findRecords(
    tx,
    organizationId,
    kind,
    arrivals.map(({ foreignId }) => foreignId),
  )
  const fresh = arrivals.filter(({ foreignId, localId }) => !known.has(foreignId) && localId === undefined)
  const table = tables[kind]
  const wanted = fresh.map(({ foreignId }) => foreignId.toLowerCase()).filter((id) => uuidForm.test(id))
  const taken = table ? await findTakenIds(tx, table, wanted) : new Set<string>()
  const arrived = new Map<string, Arrived>()
  for (const { foreignId, digest, localId } of arrivals) {
    const before = known.get(foreignId)
    const own = foreignId.toLowerCase()
    const id = before?.localId ?? localId ?? (uuidForm.test(own) && !taken.has(own) ? own : randomUUID())
    const isOthers = before !== undefined && before.importId !== importId
    const isChanged = !isOthers && (before === undefined || prefersSource || !before.digest.equals(digest))
    arrived.set(foreignId, {
      id,
      isNew: before === undefined,
      isChanged,
      isFresh: !isOthers && (before?.seenRun ?? 0) < run,
      isOthers,
      base: baseOf(before?.base),
    })
  }
  const all = [...new Map(arrivals.toReversed().map((one) => [one.foreignId, one])).values()]
  await sql`
    insert into import_records (organization_id, import_id, kind, foreign_id, local_id, digest, created_run, changed_run, seen_run)
    select ${organizationId}, ${importId}, ${kind}, given.foreign_id, given.local_id, decode(given.digest, 'hex'), ${run}, ${run}, ${run}
    from unnest(${all.map(({ foreignId }) => foreignId)}::text[], ${all.map(({ foreignId }) => arrived.get(foreignId)?.id ?? '')}::uuid[],
      ${all.map(({ digest }) => digest.toString('hex'))}::text[]) as given(foreign_id, local_id, digest)
    on conflict (organization_id, kind, foreign_id) do update
    set digest = excluded.digest, seen_run = excluded.seen_run,
      changed_run = case when import_records.digest = excluded.digest then import_records.changed_run else excluded.changed_run end
    where import_records.import_id = excluded.import_id`.execute(tx)
  return arrived
}

const baseOf = (text: string | null | undefined): Arrived['base'] =>
  text == null ? null : (JSON.parse(text) as Arrived['base'])

/**
 * One look into the key for each id: without statistics, a list of ids would be held against every record of the kind.
 */
const findRecords = async (reader: Reader, organizationId: string, kind: RecordKind, foreignIds: readonly string[]) => {
  const rows = await reader
    .selectFrom(sql<{ id: string }>`unnest(${[...new Set(foreignIds)]}::text[])`.as<'given'>(sql`given(id)`))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('import_records')
          .select(['local_id', 'digest', 'seen_run', 'import_id', 'base'])
          .where(({ and }) => and({ organization_id: organizationId, kind }))
          .whereRef('foreign_id', '=', 'given.id')
          .limit(1)
          .as('record'),
      (join) => join.onTrue(),
    )
    .select([
      'given.id as foreignId',
      'record.local_id as localId',
      'record.digest',
      'record.seen_run as seenRun',
      'record.import_id as importId',
      'record.base',
    ])
    .execute()
  return new Map(rows.map((row) => [row.foreignId, row]))
}

/** These are there still, though no list of this run has named them. */
export const noteSeen = async (
  tx: Tx,
  { organizationId, id, run }: Import,
  kind: RecordKind,
  foreignIds: readonly string[],
): Promise<void> => {
  await sql`
    update import_records set seen_run = ${run}
    where organization_id = ${organizationId} and import_id = ${id} and kind = ${kind} and foreign_id = any(${[...foreignIds]}::text[]) and seen_run < ${run}`.execute(
    tx,
  )
}

/** What these are here; those that did not come are left out. */
export const findLocalIds = async (
  reader: Reader,
  organizationId: string,
  kind: RecordKind,
  foreignIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const records = await findRecords(reader, organizationId, kind, foreignIds)
  return new Map([...records.values()].map(({ foreignId, localId }) => [foreignId, localId]))
}

/** The memberships of users of the other side; a current one before those that have ended. */
export const findMembershipsOfUsers = async (
  tx: Tx,
  organizationId: string,
  foreignIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const localIds = await findLocalIds(tx, organizationId, 'users', foreignIds)
  const { rows } = await sql<{ userId: string; membershipId: string }>`
    select given.id as "userId", membership.id as "membershipId"
    from unnest(${[...localIds.values()]}::uuid[]) as given(id)
    cross join lateral (
      select id from organization_memberships where organization_id = ${organizationId} and user_id = given.id order by ended_at desc nulls first limit 1
    ) as membership`.execute(tx)
  const membershipIds = new Map(rows.map(({ userId, membershipId }) => [userId, membershipId]))
  return new Map(
    [...localIds].flatMap(([foreignId, userId]) =>
      membershipIds.has(userId) ? [[foreignId, membershipIds.get(userId) ?? ''] as const] : [],
    ),
  )
}

/** The ids of the other side, in order, some at a time. */
export const listForeignIds = async (
  reader: Reader,
  organizationId: string,
  kind: RecordKind,
  after: string,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await reader
    .selectFrom('import_records')
    .select('foreign_id')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .where('foreign_id', '>', after)
    .orderBy('foreign_id')
    .limit(limit)
    .execute()
  return rows.map(({ foreign_id }) => foreign_id)
}

export const countRecords = async (
  reader: Reader,
  { organizationId, id, run }: Pick<Import, 'organizationId' | 'id' | 'run'>,
): Promise<readonly RecordCount[]> => {
  const rows = await reader
    .selectFrom('import_records')
    .select([
      'kind',
      sql<number>`(count(*) filter (where created_run = ${run}))::integer`.as('created'),
      sql<number>`(count(*) filter (where changed_run = ${run} and created_run < ${run}))::integer`.as('changed'),
      sql<number>`(count(*) filter (where seen_run = ${run} and changed_run < ${run}))::integer`.as('unchanged'),
      sql<number>`(count(*) filter (where seen_run < ${run}))::integer`.as('gone'),
    ])
    .where('organization_id', '=', organizationId)
    .where('import_id', '=', id)
    .groupBy('kind')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as RecordKind }))
}
