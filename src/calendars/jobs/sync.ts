import { type Done, type JobKind, tasksOf } from '#execution/jobs/kind.ts'
import type { Job } from '#execution/store/jobs.ts'
import { isAway } from '#integrations/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { betweenPushedSyncsMilliseconds } from '../channel.ts'
import { syncJob } from '../connection.ts'
import { lostBefore, syncEveryMilliseconds } from '../health.ts'
import type { ProviderFault } from '../providers/fault.ts'
import { loadCalendarsToSync, refreshKnownUntil, saveCalendarFault, saveSync } from '../store/calendars.ts'
import { wasPushedSince } from '../store/channels.ts'
import { loadConnections, recordGoodSync } from '../store/connections.ts'
import { markSeen } from '../store/host-changes.ts'
import { recordDiscovery } from '../workflow/record-discovery.ts'
import { recordFault } from '../workflow/record-fault.ts'
import { recordGone } from '../workflow/record-gone.ts'
import { recordHostChange } from '../workflow/record-host-change.ts'
import { saveDifference } from './save-sync.ts'
import { ofMember, type SyncContext, type SyncOutcome, type SyncTask, syncCalendars } from './sync-calendars.ts'

/** Reads the calendars of a connection, every five minutes. */
export const calendarSyncs = (context: SyncContext): JobKind<SyncTask, SyncOutcome> => ({
  name: syncJob,
  load: (tx, jobs) => tasksOf(jobs, () => loadTasks(tx, jobs)),
  act: (task, isHeld) => syncCalendars(context, task, isHeld),
  isAway: ({ fault }) => fault !== undefined && isAway(fault),
  settle: (tx, done) => settle(tx, done, context),
})

const loadTasks = async (tx: Tx, jobs: readonly Job[]): Promise<readonly SyncTask[]> => {
  const ids = jobs.map(({ subjectId }) => subjectId)
  // The job of a connection is tried again and again; one that was asked for is a new one.
  const askedFor = new Set(jobs.flatMap(({ subjectId, attempts }) => (attempts <= 1 ? [subjectId] : [])))
  const connections = await loadConnections(tx, ids)
  const calendars = await loadCalendarsToSync(tx, ids)
  return connections.map((connection) => ({
    ...connection,
    calendars: calendars.filter(({ connectionId }) => connectionId === connection.id),
    isAskedFor: askedFor.has(connection.id),
  }))
}

const settle = async (
  tx: Tx,
  done: readonly Done<SyncTask, SyncOutcome>[],
  { clock, links }: SyncContext,
): Promise<ReadonlyMap<number, Date>> => {
  const now = clock.now()
  const again = new Map<number, Date>()
  for (const { job, task, outcome } of done) {
    const { organizationId, membershipId, id } = task
    const { syncs, gone, fault, faulty } = outcome
    for (const sync of syncs) {
      if (await saveSync(tx, organizationId, sync.calendar, sync, now))
        await saveDifference(tx, ofMember(task, sync.calendar), sync.difference)
      await markSeen(tx, organizationId, sync.entries.seen)
      for (const noticed of sync.entries.changes) await recordHostChange(tx, links, task, noticed, now)
    }
    for (const calendar of gone) await recordGone(tx, links, task, calendar, now)
    for (const one of faulty) await saveCalendarFault(tx, organizationId, one.calendar.id, one.fault.fault)
    const isReadAgain = await recordDiscovery(tx, links, task, outcome.found, now)
    if (fault) {
      const blamed = task.calendars.length > 1 ? faulty.find((one) => one.fault === fault)?.calendar.name : undefined
      await recordFault(tx, links, task, fault, now, blamed)
      again.set(job.id, new Date(now.getTime() + pauseAfter(fault)))
    } else {
      const oldest = await recordGoodSync(tx, organizationId, id, lostBefore(now), now)
      const isPushed = await wasPushedSince(tx, organizationId, id, outcome.beganAt)
      const pause = isPushed ? betweenPushedSyncsMilliseconds : syncEveryMilliseconds
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
  Math.max(isFinal && fault !== 'gone' ? 12 * syncEveryMilliseconds : syncEveryMilliseconds, retryAfterSeconds * 1000)
