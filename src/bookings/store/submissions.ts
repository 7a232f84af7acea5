import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'

/**
 * A submission of a form: none of ours, one through which nobody is coming yet, or one that has led to a booking. It is held
 * first and looked at afterwards: who books through it at the same time, with whatever host, waits, and then finds it taken.
 */
export const lookAtSubmission = async (tx: Tx, organizationId: string, id: string): Promise<'unknown' | 'free' | 'led'> => {
  await tx.selectFrom('routing_form_submissions').select('id').where('organization_id', '=', organizationId).where('id', '=', id).forNoKeyUpdate().execute()
  const row = await tx
    .selectFrom('routing_form_submissions as submission')
    .select(
      sql<boolean>`exists (
        select from invitees
        where invitees.organization_id = submission.organization_id and invitees.routing_form_submission_id = submission.id and invitees.status = 'active'
      )`.as('has_led'),
    )
    .where('submission.organization_id', '=', organizationId)
    .where('submission.id', '=', id)
    .executeTakeFirst()
  if (!row) return 'unknown'
  return row.has_led ? 'led' : 'free'
}

/** For whoever books on a page: an address can say anything, and that is no reason to turn them away. */
export const submissionThatLed = async (tx: Tx, organizationId: string, id: string | undefined): Promise<string | null> =>
  id !== undefined && (await lookAtSubmission(tx, organizationId, id)) === 'free' ? id : null
