import { recordFact, system } from '#activity/index.ts'
import type { Links } from '#contract/wire.ts'
import type { Tx } from '#platform/db/database.ts'
import { calendarFaults } from '../../../languages/calendar-faults.ts'
import { factSubject } from '../fact-subject.ts'
import { type CalendarToSync, findCalendar, saveCalendarFault, saveCalendarSettings } from '../store/calendars.ts'
import type { ConnectionToSync } from '../store/connections.ts'
import { forgetEvents } from './disconnect.ts'
import { offerConferences } from './offer-conferences.ts'

/**
 * A calendar that was deleted at the other side counts no more, and closes nothing. Its owner gets a mail that names
 * it.
 */
export const recordGone = async (
  tx: Tx,
  links: Links,
  connection: ConnectionToSync,
  { id }: CalendarToSync,
  now: Date,
): Promise<void> => {
  const { organizationId, account } = connection
  const calendar = await findCalendar(tx, organizationId, id)
  if (!calendar?.checksConflicts) return
  await saveCalendarSettings(tx, calendar, { ...calendar, checksConflicts: false, takesMeetings: false }, now)
  await offerConferences(tx, calendar, now)
  await forgetEvents(tx, calendar)
  await saveCalendarFault(tx, organizationId, id, 'gone')
  const subject = {
    ...factSubject(links, connection, calendarFaults.gone),
    account: `${calendar.name} (${account})`,
    cause: 'removed',
    isNotified: true,
  }
  await recordFact(tx, { name: 'calendar.lost', organizationId, actor: system, subject, occurredAt: now })
}
