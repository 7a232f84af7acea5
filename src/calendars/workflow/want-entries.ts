import { deleteJobsAbout, insertJobs } from '#execution/store/jobs.ts'
import { findMoveHistories, uidOf } from '#notifications/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { laneOf, writeJob } from '../connection.ts'
import {
  type EntryId,
  listEntriesWith,
  loadEntryServers,
  loadMeetingsOfConnected,
  type MeetingId,
  markUncertain,
  unwantEntries,
  wantEntries,
} from '../store/entries.ts'

/** Has the calendars of their hosts agree with these meetings, whatever became of them. */
export const followMeetings = async (tx: Tx, about: readonly MeetingId[], now: Date): Promise<void> => {
  const meetings = (await loadMeetingsOfConnected(tx, about)).filter(({ endsAt }) => endsAt > now)
  if (meetings.length === 0) return
  const active = meetings.filter(({ status }) => status === 'active')
  const histories = await findMoveHistories(
    tx,
    active.flatMap(({ inviteeId, isJoinable }) => (inviteeId !== null && !isJoinable ? [inviteeId] : [])),
  )
  const wanted = active.flatMap(
    ({ organizationId, id, isJoinable, inviteeId, endsAt, membershipIds, givenUid, givenSequence }) => {
      const shared = { uid: givenUid ?? uidOf('event', id), sequence: givenSequence }
      const entry = isJoinable ? shared : inviteeId === null ? undefined : histories.get(inviteeId)
      if (!entry) return []
      const { uid, sequence } = entry
      return membershipIds.map((membershipId) => ({
        organizationId,
        membershipId,
        uid,
        sequence,
        scheduledEventId: id,
        endsAt,
      }))
    },
  )
  // Those that moved belong to their new meeting by the time the old one is looked at.
  const changed = [
    ...(await wantEntries(tx, wanted, now)),
    ...(await unwantEntries(
      tx,
      meetings.filter(({ status }) => status === 'canceled'),
      now,
    )),
  ]
  await queueWriting(tx, changed, now)
}

/** An entry of a host without a calendar that takes meetings has nothing to do: it only tells which events are ours. */
export const queueWriting = async (tx: Tx, entries: readonly EntryId[], now: Date): Promise<void> => {
  if (entries.length === 0) return
  const reachable = await loadEntryServers(
    tx,
    entries.map(({ id }) => id),
  )
  const ids = reachable.map(({ id }) => id)
  await deleteJobsAbout(tx, writeJob, ids)
  await markUncertain(tx, ids)
  await insertJobs(
    tx,
    reachable.map(({ organizationId, id, server }) => ({
      organizationId,
      kind: writeJob,
      lane: laneOf(server),
      subjectId: id,
    })),
    now,
  )
}

/** These invitees or guests of theirs were erased: what calendars say about their meetings is written again. */
export const rewriteEntriesWith = async (
  tx: Tx,
  organizationId: string,
  inviteeIds: readonly string[],
  now: Date,
): Promise<void> => queueWriting(tx, await listEntriesWith(tx, organizationId, inviteeIds), now)

/** These meetings were erased: calendars lose them as well. */
export const removeEntriesOf = async (tx: Tx, meetings: readonly MeetingId[], now: Date): Promise<void> =>
  queueWriting(tx, await unwantEntries(tx, meetings, now), now)
