import { announceTo, writeActivityLog } from '#activity/index.ts'
import {
  followInRequests,
  followInWaitingLists,
  meetingChangesIn,
  paidRequests,
  requestExpiries,
  requestReminders,
  waitingListOffers,
} from '#bookings/index.ts'
import { calendarEntries, calendarFarewells, calendarSyncs, followInCalendars } from '#calendars/index.ts'
import { conferences, followInConferences } from '#conferences/index.ts'
import type { WakeSignal } from '#execution/jobs/wake-signal.ts'
import { Worker } from '#execution/jobs/worker.ts'
import type { AppContext } from '#execution/perform.ts'
import { releaseJobs } from '#execution/store/jobs.ts'
import { importing } from '#imports/index.ts'
import { findRestoredAt } from '#instance/store/restored.ts'
import { mailDeliveries, meetingReminders, queueMails, ruleMessages } from '#notifications/index.ts'
import { followInPayments, paymentRefunds, paymentSettlements } from '#payments/index.ts'
import type { Log } from '#platform/log.ts'
import { dataDeletions } from '#privacy/index.ts'
import type { RunningWork } from '#process/wiring.ts'
import { endLostSubscriptions, queueDeliveries, webhookDeliveries } from '#webhooks/index.ts'

/** What listens to facts, and what is done outside requests. The database must be one that sends no wake signal. */
export const buildWorker = (context: AppContext, log: Log, wakeSignal?: WakeSignal): Worker => {
  const { database, changes } = context
  const onAnnounced: Parameters<typeof announceTo>[1]['onAnnounced'] = (facts) =>
    void changes.publish(meetingChangesIn(facts))
  return new Worker({
    ...context,
    log,
    rounds: [
      announceTo(
        [
          endLostSubscriptions(context),
          queueDeliveries(context),
          queueMails(context),
          followInRequests,
          followInConferences,
          followInPayments,
          followInWaitingLists,
          followInCalendars,
        ],
        {
          ...context,
          log,
          onAnnounced,
        },
      ),
      writeActivityLog({ ...context, log }),
    ],
    kinds: [
      requestExpiries(context),
      requestReminders(context),
      waitingListOffers(context),
      conferences(context),
      paymentSettlements(context, paidRequests(context)),
      paymentRefunds(context),
      calendarSyncs(context),
      calendarEntries(context),
      calendarFarewells(context),
      dataDeletions(context),
      importing(context),
      webhookDeliveries(context),
      meetingReminders(context),
      ruleMessages(context),
      mailDeliveries(context, log),
    ],
    ...(wakeSignal ? { wakeSignal } : {}),
    gatherMilliseconds: 100,
    maxClaimedPerLane: 100,
    // The embedded database has one process, whose own wake signal covers everything but jobs that become due.
    pollMilliseconds: database.kind === 'embedded' ? 5_000 : 500,
  })
}

const lookForConfirmationMilliseconds = 2_000

/** A copy sends nothing until its owner confirms it; forgetting goes on meanwhile. */
export const startWork = async (context: AppContext, log: Log, wakeSignal: WakeSignal): Promise<RunningWork> => {
  const { database, clock } = context
  if (database.kind === 'embedded') await database.write((tx) => releaseJobs(tx, clock.now()))
  const begin = (worker: Worker): Worker => {
    worker.start()
    return worker
  }
  const isHeld = async (): Promise<boolean> => (await findRestoredAt(database.reader)) !== null
  const waits = await isHeld()
  let worker = begin(
    waits
      ? new Worker({ database, clock, log, kinds: [dataDeletions(context)], wakeSignal })
      : buildWorker(context, log, wakeSignal),
  )
  let looking: Promise<void> | undefined
  const look = async (): Promise<void> => {
    if (await isHeld().catch(() => true)) return
    clearInterval(timer)
    await worker.stop(10_000)
    worker = begin(buildWorker(context, log, wakeSignal))
    log.info({}, 'confirmed: this instance sends again')
  }
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined
    })
  }, lookForConfirmationMilliseconds)
  if (!waits) clearInterval(timer)
  return {
    stop: async (withinMilliseconds) => {
      clearInterval(timer)
      await looking
      await worker.stop(withinMilliseconds)
      context.mail.mailer.close()
      await context.changes.close()
    },
  }
}
