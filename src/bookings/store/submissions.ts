import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'

/**
 * Locks a submission of a routing form, then checks it: unknown, free, or used by a booking. Concurrent bookings
 * through the same submission wait for the lock, whichever host they are with, and then find it used.
 */
export const lockSubmission = async (
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<'unknown' | 'free' | 'used'> => {
  await tx
    .selectFrom('routing_form_submissions')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()
  const row = await tx
    .selectFrom('routing_form_submissions as submission')
    .select(
      sql<boolean>`exists (
        select from invitees
        where invitees.organization_id = submission.organization_id and invitees.routing_form_submission_id = submission.id and invitees.status = 'active'
      )`.as('is_used'),
    )
    .where('submission.organization_id', '=', organizationId)
    .where('submission.id', '=', id)
    .executeTakeFirst()
  if (!row) return 'unknown'
  return row.is_used ? 'used' : 'free'
}
