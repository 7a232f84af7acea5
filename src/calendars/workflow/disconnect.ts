import { deleteAllBusySpans } from '#availability/index.ts'
import { deleteJobsAbout } from '#execution/store/jobs.ts'
import type { Tx } from '#platform/db/database.ts'
import { type Calendar, type CalendarConnection, syncJob } from '../connection.ts'
import { listCalendarIds, refreshKnownUntil } from '../store/calendars.ts'
import { deleteConnection } from '../store/connections.ts'
import { deleteAllItems } from '../store/items.ts'
import { offerConferences } from './offer-conferences.ts'

/** Nothing is kept: busy times, events and credentials go at once. */
export const disconnect = async (
  tx: Tx,
  { organizationId, membershipId, id }: Pick<CalendarConnection, 'organizationId' | 'membershipId' | 'id'>,
  now: Date,
): Promise<void> => {
  for (const calendarId of await listCalendarIds(tx, organizationId, id))
    await forgetEvents(tx, { organizationId, membershipId, id: calendarId })
  await deleteConnection(tx, organizationId, id)
  await offerConferences(tx, { organizationId, membershipId }, now)
  await deleteJobsAbout(tx, syncJob, [id])
  await refreshKnownUntil(tx, organizationId, membershipId, now)
}

/** Of a calendar that does not count. */
export const forgetEvents = async (
  tx: Tx,
  { organizationId, membershipId, id }: Pick<Calendar, 'organizationId' | 'membershipId' | 'id'>,
): Promise<void> => {
  await deleteAllItems(tx, organizationId, id)
  await deleteAllBusySpans(tx, { organizationId, membershipId, calendarId: id })
}
