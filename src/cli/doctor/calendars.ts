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
  const { oldestLook, ...counts } = await overviewOfConnections(database.reader)
  return judgeCalendars({ ...counts, ageSeconds: oldestLook && (now.getTime() - oldestLook.getTime()) / 1000 })
}

export const judgeCalendars = ({
  connections,
  lost,
  ageSeconds,
}: Pick<ConnectionsOverview, 'connections' | 'lost'> & { readonly ageSeconds: number | null }): Finding => {
  if (connections === 0 || ageSeconds === null) return ok('calendars', 'Nobody has connected one')
  if (lost > 0)
    return warning(
      'calendars',
      `${lost} of ${counted(connections, 'connection')} lost: their owners are offered to nobody, and have mail. See: openslot calendar list`,
    )
  if (ageSeconds * 1000 > hour)
    return warning(
      'calendars',
      `One was read ${counted(Math.round(ageSeconds / 60), 'minute')} ago for the last time. Check that openslot start or openslot work runs.`,
    )
  return ok(
    'calendars',
    `${counted(connections, 'connection')}, all read within ${counted(Math.max(1, Math.ceil(ageSeconds / 60)), 'minute')}`,
  )
}
