import {
  asRecordedFor,
  findInvitees,
  findScheduledEvent,
  toInviteeRecord,
  toScheduledEventResource,
} from '#bookings/index.ts'
import type { Links } from '#contract/wire.ts'
import type { JobKind } from '#execution/jobs/kind.ts'
import type { AppContext } from '#execution/perform.ts'
import type { Tx } from '#platform/db/database.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import type { MeetingChange } from '../meeting-change.ts'
import { insertMails } from '../store/mails.ts'
import { type DueReminder, reminderJob, takeDueReminders } from '../store/reminders.ts'
import { loadMailContext, mailsAbout } from './meeting-mails.ts'

type RemindersContext = Pick<AppContext, 'clock' | 'links' | 'persons'>

/**
 * When a reminder is due: loads the current invitee and queues their mail. It only touches the database, so it happens
 * once.
 */
export const meetingReminders = ({ clock, links, persons }: RemindersContext): JobKind<string, null> => ({
  name: reminderJob,
  load: async (_, jobs) => new Map(jobs.map((job) => [job.id, job.subjectId])),
  act: async () => null,
  isAway: () => false,
  settle: async (tx, done) => {
    const ids = done.map(({ task }) => task)
    const change: MeetingChange[] = []
    for (const reminder of await takeDueReminders(tx, ids)) change.push(...(await changeOf(tx, links, reminder)))
    const { context } = await loadMailContext(tx, change)
    const now = clock.now()
    const mails = mailsAbout(change, context, persons).filter(
      ({ expiresAt }) => expiresAt !== undefined && expiresAt > now,
    )
    if (mails.length > 0) await insertMails(tx, mails, now)
    return new Map()
  },
})

const changeOf = async (
  tx: Tx,
  links: Links,
  { organizationId, inviteeId, scheduledEventId, isFirst, isWanted, quietGuests }: DueReminder,
): Promise<MeetingChange[]> => {
  const [invitee] = await findInvitees(tx, organizationId, [inviteeId])
  const seen = await findScheduledEvent(tx, organizationId, scheduledEventId, nilUuid)
  if (!invitee || !seen) return []
  const event = toScheduledEventResource(links, asRecordedFor(seen.scheduledEvent, invitee))
  return [
    {
      organizationId,
      kind: 'reminder',
      invitee: toInviteeRecord(links, invitee),
      locale: invitee.locale,
      notation: invitee.timeNotation,
      event,
      toHosts: isFirst,
      toHostsAlone: !isWanted,
      quietGuests,
    },
  ]
}
