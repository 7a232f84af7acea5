import { announceTo } from '#activity/index.ts'
import type { Work } from '#cli/wiring.ts'
import type { Ground } from '#contract/perform.ts'
import { mailDeliveries, meetingReminders, queueMails } from '#notifications/index.ts'
import { releaseJobs } from '#platform/db/jobs.ts'
import type { Bell } from '#platform/jobs/bell.ts'
import { Worker } from '#platform/jobs/worker.ts'
import type { Log } from '#platform/log.ts'
import { dataDeletions } from '#privacy/index.ts'
import { queueDeliveries, webhookDeliveries } from '#webhooks/index.ts'

/** Who listens when something happened, and what is done outside requests. The database must be one that does not ring. */
export const buildWorker = (ground: Ground, log: Log, bell?: Bell): Worker => {
  const { database } = ground
  return new Worker({
    ...ground,
    log,
    rounds: [announceTo([queueDeliveries(ground), queueMails(ground)], { ...ground, log })],
    kinds: [dataDeletions(ground), webhookDeliveries(ground), meetingReminders(ground), mailDeliveries(ground, log)],
    ...(bell ? { bell } : {}),
    // The embedded database has one process, whose own bell tells of everything but the hours that pass.
    lookMilliseconds: database.kind === 'embedded' ? 5_000 : 500,
  })
}

export const startWork = async (ground: Ground, log: Log, bell: Bell): Promise<Work> => {
  if (ground.database.kind === 'embedded') await ground.database.write(releaseJobs)
  const worker = buildWorker(ground, log, bell)
  worker.start()
  return {
    stop: async (withinMilliseconds) => {
      await worker.stop(withinMilliseconds)
      ground.post.mailer.close()
    },
  }
}
