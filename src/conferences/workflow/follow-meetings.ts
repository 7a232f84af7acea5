import { conferenceKindOf, type MeetingLocation } from '#bookings/index.ts'
import { hastenJobs, insertJobs } from '#execution/store/jobs.ts'
import { findMoveHistories, uidOf } from '#notifications/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { conferenceJob, laneOf } from '../conference.ts'
import {
  adoptConference,
  type ConferenceId,
  type KnownConference,
  listConferencesOf,
  listRequests,
  loadMeetings,
  type MeetingAtConference,
  type MeetingId,
  unwantConferences,
  wantConferences,
} from '../store/conferences.ts'

/** A meeting that something has happened to, and the one that it replaces. */
export interface ChangedMeeting extends MeetingId {
  readonly before?: string | undefined
}

/** Has the conferences of these meetings agree with them, whatever became of them. */
export const followMeetings = async (tx: Tx, about: readonly ChangedMeeting[], now: Date): Promise<void> => {
  const known = await listConferencesOf(tx, about.flatMap(withBefore))
  const meetings = await loadMeetings(tx, [...new Map(about.flatMap(withBefore).map((one) => [one.id, one])).values()])
  const conferenceOf = (id: string | undefined): KnownConference | undefined =>
    known.find(({ scheduledEventId }) => scheduledEventId === id)
  const before = new Map(about.map(({ id, before }) => [id, before]))
  const active = meetings.filter(
    (meeting) =>
      meeting.status === 'active' &&
      meeting.endsAt > now &&
      needsConference(meeting.location, conferenceOf(meeting.id) ?? conferenceOf(before.get(meeting.id))),
  )
  const uids = await uidsOf(tx, active)
  const wanted = active.flatMap(({ organizationId, id, membershipId, location, calendarKinds, endsAt }) => {
    const [kind, uid] = [conferenceKindOf(location), uids.get(id)]
    if (!kind || uid === undefined) return []
    const byCalendar = calendarKinds.includes(kind)
    return [{ organizationId, uid, scheduledEventId: id, membershipId, kind, byCalendar, endsAt }]
  })
  const ended = new Set(meetings.filter(({ status }) => status === 'canceled').map(({ id }) => id))
  for (const one of wanted) {
    const earlier = before.get(one.scheduledEventId)
    const left = earlier !== undefined && ended.has(earlier) ? conferenceOf(earlier) : undefined
    if (left && left.uid !== one.uid) await adoptConference(tx, left, one)
  }
  // Those that moved belong to their new meeting by the time the old one is looked at.
  const staying = new Set(wanted.map(({ scheduledEventId }) => scheduledEventId))
  await queueRequests(
    tx,
    [
      ...(await wantConferences(tx, wanted, now)),
      ...(await unwantConferences(
        tx,
        meetings.filter(({ id, endsAt }) => !staying.has(id) && endsAt > now),
        now,
      )),
    ],
    now,
  )
}

const withBefore = ({ organizationId, id, before }: ChangedMeeting): MeetingId[] =>
  [id, before].flatMap((one) => (one === undefined ? [] : [{ organizationId, id: one }]))

/** One that is on its way, or the one that was made for it: a host may also have a fixed link by now. */
const needsConference = (location: MeetingLocation | null, known: KnownConference | undefined): boolean => {
  if (conferenceKindOf(location) === undefined || !location) return false
  if (location.status === 'initiated' || location.status === 'processing') return true
  if (!known) return false
  return location.status === 'failed' || location.join_url === known.joinUrl
}

/** As their entries in calendars are called. */
const uidsOf = async (tx: Tx, meetings: readonly MeetingAtConference[]): Promise<ReadonlyMap<string, string>> => {
  const single = meetings.flatMap(({ isJoinable, inviteeId }) => (isJoinable || inviteeId === null ? [] : [inviteeId]))
  const histories = await findMoveHistories(tx, single)
  return new Map(
    meetings.flatMap(({ id, isJoinable, inviteeId, givenUid }) => {
      const own = inviteeId === null ? undefined : histories.get(inviteeId)?.uid
      const uid = isJoinable ? (givenUid ?? uidOf('event', id)) : own
      return uid === undefined ? [] : [[id, uid] as const]
    }),
  )
}

/** At most one job for each: whoever is at it looks again when it is done. */
export const queueRequests = async (tx: Tx, conferences: readonly ConferenceId[], now: Date): Promise<void> => {
  if (conferences.length === 0) return
  const requests = await listRequests(
    tx,
    conferences.map(({ id }) => id),
    conferenceJob,
  )
  for (const { id } of requests.filter(({ isQueued }) => isQueued)) await hastenJobs(tx, conferenceJob, id, now)
  await insertJobs(
    tx,
    requests
      .filter(({ isQueued }) => !isQueued)
      .map(({ organizationId, id, account }) => ({
        organizationId,
        kind: conferenceJob,
        lane: laneOf(account),
        subjectId: id,
      })),
    now,
  )
}

/** These meetings were erased: their conferences go as well. */
export const removeConferencesOf = async (tx: Tx, meetings: readonly MeetingId[], now: Date): Promise<void> =>
  queueRequests(tx, await unwantConferences(tx, meetings, now), now)
