import { releaseFromCalendar } from '#conferences/index.ts'
import { saveCalendarKinds } from '#event-types/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { conferenceKindsOf } from '../connection.ts'
import { findMeetingServer } from '../store/calendars.ts'

/** Called when the calendar that takes the meetings of a host may be another: it makes their conferences. */
export const offerConferences = async (
  tx: Tx,
  { organizationId, membershipId }: { readonly organizationId: string; readonly membershipId: string },
  now: Date,
): Promise<void> => {
  const server = await findMeetingServer(tx, organizationId, membershipId)
  const kinds = conferenceKindsOf(server)
  await saveCalendarKinds(tx, organizationId, membershipId, kinds, now)
  await releaseFromCalendar(tx, { organizationId, membershipId, kinds }, now)
}
