import { asRecordedFor, type OwnBooking, toInviteeRecord, toScheduledEventResource } from '#bookings/index.ts'
import type { UrlContext } from '#contract/wire.ts'
import type { Reader } from '#platform/db/database.ts'
import type { Notation } from '../../../languages/language.ts'
import { loadMailContext } from '../jobs/meeting-mails.ts'
import { mailsFor } from '../meeting-change.ts'
import { calendarOf } from '../meeting-mail.ts'

interface EntryCall extends UrlContext {
  readonly reader: Reader
  readonly now: Date
}

/**
 * The invitee's calendar entry as it is mailed, with the same UID and content: a calendar that gets both has it once.
 */
export const inviteeEntry = async (
  { reader, links, codes, now }: EntryCall,
  { invitee, scheduledEvent }: OwnBooking,
  reading: { readonly locale: string; readonly notation?: Notation | undefined },
): Promise<string> => {
  const { organizationId } = invitee
  const change = {
    organizationId,
    // What a reminder says is what holds now, however often it was moved.
    kind: 'reminder' as const,
    invitee: toInviteeRecord(links, invitee),
    ...reading,
    event: toScheduledEventResource(links, asRecordedFor(scheduledEvent, invitee)),
    toHosts: false,
  }
  const { context } = await loadMailContext(reader, [change])
  const [addressed] = mailsFor(change, context)
  const addressing = { links, codes, organizationId, recipient: invitee.email, scheduledEventId: scheduledEvent.id }
  return addressed ? calendarOf(addressed.mail, addressing, now) : ''
}
