import { type ConnectionsOverview, overviewOfConnections } from '#calendars/index.ts'
import { counted } from '#platform/counted.ts'
import type { Database } from '#platform/db/database.ts'
import { hour } from '#platform/time/durations.ts'
import { type Finding, ok, warning } from './finding.ts'

/**
 * Whether the calendars of hosts are read. What one of them cannot be read for, its owner knows: it is nothing that is
 * wrong here.
 */
export const examineCalendars = async (database: Database, now: Date): Promise<Finding> => {
  const { oldestSync, ...counts } = await overviewOfConnections(database.reader)
  return judgeCalendars({ ...counts, ageSeconds: oldestSync && (now.getTime() - oldestSync.getTime()) / 1000 })
}

export const judgeCalendars = ({
  connections,
  lost,
  ageSeconds,
}: Pick<ConnectionsOverview, 'connections' | 'lost'> & { readonly ageSeconds: number | null }): Finding => {
  if (connections === 0 || ageSeconds === null) return ok('calendars', 'No calendars are connected')
  if (lost > 0)
    return warning(
      'calendars',
      `${lost} of ${counted(connections, 'connection')} cannot be synced. Nobody can book their owners, who were notified by email. See: openslot calendar list`,
    )
  if (ageSeconds * 1000 > hour)
    return warning(
      'calendars',
      `A calendar was last synced ${counted(Math.round(ageSeconds / 60), 'minute')} ago. Check that openslot start or openslot work is running.`,
    )
  return ok(
    'calendars',
    `${counted(connections, 'connection')}, all synced within ${counted(Math.max(1, Math.ceil(ageSeconds / 60)), 'minute')}`,
  )
}
