import { hasEffect, type Reader, type Tx } from '#platform/db/database.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import type { ConferenceKind } from '../location.ts'

export const listConferenceLinks = async (
  reader: Reader,
  organizationId: string,
  membershipIds: readonly string[],
): Promise<{ membershipId: string; kind: ConferenceKind; url: string }[]> =>
  reader
    .selectFrom('conference_links')
    .select(['membership_id as membershipId', 'kind', 'url'])
    .where('organization_id', '=', organizationId)
    .where('membership_id', 'in', membershipIds.length > 0 ? membershipIds : [nilUuid])
    .execute()

export const saveConferenceLink = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
  kind: ConferenceKind,
  url: string,
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('conference_links')
    .values({
      organization_id: organizationId,
      membership_id: membershipId,
      kind,
      url,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'membership_id', 'kind']).doUpdateSet({ url, updated_at: now }),
    )
    .execute()
}

/** False when there was none. */
export const deleteConferenceLink = (
  tx: Tx,
  organizationId: string,
  membershipId: string,
  kind: ConferenceKind,
): Promise<boolean> =>
  hasEffect(
    tx
      .deleteFrom('conference_links')
      .where(({ and }) => and({ organization_id: organizationId, membership_id: membershipId, kind: kind })),
  )
