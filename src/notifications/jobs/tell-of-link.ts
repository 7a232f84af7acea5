import {
  asRecordedFor,
  countLocationChange,
  findInvitees,
  findScheduledEvent,
  listComing,
  toInviteeRecord,
  toScheduledEventResource,
} from '#bookings/index.ts'
import type { AppContext } from '#execution/perform.ts'
import type { Tx } from '#platform/db/database.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import type { MeetingChange } from '../meeting-change.ts'
import { insertMails, takeWithoutLink } from '../store/mails.ts'
import { loadMailContext, mailsAbout } from './meeting-mails.ts'

export type TellingContext = Pick<AppContext, 'links' | 'persons'>

/**
 * The link of a meeting is there, or is another: those who have a mail without it get one with it. Whoever comes first
 * tells them: the fact about the link, or the mail that left before it.
 */
export const tellOfLink = async (
  tx: Tx,
  { links, persons }: TellingContext,
  { organizationId, id, isAnother = false }: { organizationId: string; id: string; isAnother?: boolean },
  now: Date,
): Promise<void> => {
  const event = (await findScheduledEvent(tx, organizationId, id, nilUuid))?.scheduledEvent
  if (event?.status !== 'active' || event.location?.status !== 'pushed' || event.endsAt <= now) return
  // A mail about it would lack the link again, and be followed by another.
  if (event.location.join_url === null) return
  const lacking = new Set((await takeWithoutLink(tx, organizationId, id)).map(({ recipient }) => recipient))
  if (lacking.size === 0 && !isAnother) return
  await countLocationChange(tx, organizationId, id)

  const invitees = await findInvitees(tx, organizationId, await listComing(tx, organizationId, id))
  const isGroup = event.isJoinable
  const known = { organizationId, kind: 'booked', news: 'link' } as const
  const change = invitees.map((invitee): MeetingChange => {
    const recorded = toScheduledEventResource(links, asRecordedFor(event, invitee))
    const { locale, timeNotation: notation } = invitee
    return { ...known, invitee: toInviteeRecord(links, invitee), locale, notation, event: recorded, toHosts: !isGroup }
  })
  if (isGroup) {
    const recorded = toScheduledEventResource(links, { ...event, guests: [] })
    change.push({ ...known, invitee: null, event: recorded, toHosts: true })
  }
  const { context } = await loadMailContext(tx, change)
  const mails = mailsAbout(change, context, persons)
  await insertMails(tx, isAnother ? mails : mails.filter(({ recipient }) => lacking.has(recipient)), now)
}
