import type { RouteTable } from '#execution/route-table.ts'
import { listActivityLogEntries } from './operations/list-activity-log-entries.ts'

export const activityRoutes: RouteTable = {
  'GET /activity_log_entries': listActivityLogEntries,
}
