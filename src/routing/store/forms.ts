import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import { findFirst, type Reader, type RowOf, type Tx } from '#platform/db/database.ts'
import { readPage } from '#platform/db/keyset.ts'
import type { Destination } from '../destination.ts'
import type { FormSettings, RoutingForm } from '../form.ts'
import type { FormQuestion } from '../question.ts'
import type { RoutingRule } from '../rule.ts'

const formFrom = (row: RowOf<typeof forms>): RoutingForm => ({
  id: row.id,
  organizationId: row.organization_id,
  name: row.name,
  status: row.status,
  questions: JSON.parse(row.questions) as FormQuestion[],
  rules: JSON.parse(row.rules) as RoutingRule[],
  fallback: JSON.parse(row.fallback) as Destination,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
})

const forms = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('routing_forms')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)

export const findForm = (reader: Reader, organizationId: string, id: string): Promise<RoutingForm | undefined> =>
  findFirst(forms(reader, organizationId).where('id', '=', id), formFrom)

/** Locked until the transaction ends, so that two changes run one after the other. */
export const lockForm = (tx: Tx, organizationId: string, id: string): Promise<RoutingForm | undefined> =>
  findFirst(forms(tx, organizationId).where('id', '=', id).forUpdate(), formFrom)

export const lockDeletedForm = (tx: Tx, organizationId: string, id: string): Promise<RoutingForm | undefined> =>
  findFirst(
    tx
      .selectFrom('routing_forms')
      .selectAll()
      .where(({ and }) => and({ organization_id: organizationId, id }))
      .where('deleted_at', 'is not', null)
      .forUpdate(),
    formFrom,
  )

/** A form as a visitor gets it: by its id alone, which determines the organization. */
export interface OpenForm extends RoutingForm {
  readonly organizationName: string
}

/** Undefined unless it is published. */
export const findOpenForm = async (reader: Reader, id: string): Promise<OpenForm | undefined> => {
  const row = await reader
    .selectFrom('routing_forms')
    .innerJoin('organizations', 'organizations.id', 'routing_forms.organization_id')
    .selectAll('routing_forms')
    .select('organizations.name as organization_name')
    .where('routing_forms.id', '=', id)
    .where('routing_forms.status', '=', 'published')
    .where('routing_forms.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { ...formFrom(row), organizationName: row.organization_name }
}

export const listForms = async (
  reader: Reader,
  organizationId: string,
  page: PageRequest,
): Promise<Page<RoutingForm>> => {
  const found = await readPage(forms(reader, organizationId), page, {
    created_at: { sql: sql`routing_forms.created_at`, of: (row) => row.created_at, type: 'instant' },
    id: { sql: sql`routing_forms.id`, of: (row) => row.id, type: 'uuid' },
  })
  return mapPage(found, formFrom)
}

const columnsOf = ({ name, questions, rules, fallback }: FormSettings) => ({
  name,
  questions: JSON.stringify(questions),
  rules: JSON.stringify(rules),
  fallback: JSON.stringify(fallback),
})

/** As a draft, which visitors cannot see. */
export const insertForm = async (
  tx: Tx,
  organizationId: string,
  settings: FormSettings,
  now: Date,
): Promise<RoutingForm> => {
  const row = await tx
    .insertInto('routing_forms')
    .values({
      id: randomUUID(),
      organization_id: organizationId,
      status: 'draft',
      ...columnsOf(settings),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return formFrom(row)
}

export const updateForm = async (
  tx: Tx,
  organizationId: string,
  id: string,
  settings: FormSettings,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('routing_forms')
    .set({ ...columnsOf(settings), updated_at: now })
    .where(({ and }) => and({ organization_id: organizationId, id }))
    .execute()
}

export const setFormStatus = async (
  tx: Tx,
  organizationId: string,
  id: string,
  status: RoutingForm['status'],
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('routing_forms')
    .set({ status, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Its submissions stay; it takes no more. */
export const markFormDeleted = async (tx: Tx, organizationId: string, id: string, now: Date): Promise<void> => {
  await tx
    .updateTable('routing_forms')
    .set({ status: 'draft', deleted_at: now, updated_at: now })
    .where(({ and }) => and({ organization_id: organizationId, id }))
    .execute()
}

export const markFormRestored = async (tx: Tx, organizationId: string, id: string, now: Date): Promise<void> => {
  await tx
    .updateTable('routing_forms')
    .set({ deleted_at: null, updated_at: now })
    .where(({ and }) => and({ organization_id: organizationId, id }))
    .execute()
}
