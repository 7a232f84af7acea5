import type { Page, PageRequest } from '#contract/page.ts'
import { containing } from '#platform/db/containing.ts'
import type { Reader } from '#platform/db/database.ts'
import { byCreation, readPage } from '#platform/db/keyset.ts'
import type { MailStatus, RecordedMail } from '../mail.ts'

/** Mails about meetings, sent or not. Of one about an erased person the recipient and the subject are null. */
const mailsOf = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('mails')
    .select([
      'id',
      'kind',
      'recipient',
      'subject',
      'status',
      'outcome',
      'scheduled_event_id as scheduledEventId',
      'sent_at as sentAt',
      'created_at as createdAt',
    ])
    .where('organization_id', '=', organizationId)
    .where('scheduled_event_id', 'is not', null)

export interface MailFilter {
  readonly status?: MailStatus | undefined
  /** In the address of the recipient or in the subject. */
  readonly search?: string | undefined
}

export const listMails = async (
  reader: Reader,
  organizationId: string,
  { status, search }: MailFilter,
  page: PageRequest,
): Promise<Page<RecordedMail>> => {
  let query = mailsOf(reader, organizationId)
  if (status !== undefined) query = query.where('status', '=', status)
  if (search !== undefined) {
    const pattern = containing(search)
    query = query.where(({ or, eb }) => or([eb('recipient', 'ilike', pattern), eb('subject', 'ilike', pattern)]))
  }
  return readPage(query, page, byCreation('mails'))
}

const mostOfMeeting = 200

/** The oldest first. */
export const listMailsAboutMeeting = (
  reader: Reader,
  organizationId: string,
  eventId: string,
): Promise<RecordedMail[]> =>
  mailsOf(reader, organizationId)
    .where('scheduled_event_id', '=', eventId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostOfMeeting)
    .execute()

/** As HTML; undefined when nothing was sent, or the person is erased. */
export const findMailBody = async (reader: Reader, organizationId: string, id: string): Promise<string | undefined> => {
  const found = await reader
    .selectFrom('mails')
    .select('body')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('scheduled_event_id', 'is not', null)
    .executeTakeFirst()
  return found?.body ?? undefined
}
