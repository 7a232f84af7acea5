import type { Listener } from '#activity/index.ts'
import { idInUri } from '#contract/wire.ts'
import { deleteJobsAbout, hastenJobs, insertJobs } from '#execution/store/jobs.ts'
import { findMembershipOfUser } from '#organizations/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { type CalendarConnection, leaveJob, syncJob } from '../connection.ts'
import { listChannels } from '../store/channels.ts'
import { listConnectionsOfEnded, listConnectionsOfUsers } from '../store/connections.ts'
import { disconnect } from '../workflow/disconnect.ts'
import { offerConferences } from '../workflow/offer-conferences.ts'
import { followMeetings } from '../workflow/want-entries.ts'

const aboutMeetings = [
  'invitee.created',
  'invitee.canceled',
  'invitee.rescheduled',
  'scheduled_event.canceled',
  'scheduled_event.location_changed',
]
/** Their zone or address may be another: all-day events and invitations follow it. */
const aboutHosts = ['account.profile_changed', 'account.email_changed']
/** Their calendar makes conferences again. */
const aboutLinks = 'conference_link.removed'
const aboutLeaving = ['organization_membership.removed', 'organization_membership.left']

interface MeetingSubject {
  readonly scheduled_event?: { readonly uri?: string }
  readonly old_scheduled_event?: { readonly uri?: string }
}

interface LinkSubject {
  readonly user: string
}

interface HostSubject {
  readonly user: { readonly uri: string }
}

/** Listens to facts: meetings are written into calendars, and the calendars of those who leave are forgotten. */
export const followInCalendars: Listener = async (tx, facts, now) => {
  const meetings = facts
    .filter(({ name }) => aboutMeetings.includes(name))
    .flatMap(({ organizationId, subject }) => {
      const { scheduled_event, old_scheduled_event } = JSON.parse(subject) as MeetingSubject
      return [scheduled_event?.uri, old_scheduled_event?.uri].flatMap((uri) =>
        uri === undefined ? [] : [{ organizationId, id: idInUri(uri) }],
      )
    })
  if (meetings.length > 0)
    await followMeetings(tx, [...new Map(meetings.map((meeting) => [meeting.id, meeting])).values()], now)
  const hosts = facts
    .filter(({ name }) => aboutHosts.includes(name))
    .map(({ subject }) => idInUri((JSON.parse(subject) as HostSubject).user.uri))
  for (const id of hosts.length === 0 ? [] : await listConnectionsOfUsers(tx, [...new Set(hosts)]))
    await hastenJobs(tx, syncJob, id, now)
  for (const { organizationId, subject } of facts.filter(({ name }) => name === aboutLinks)) {
    const { user } = JSON.parse(subject) as LinkSubject
    const member = await findMembershipOfUser(tx, organizationId, idInUri(user))
    if (member) await offerConferences(tx, { organizationId, membershipId: member.id }, now)
  }
  for (const organizationId of new Set(
    facts.filter(({ name }) => aboutLeaving.includes(name)).map((fact) => fact.organizationId),
  ))
    for (const connection of await listConnectionsOfEnded(tx, organizationId)) await leave(tx, connection, now)
}

/** At once, where nothing has to be said to anybody. Services that tell us of changes are asked to stop first. */
const leave = async (
  tx: Tx,
  connection: Pick<CalendarConnection, 'organizationId' | 'membershipId' | 'id'>,
  now: Date,
): Promise<void> => {
  const { organizationId, id } = connection
  if ((await listChannels(tx, organizationId, id)).length === 0) return disconnect(tx, connection, now)
  await deleteJobsAbout(tx, syncJob, [id])
  await deleteJobsAbout(tx, leaveJob, [id])
  await insertJobs(tx, [{ organizationId, kind: leaveJob, lane: `calendar ${id}`, subjectId: id }], now)
}
