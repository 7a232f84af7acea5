import { sql } from 'kysely'
import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import { findFirst, hasEffect, type Reader, type RowOf, type Tx } from '#platform/db/database.ts'
import { readPage } from '#platform/db/keyset.ts'
import { type Import, type ImportKind, plainCursor, type Reach, type StepName } from '../import.ts'
import { faultFrom, type Remark, remarkFrom, withRemarks } from '../remark.ts'

const imports = (reader: Reader) =>
  reader
    .selectFrom('imports')
    .select([
      'id',
      'organization_id',
      'kind',
      'source',
      'reach',
      'takes_over',
      'invites',
      'applies_buffers',
      'prefers_source',
      'started_by',
      'client_id',
      'state',
      'run',
      'step',
      'cursor',
      'meetings',
    ])
    .select([
      'per_minute',
      'remarks',
      'fault',
      'failed_tries',
      'begun_tries',
      'portions',
      'idle_portions',
      'started_at',
      'finished_at',
      'created_at',
      'updated_at',
    ])

const reachFrom = (stored: string): Reach => {
  const { remarks, ...reach } = JSON.parse(stored) as Reach
  return remarks ? { ...reach, remarks: remarks.map(remarkFrom) } : reach
}

const importFrom = (row: RowOf<typeof imports>): Import => ({
  id: row.id,
  organizationId: row.organization_id,
  kind: row.kind as Import['kind'],
  source: row.source,
  reach: reachFrom(row.reach),
  takesOver: row.takes_over,
  invites: row.invites,
  appliesBuffers: row.applies_buffers,
  prefersSource: row.prefers_source,
  startedBy: row.started_by,
  startedWith: row.client_id,
  state: row.state,
  run: row.run,
  step: row.step as StepName,
  cursor: row.cursor,
  meetings: row.meetings,
  perMinute: row.per_minute,
  remarks: (JSON.parse(row.remarks) as unknown[]).map(remarkFrom),
  fault: faultFrom(row.fault),
  failedTries: row.failed_tries,
  begunTries: row.begun_tries,
  portions: row.portions,
  idlePortions: row.idle_portions,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const findImport = (reader: Reader, organizationId: string, id: string): Promise<Import | undefined> =>
  findFirst(imports(reader).where('organization_id', '=', organizationId).where('id', '=', id), importFrom)

/** For jobs, which know the id alone. */
export const findImportById = (reader: Reader, id: string): Promise<Import | undefined> =>
  findFirst(imports(reader).where('id', '=', id), importFrom)

/** Locked until the transaction ends, so that two starts come one after the other. */
export const lockImportFrom = (
  tx: Tx,
  organizationId: string,
  kind: ImportKind,
  source: string,
): Promise<Import | undefined> =>
  findFirst(
    imports(tx)
      .where('organization_id', '=', organizationId)
      .where('kind', '=', kind)
      .where('source', '=', source)
      .forUpdate(),
    importFrom,
  )

/** Where an import of this kind came from, if it was not from here. */
export const findOtherSource = async (
  reader: Reader,
  organizationId: string,
  kind: ImportKind,
  source: string,
): Promise<string | undefined> =>
  (
    await reader
      .selectFrom('imports')
      .select('source')
      .where('organization_id', '=', organizationId)
      .where('kind', '=', kind)
      .where('source', '<>', source)
      .executeTakeFirst()
  )?.source

export const listImports = async (reader: Reader, organizationId: string, page: PageRequest): Promise<Page<Import>> => {
  const found = await readPage(imports(reader).where('organization_id', '=', organizationId), page, {
    created_at: { sql: sql`imports.created_at`, of: (row) => row.created_at, type: 'instant' },
    id: { sql: sql`imports.id`, of: (row) => row.id, type: 'uuid' },
  })
  return mapPage(found, importFrom)
}

export interface NewRun {
  readonly id: string
  readonly kind: ImportKind
  readonly source: string
  readonly reach: Reach
  readonly token: Buffer
  readonly takesOver: boolean
  readonly invites: boolean
  readonly appliesBuffers: boolean
  readonly prefersSource: boolean
  readonly startedBy: string
  readonly startedWith: string | null
  readonly remarks: readonly Remark[]
}

/** False when another import from there was begun at the same moment. */
export const insertImport = async (tx: Tx, organizationId: string, given: NewRun, now: Date): Promise<boolean> => {
  const inserted = await tx
    .insertInto('imports')
    .values({
      ...columnsOf(given, now),
      ...{
        organization_id: organizationId,
        id: given.id,
        kind: given.kind,
        source: given.source,
        run: 1,
        step: 'members',
        created_at: now,
      },
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'kind', 'source']).doNothing())
    .returning('id')
    .execute()
  return inserted.length > 0
}

const columnsOf = (
  { reach, token, takesOver, invites, appliesBuffers, prefersSource, startedBy, startedWith, remarks }: NewRun,
  now: Date,
) => ({
  reach: JSON.stringify(reach),
  token,
  takes_over: takesOver,
  invites,
  applies_buffers: appliesBuffers,
  prefers_source: prefersSource,
  started_by: startedBy,
  client_id: startedWith,
  state: 'running' as const,
  remarks: JSON.stringify(remarks),
  fault: null,
  failed_tries: 0,
  begun_tries: 0,
  portions: 0,
  idle_portions: 0,
  lease: null,
  leased_until: null,
  started_at: now,
  finished_at: null,
  updated_at: now,
})

/**
 * Another run from the beginning; or, of one that was not finished, where it stopped. The process that works on it
 * stops.
 */
export const restartImport = async (
  tx: Tx,
  { organizationId, id, state, run, step, cursor, meetings, remarks }: Import,
  given: NewRun,
  now: Date,
): Promise<void> => {
  const progress =
    state === 'finished'
      ? { run: run + 1, step: 'members', cursor: null, meetings: null }
      : {
          run,
          step,
          cursor: plainCursor(cursor),
          meetings,
          remarks: JSON.stringify(withRemarks(remarks, given.remarks)),
        }
  await tx
    .updateTable('imports')
    .set({ ...columnsOf(given, now), ...progress })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** By the database's clock, as the leases of jobs. */
const leaseSeconds = 90

/**
 * The sealed token, for the process that may work on the import now; undefined when another process does, or when it is
 * over. That work begins is counted here, in a transaction of its own: work that ends the process has been counted.
 */
export const claimImport = async (tx: Tx, id: string, lease: string): Promise<Buffer | undefined> => {
  const { rows } = await sql<{ token: Buffer }>`
    update imports set lease = ${lease}, leased_until = statement_timestamp() + make_interval(secs => ${leaseSeconds}), begun_tries = begun_tries + 1
    where id = ${id} and state = 'running' and (lease is null or leased_until < statement_timestamp()) and token is not null
    returning token`.execute(tx)
  return rows[0]?.token
}

/**
 * Whether whoever started it could start it still, with the application they started it with. Asked before each piece
 * of work, and in the transaction of each portion: what an import brings are members, and admins.
 */
export const mayGoOn = async (
  tx: Tx,
  { organizationId, id }: Pick<Import, 'organizationId' | 'id'>,
): Promise<boolean> => {
  const { rows } = await sql`
    select from imports
    join organization_memberships as starter on starter.organization_id = imports.organization_id and starter.id = imports.started_by
    where imports.organization_id = ${organizationId} and imports.id = ${id} and starter.ended_at is null and starter.role in ('owner', 'admin')
      and (imports.client_id is null or exists (
        select from oauth_grants as held join oauth_clients as client on client.id = held.client_id
        where held.organization_id = imports.organization_id and held.membership_id = imports.started_by
          and held.client_id = imports.client_id and held.revoked_at is null and client.deleted_at is null
      ))`.execute(tx)
  return rows.length > 0
}

export interface Progress {
  readonly step: StepName
  readonly cursor: string | null
  readonly meetings: number | null
  readonly perMinute: number | null
  readonly remarks: readonly Remark[]
  readonly portions: number
  readonly idlePortions: number
}

/** False when another process works on it meanwhile: then the transaction must not be committed. */
export const saveProgress = (
  tx: Tx,
  { organizationId, id }: Import,
  lease: string,
  progress: Progress,
  now: Date,
): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('imports')
      .set({
        step: progress.step,
        cursor: progress.cursor,
        meetings: progress.meetings,
        per_minute: progress.perMinute,
        remarks: JSON.stringify(progress.remarks),
        fault: null,
        failed_tries: 0,
        begun_tries: 1,
        portions: progress.portions,
        idle_portions: progress.idlePortions,
        leased_until: sql<Date>`statement_timestamp() + make_interval(secs => ${leaseSeconds})`,
        updated_at: now,
      })
      .where(({ and }) => and({ organization_id: organizationId, id, lease, state: 'running' })),
  )

export const releaseImport = async (tx: Tx, { organizationId, id }: Import, lease: string): Promise<void> => {
  await tx
    .updateTable('imports')
    .set({ lease: null, leased_until: null, begun_tries: 0 })
    .where(({ and }) => and({ organization_id: organizationId, id, lease }))
    .execute()
}

/** It goes on later. What stands against it is shown meanwhile. */
export const putOff = async (
  tx: Tx,
  { organizationId, id, failedTries }: Import,
  lease: string,
  fault: Remark,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('imports')
    .set({
      fault: JSON.stringify(fault),
      failed_tries: failedTries + 1,
      begun_tries: 0,
      lease: null,
      leased_until: null,
      updated_at: now,
    })
    .where(({ and }) => and({ organization_id: organizationId, id, lease }))
    .execute()
}

/** The process that works on it stops before the next portion. False when it is over already. */
export const stopImport = (tx: Tx, { organizationId, id }: Import, fault: Remark, now: Date): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('imports')
      .set({ ...over, state: 'failed', fault: JSON.stringify(fault), finished_at: now, updated_at: now })
      .where(({ and }) => and({ organization_id: organizationId, id, state: 'running' })),
  )

/** The token goes. */
const over = { token: null, lease: null, leased_until: null } as const

/** It is over, well or not. */
export const endImport = (
  tx: Tx,
  { organizationId, id }: Import,
  lease: string,
  fault: Remark | null,
  now: Date,
): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('imports')
      .set({
        state: fault === null ? 'finished' : 'failed',
        fault: fault && JSON.stringify(fault),
        ...over,
        finished_at: now,
        updated_at: now,
      })
      .where(({ and }) => and({ organization_id: organizationId, id, lease, state: 'running' })),
  )
