import type { Listener, RecordedFact } from '#activity/index.ts'
import { idInUri } from '#contract/wire.ts'
import { deleteAccountsOfEnded } from '#integrations/index.ts'
import { type ChangedMeeting, followMeetings } from '../workflow/follow-meetings.ts'

const aboutMeetings = ['invitee.created', 'invitee.canceled', 'invitee.rescheduled', 'scheduled_event.canceled']
const aboutLeaving = ['organization_membership.removed', 'organization_membership.left']

interface RecordedMeeting {
  readonly uri?: string
  readonly location?: { readonly type: string | null; readonly status: string | null }
}

interface MeetingSubject {
  readonly scheduled_event?: RecordedMeeting
  readonly old_scheduled_event?: RecordedMeeting
}

/** Listens to facts: meetings get their conferences, and accounts of those who leave are forgotten. */
export const followInConferences: Listener = async (tx, facts, now) => {
  const changed = facts.filter(({ name }) => aboutMeetings.includes(name)).flatMap(changeIn)
  if (changed.length > 0) await followMeetings(tx, changed, now)
  for (const organizationId of new Set(
    facts.filter(({ name }) => aboutLeaving.includes(name)).map((fact) => fact.organizationId),
  ))
    await deleteAccountsOfEnded(tx, organizationId)
}

/** Of meetings that could have a conference. The others cost nothing. */
const changeIn = ({ organizationId, subject }: RecordedFact): ChangedMeeting[] => {
  const { scheduled_event: event, old_scheduled_event: before } = JSON.parse(subject) as MeetingSubject
  if (event?.uri === undefined || !(isConference(event) || isConference(before))) return []
  return [
    { organizationId, id: idInUri(event.uri), before: before?.uri === undefined ? undefined : idInUri(before.uri) },
  ]
}

const conferenceTypes = ['google_conference', 'gotomeeting', 'microsoft_teams_conference', 'webex_conference', 'zoom']

const isConference = (meeting: RecordedMeeting | undefined): boolean =>
  conferenceTypes.includes(meeting?.location?.type ?? '')
