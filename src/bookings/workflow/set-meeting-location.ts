import { type Actor, recordFact, system } from '#activity/index.ts'
import { type Links, uriOf } from '#contract/wire.ts'
import type { ConferenceKind } from '#event-types/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { type ConferenceProgress, conferenceLocation } from '../meeting-location.ts'
import { updateConference } from '../store/scheduled-events.ts'

interface SettingContext {
  readonly tx: Tx
  readonly links: Links
  readonly now: Date
  readonly actor?: Actor
}

interface ConferenceOfMeeting {
  readonly organizationId: string
  readonly id: string
  readonly kind: ConferenceKind
}

/**
 * How far the conference of a meeting is by now. Nothing happens where the meeting was canceled, has moved to a place of
 * another kind, or says so already; else it is told with a fact.
 */
export const setMeetingLocation = async (
  { tx, links, now, actor = system }: SettingContext,
  { organizationId, id, kind }: ConferenceOfMeeting,
  progress: ConferenceProgress,
): Promise<boolean> => {
  const location = conferenceLocation(kind, progress)
  const changed = await updateConference(tx, organizationId, id, location, now)
  if (!changed) return false
  // Without the URL, and without anybody who comes: whoever has to tell of it loads the meeting.
  const subject = {
    scheduled_event: {
      uri: uriOf(links, 'scheduled_events', id),
      event_type: uriOf(links, 'event_types', changed.scheduledEvent.eventTypeId),
      start_time: writeInstant(changed.scheduledEvent.startsAt),
      end_time: writeInstant(changed.scheduledEvent.endsAt),
      location: { type: location.type, status: location.status },
      event_memberships: changed.scheduledEvent.hosts.map(({ userId }) => ({ user: uriOf(links, 'users', userId) })),
    },
    ...(changed.urlBefore === null ? {} : { is_another: true }),
  }
  await recordFact(tx, {
    name: 'scheduled_event.location_changed',
    organizationId,
    actor,
    subject,
    occurredAt: now,
  })
  return true
}
