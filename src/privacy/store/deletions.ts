import { sql } from 'kysely'
import type { Page, PageRequest } from '#contract/page.ts'
import { insertJobs } from '#execution/store/jobs.ts'
import { hasEffect, type Reader, type RowOf, type Tx, withinTenant } from '#platform/db/database.ts'
import { readPage } from '#platform/db/keyset.ts'
import type { Deletion, DeletionRecord } from '../deletion.ts'

export const deletionJob = 'data_deletion'

/** Together with its job. A duplicate is ignored. */
export const insertDeletion = async (tx: Tx, deletion: Deletion, now: Date): Promise<void> => {
  const { id, organizationId, kind, persons, span, requestedBy, requestedAt } = deletion
  const insertion = tx
    .insertInto('data_deletions')
    .values({
      id,
      organization_id: organizationId,
      kind,
      persons: [...persons],
      starts_at: span?.from ?? null,
      ends_at: span?.to ?? null,
      requested_by: requestedBy,
      requested_at: requestedAt,
    })
    .onConflict((already) => already.column('id').doNothing())
  if (await hasEffect(insertion))
    await insertJobs(
      tx,
      [{ organizationId, kind: deletionJob, lane: `data deletion ${organizationId}`, subjectId: id }],
      now,
    )
}

/** A request, and whether it was carried out. */
export interface KnownDeletion extends Deletion {
  readonly isCompleted: boolean
  readonly requestedByUser: string | null
}

const deletions = (reader: Reader) =>
  reader
    .selectFrom('data_deletions as deletions')
    .leftJoin('organization_memberships as members', withinTenant('members.id', 'deletions.requested_by'))
    .select([
      'deletions.id',
      'deletions.organization_id as organizationId',
      'deletions.kind',
      'deletions.persons',
      'deletions.starts_at as from',
      'deletions.ends_at as to',
      'deletions.requested_by as requestedBy',
      'deletions.requested_at as requestedAt',
      'deletions.completed_at as completedAt',
      'members.user_id as requestedByUser',
    ])

const deletionFrom = ({ from, to, completedAt, ...row }: RowOf<typeof deletions>): KnownDeletion => ({
  ...row,
  span: from && to ? { from, to } : null,
  isCompleted: completedAt !== null,
})

/** Newest first, with what is kept as a proof. */
export const listDeletions = async (
  reader: Reader,
  organizationId: string,
  page: PageRequest,
): Promise<Page<DeletionRecord>> => {
  const query = reader
    .selectFrom('data_deletions as deletions')
    .leftJoin('organization_memberships as members', withinTenant('members.id', 'deletions.requested_by'))
    .leftJoin('users', 'users.id', 'members.user_id')
    .select([
      'deletions.id',
      'deletions.kind',
      sql<number>`cardinality(deletions.persons)`.as('personCount'),
      'deletions.starts_at as from',
      'deletions.ends_at as to',
      sql<string | null>`coalesce(members.former_name, users.name)`.as('requestedByName'),
      'deletions.requested_at as createdAt',
      'deletions.completed_at as completedAt',
      'deletions.entries',
    ])
    .where('deletions.organization_id', '=', organizationId)
  return readPage(query, page, {
    created_at: { sql: sql.ref('deletions.requested_at'), of: ({ createdAt }) => createdAt, type: 'instant' },
    id: { sql: sql.ref('deletions.id'), of: ({ id }) => id, type: 'uuid' },
  })
}

export const findDeletions = async (reader: Reader, ids: readonly string[]): Promise<readonly KnownDeletion[]> => {
  const rows = await deletions(reader)
    .where('deletions.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map(deletionFrom)
}

/** False when it was completed already. */
export const completeDeletion = (
  tx: Tx,
  organizationId: string,
  id: string,
  entries: number,
  now: Date,
): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('data_deletions')
      .set({ completed_at: now, entries })
      .where(({ and }) => and({ organization_id: organizationId, id, completed_at: null })),
  )

export const hasOrganization = async (reader: Reader, organizationId: string): Promise<boolean> =>
  (await reader.selectFrom('organizations').select('id').where('id', '=', organizationId).executeTakeFirst()) !==
  undefined
