import { type Done, type JobKind, tasksOf } from '#execution/jobs/kind.ts'
import type { Job } from '#execution/store/jobs.ts'
import type { Tx } from '#platform/db/database.ts'
import { betweenPushedLooksMilliseconds } from '../channel.ts'
import { lookJob } from '../connection.ts'
import { lookEveryMilliseconds, lostBefore } from '../health.ts'
import { isAway, type ProviderFault } from '../providers/fault.ts'
import { loadCalendarsToLookAt, refreshKnownUntil, saveCalendarFault, saveLook } from '../store/calendars.ts'
import { wasPushedSince } from '../store/channels.ts'
import { loadConnections, recordGoodLook } from '../store/connections.ts'
import { markSeen } from '../store/host-changes.ts'
import { recordDiscovery } from '../workflow/record-discovery.ts'
import { recordFault } from '../workflow/record-fault.ts'
import { recordGone } from '../workflow/record-gone.ts'
import { recordHostChange } from '../workflow/record-host-change.ts'
import { type Looking, type LookOutcome, type LookTask, lookAtCalendars, ofMember } from './look-at-calendars.ts'
import { saveDifference } from './save-look.ts'

/** Reads the calendars of a connection, every five minutes. */
export const calendarLooks = (context: Looking): JobKind<LookTask, LookOutcome> => ({
  name: lookJob,
  load: (tx, jobs) => tasksOf(jobs, () => loadTasks(tx, jobs)),
  act: (task, isHeld) => lookAtCalendars(context, task, isHeld),
  isAway: ({ fault }) => fault !== undefined && isAway(fault),
  settle: (tx, done) => settle(tx, done, context),
})

const loadTasks = async (tx: Tx, jobs: readonly Job[]): Promise<readonly LookTask[]> => {
  const ids = jobs.map(({ subjectId }) => subjectId)
  // The job of a connection is tried again and again; one that was asked for is a new one.
  const askedFor = new Set(jobs.flatMap(({ subjectId, attempts }) => (attempts <= 1 ? [subjectId] : [])))
  const connections = await loadConnections(tx, ids)
  const calendars = await loadCalendarsToLookAt(tx, ids)
  return connections.map((connection) => ({
    ...connection,
    calendars: calendars.filter(({ connectionId }) => connectionId === connection.id),
    isAskedFor: askedFor.has(connection.id),
  }))
}

const settle = async (
  tx: Tx,
  done: readonly Done<LookTask, LookOutcome>[],
  { clock, links }: Looking,
): Promise<ReadonlyMap<number, Date>> => {
  const now = clock.now()
  const again = new Map<number, Date>()
  for (const { job, task, outcome } of done) {
    const { organizationId, membershipId, id } = task
    const { looks, gone, fault, faulty } = outcome
    for (const look of looks) {
      if (await saveLook(tx, organizationId, look.calendar, look, now))
        await saveDifference(tx, ofMember(task, look.calendar), look.difference)
      await markSeen(tx, organizationId, look.entries.seen)
      for (const noticed of look.entries.changes) await recordHostChange(tx, links, task, noticed, now)
    }
    for (const calendar of gone) await recordGone(tx, links, task, calendar, now)
    for (const one of faulty) await saveCalendarFault(tx, organizationId, one.calendar.id, one.fault.fault)
    const isReadAgain = await recordDiscovery(tx, links, task, outcome.found, now)
    if (fault) {
      const blamed = task.calendars.length > 1 ? faulty.find((one) => one.fault === fault)?.calendar.name : undefined
      await recordFault(tx, links, task, fault, now, blamed)
      again.set(job.id, new Date(now.getTime() + pauseAfter(fault)))
    } else {
      const oldest = await recordGoodLook(tx, organizationId, id, lostBefore(now), now)
      const isPushed = await wasPushedSince(tx, organizationId, id, outcome.beganAt)
      const pause = isPushed ? betweenPushedLooksMilliseconds : lookEveryMilliseconds
      again.set(job.id, oldest && !isReadAgain ? new Date(oldest.getTime() + pause) : now)
    }
    await refreshKnownUntil(tx, organizationId, membershipId, now)
  }
  return again
}

/**
 * A password that is not accepted is not tried often: servers lock accounts for that. One answer that a calendar is
 * gone may be a mistake.
 */
const pauseAfter = ({ fault, isFinal, retryAfterSeconds = 0 }: ProviderFault): number =>
  Math.max(isFinal && fault !== 'gone' ? 12 * lookEveryMilliseconds : lookEveryMilliseconds, retryAfterSeconds * 1000)
