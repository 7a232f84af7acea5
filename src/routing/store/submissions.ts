import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { noTracking, type Tracking } from '#bookings/index.ts'
import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import { findFirst, type Reader, type RowOf, type Tx, withinTenant } from '#platform/db/database.ts'
import { pagesOf } from '#platform/db/keyset.ts'
import type { FormAnswer } from '../answers.ts'
import type { Destination } from '../destination.ts'
import type { Submission } from '../submission.ts'

/** A booking counts as an update of the submission, though it is stored with the invitee only. */
const submissionFrom = (row: RowOf<typeof submissions>): Submission => ({
  id: row.id,
  organizationId: row.organization_id,
  formId: row.routing_form_id,
  answers: JSON.parse(row.answers) as FormAnswer[],
  tracking: JSON.parse(row.tracking) as Tracking,
  result: JSON.parse(row.result) as Destination,
  invitee:
    row.invitee_id !== null && row.invitee_event_id !== null
      ? { id: row.invitee_id, scheduledEventId: row.invitee_event_id }
      : null,
  createdAt: row.created_at,
  updatedAt: row.led_at !== null && row.led_at > row.updated_at ? row.led_at : row.updated_at,
})

/** With the invitee who booked through it: the last one, if they moved or booked again after canceling. */
const submissions = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('routing_form_submissions')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('invitees')
          .select(['invitees.id', 'invitees.scheduled_event_id', 'invitees.created_at'])
          .whereRef('invitees.organization_id', '=', 'routing_form_submissions.organization_id')
          .whereRef('invitees.routing_form_submission_id', '=', 'routing_form_submissions.id')
          .orderBy('invitees.created_at', 'desc')
          // Of two of the same instant, the one that was moved there from the other.
          .orderBy(sql`invitees.new_invitee_id is null`, 'desc')
          .orderBy('invitees.id', 'desc')
          .limit(1)
          .as('led'),
      (join) => join.onTrue(),
    )
    .selectAll('routing_form_submissions')
    .select(['led.id as invitee_id', 'led.scheduled_event_id as invitee_event_id', 'led.created_at as led_at'])
    .where('routing_form_submissions.organization_id', '=', organizationId)

export const findSubmission = (reader: Reader, organizationId: string, id: string): Promise<Submission | undefined> =>
  findFirst(submissions(reader, organizationId).where('routing_form_submissions.id', '=', id), submissionFrom)

/** Where it led, for the visitor who sent it: they know the form and the submission. */
export const findResult = async (
  reader: Reader,
  formId: string,
  submissionId: string,
): Promise<{ readonly organizationId: string; readonly result: Destination } | undefined> => {
  const row = await reader
    .selectFrom('routing_form_submissions')
    .innerJoin('routing_forms', withinTenant('routing_forms.id', 'routing_form_submissions.routing_form_id'))
    .select(['routing_form_submissions.result', 'routing_forms.organization_id as organizationId'])
    .where('routing_forms.id', '=', formId)
    .where('routing_form_submissions.id', '=', submissionId)
    .executeTakeFirst()
  return row && { organizationId: row.organizationId, result: JSON.parse(row.result) as Destination }
}

const submissionPages = pagesOf(
  (reader, { organizationId, formId }: { readonly organizationId: string; readonly formId: string | undefined }) => {
    const all = submissions(reader, organizationId)
    return formId === undefined ? all : all.where('routing_form_submissions.routing_form_id', '=', formId)
  },
  {
    created_at: { sql: sql`routing_form_submissions.created_at`, of: (row) => row.created_at, type: 'instant' },
    id: { sql: sql`routing_form_submissions.id`, of: (row) => row.id, type: 'uuid' },
  },
)

export const listSubmissions = async (
  reader: Reader,
  organizationId: string,
  formId: string | undefined,
  page: PageRequest,
): Promise<Page<Submission>> => mapPage(await submissionPages(reader, { organizationId, formId }, page), submissionFrom)

export interface NewSubmission extends Pick<Submission, 'formId' | 'answers' | 'tracking' | 'result'> {
  readonly person: Buffer | undefined
  readonly sentKey: Buffer
}

/** Undefined when the same was sent before. */
export const insertSubmission = async (
  tx: Tx,
  organizationId: string,
  sent: NewSubmission,
  now: Date,
): Promise<Submission | undefined> => {
  const { formId, answers, tracking, result, person, sentKey } = sent
  const row = await tx
    .insertInto('routing_form_submissions')
    .values({
      id: randomUUID(),
      organization_id: organizationId,
      routing_form_id: formId,
      person: person ?? null,
      sent_key: sentKey,
      answers: JSON.stringify(answers),
      tracking: JSON.stringify(tracking),
      result: JSON.stringify(result),
      created_at: now,
      updated_at: now,
    })
    .onConflict((already) => already.columns(['organization_id', 'routing_form_id', 'sent_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      organizationId,
      formId,
      answers,
      tracking,
      result,
      invitee: null,
      createdAt: now,
      updatedAt: now,
    }
  )
}

export const findSentBefore = (
  reader: Reader,
  organizationId: string,
  formId: string,
  sentKey: Buffer,
): Promise<Submission | undefined> =>
  findFirst(
    submissions(reader, organizationId)
      .where('routing_form_submissions.routing_form_id', '=', formId)
      .where('routing_form_submissions.sent_key', '=', sentKey),
    submissionFrom,
  )

/**
 * Erases the answers of a person: of submissions with their hash, and of those that led to a booking of theirs. The
 * rows and their destinations remain. Returns their ids, so that what else mentions them can be found.
 */
export const eraseSubmissionsOf = async (
  tx: Tx,
  organizationId: string,
  person: Buffer,
): Promise<readonly string[]> => {
  const rows = await tx
    .updateTable('routing_form_submissions')
    .set({ answers: '[]', tracking: JSON.stringify(noTracking), person: null })
    .where('organization_id', '=', organizationId)
    .where((is) =>
      is.or([
        is('person', '=', person),
        is.exists(
          is
            .selectFrom('invitees')
            .select('invitees.id')
            .whereRef('invitees.organization_id', '=', 'routing_form_submissions.organization_id')
            .whereRef('invitees.routing_form_submission_id', '=', 'routing_form_submissions.id')
            .where('invitees.person', '=', person),
        ),
      ]),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
