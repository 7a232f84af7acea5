import { hastenJobs, lockJobsAbout } from '#execution/store/jobs.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { Database } from '#platform/db/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import { betweenPushedSyncsMilliseconds, isChannelSecret } from '../channel.ts'
import { syncJob } from '../connection.ts'
import { findPushedConnection, recordPush } from '../store/channels.ts'

export interface Push {
  readonly channelId: string
  readonly secret: string
  /** The service says that the channel ends: it is opened again with the next sync. */
  readonly isEnding: boolean
}

/**
 * Asks for a sync soon, and for nothing else. False, and nothing is looked up, for a push without the secret of its
 * channel.
 */
export const hearPush = async (
  { database, codes, clock }: { database: Database; codes: Codes; clock: Clock },
  push: Push,
): Promise<boolean> => {
  const { channelId, secret, isEnding } = push
  if (!isChannelSecret(codes, channelId, secret)) return false
  return database.write(async (tx) => {
    const connection = await findPushedConnection(tx, channelId)
    if (!connection) return false
    const { organizationId, id, syncedAt, isFaulty } = connection
    const now = clock.now()
    // A sync that is under way either sees this push when it ends, or has ended before.
    await lockJobsAbout(tx, syncJob, id)
    await recordPush(tx, organizationId, channelId, { now, endsAt: isEnding ? now : undefined })
    const soonest = new Date(Math.max(now.getTime(), (syncedAt?.getTime() ?? 0) + betweenPushedSyncsMilliseconds))
    if (!isFaulty) await hastenJobs(tx, syncJob, id, soonest)
    return true
  })
}
