import { type ConferenceProgress, setMeetingLocation } from '#bookings/index.ts'
import type { Links } from '#contract/wire.ts'
import type { Tx } from '#platform/db/database.ts'
import type { ConferenceFault, ConferenceState } from '../conference.ts'
import { saveMadeByCalendar } from '../store/conferences.ts'

/** What came of a conference that is made with the entry of its meeting in a calendar. */
export type CalendarConference =
  | { readonly state: 'made'; readonly joinUrl: string }
  | { readonly state: 'retrying' | 'failed'; readonly fault: ConferenceFault }

interface ConferenceOfHost {
  readonly organizationId: string
  readonly id: string
  readonly membershipId: string
}

/** Kept, and shown by the meeting. A meeting that has got another host meanwhile waits for theirs. */
export const settleByCalendar = async (
  { tx, links, now }: { readonly tx: Tx; readonly links: Links; readonly now: Date },
  conference: ConferenceOfHost,
  made: CalendarConference,
): Promise<void> => {
  const state: Pick<ConferenceState, 'state' | 'joinUrl' | 'fault'> =
    made.state === 'made'
      ? { state: 'made', joinUrl: made.joinUrl, fault: null }
      : { state: made.state, joinUrl: null, fault: made.fault }
  const meeting = await saveMadeByCalendar(tx, conference, state, now)
  if (!meeting) return
  const { organizationId } = conference
  const { scheduledEventId: id, kind } = meeting
  await setMeetingLocation({ tx, links, now }, { organizationId, id, kind }, progressOf(made))
}

const progressOf = (made: CalendarConference): ConferenceProgress => {
  if (made.state === 'made') return { status: 'pushed', joinUrl: made.joinUrl }
  return { status: made.state === 'failed' ? 'failed' : 'processing' }
}
