import type { Reader, Tx } from '#platform/db/database.ts'

/** The copies of a type that are not deleted, in an order in which they can be locked. */
export const listCopies = (
  reader: Reader,
  organizationId: string,
  templateId: string,
): Promise<{ readonly id: string; readonly membershipId: string }[]> =>
  reader
    .selectFrom('event_types')
    .select(['id', 'owner_id as membershipId'])
    .where(({ and }) => and({ organization_id: organizationId, template_id: templateId, deleted_at: null }))
    .orderBy('id')
    .execute()

/** The type that this one is a copy of; undefined for one that is none. */
export const findTemplate = (
  reader: Reader,
  organizationId: string,
  eventTypeId: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> =>
  reader
    .selectFrom('event_types as copy')
    .innerJoin('event_types as template', (join) =>
      join.onRef('template.organization_id', '=', 'copy.organization_id').onRef('template.id', '=', 'copy.template_id'),
    )
    .select(['template.id', 'template.name'])
    .where('copy.organization_id', '=', organizationId)
    .where('copy.id', '=', eventTypeId)
    .where('template.deleted_at', 'is', null)
    .executeTakeFirst()

export const setTemplate = async (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
  templateId: string,
): Promise<void> => {
  await tx
    .updateTable('event_types')
    .set({ template_id: templateId })
    .where(({ and }) => and({ organization_id: organizationId, id: eventTypeId }))
    .execute()
}
