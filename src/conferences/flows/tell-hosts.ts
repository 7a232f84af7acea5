import { recordFact, system } from '#activity/index.ts'
import { uriOf } from '#contract/wire.ts'
import type { AppContext } from '#execution/perform.ts'
import { minute } from '#platform/time/durations.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { lockUntold, markHostsTold } from '../store/conferences.ts'

/** Most links are there within seconds. */
const patienceMilliseconds = 5 * minute

/** Hosts get mail of meetings that still have no link: once, until the meeting moves or they try again. */
export const tellHostsOfMissingLinks = ({
  database,
  clock,
  links,
}: Pick<AppContext, 'database' | 'clock' | 'links'>): Promise<{ readonly more: boolean }> =>
  database.write(async (tx) => {
    const now = clock.now()
    const untold = await lockUntold(tx, new Date(now.getTime() - patienceMilliseconds), now)
    if (untold.length === 0) return { more: false }
    await markHostsTold(
      tx,
      untold.map(({ id }) => id),
      now,
    )
    for (const { organizationId, id, scheduledEventId, eventTypeId, userId, state, fault, startsAt } of untold) {
      const subject = {
        scheduled_event: {
          uri: uriOf(links, 'scheduled_events', scheduledEventId),
          event_type: uriOf(links, 'event_types', eventTypeId),
          start_time: writeInstant(startsAt),
        },
        user: uriOf(links, 'users', userId),
        conference: { id, fault, hasFailed: state === 'failed' },
      }
      const name = 'scheduled_event.link_missing'
      await recordFact(tx, { name, organizationId, actor: system, subject, occurredAt: now })
    }
    return { more: true }
  })
