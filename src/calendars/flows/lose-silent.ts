import type { Links } from '#contract/wire.ts'
import { faultOf } from '#integrations/index.ts'
import type { Database } from '#platform/db/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import { lostBefore } from '../health.ts'
import { refreshKnownUntil } from '../store/calendars.ts'
import { loadConnections, lockSilentConnections } from '../store/connections.ts'
import { queueSync } from '../workflow/queue-sync.ts'
import { recordFault } from '../workflow/record-fault.ts'

/**
 * Connections that were not read for a day are lost, also where no job came to say so: nobody is free by accident. Each
 * is tried anew.
 */
export const loseSilentConnections = ({
  database,
  clock,
  links,
}: {
  database: Database
  clock: Clock
  links: Links
}): Promise<{ readonly more: boolean }> =>
  database.write(async (tx) => {
    const now = clock.now()
    const ids = await lockSilentConnections(tx, lostBefore(now))
    if (ids.length === 0) return { more: false }
    for (const connection of await loadConnections(tx, ids)) {
      await recordFault(tx, links, connection, faultOf('silent'), now)
      await refreshKnownUntil(tx, connection.organizationId, connection.membershipId, now)
      await queueSync(tx, connection, now)
    }
    return { more: true }
  })
