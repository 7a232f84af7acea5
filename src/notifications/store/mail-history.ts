import type { Page, PageRequest } from '#contract/page.ts'
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

export const listMails = async (reader: Reader, organizationId: string, status: MailStatus | undefined, page: PageRequest): Promise<Page<RecordedMail>> => {
  let query = mailsOf(reader, organizationId)
  if (status !== undefined) query = query.where('status', '=', status)
  return readPage(query, page, byCreation('mails'))
}

const mostOfMeeting = 200

/** The oldest first. */
export const listMailsAboutMeeting = (reader: Reader, organizationId: string, eventId: string): Promise<RecordedMail[]> =>
  mailsOf(reader, organizationId).where('scheduled_event_id', '=', eventId).orderBy('created_at').orderBy('id').limit(mostOfMeeting).execute()
