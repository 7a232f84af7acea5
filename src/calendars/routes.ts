import type { RouteTable } from '#execution/route-table.ts'
import { createCalendarConnection } from './operations/create-calendar-connection.ts'
import { deleteCalendarConnection } from './operations/delete-calendar-connection.ts'
import { explainEventTypeDay } from './operations/explain-event-type-day.ts'
import { explainEventTypeTime } from './operations/explain-event-type-time.ts'
import { getCalendarConnection } from './operations/get-calendar-connection.ts'
import { listCalendarConnections } from './operations/list-calendar-connections.ts'
import { readCalendarConnection } from './operations/read-calendar-connection.ts'
import { updateCalendar } from './operations/update-calendar.ts'
import { updateCalendarConnection } from './operations/update-calendar-connection.ts'

export const calendarRoutes: RouteTable = {
  'GET /calendar_connections': listCalendarConnections,
  'POST /calendar_connections': { operation: createCalendarConnection, status: 201 },
  'GET /calendar_connections/:uuid': getCalendarConnection,
  'PATCH /calendar_connections/:uuid': updateCalendarConnection,
  'DELETE /calendar_connections/:uuid': deleteCalendarConnection,
  'POST /calendar_connections/:uuid/read': { operation: readCalendarConnection, status: 202 },
  'PATCH /calendars/:uuid': updateCalendar,
  'GET /event_type_time_explanations': explainEventTypeTime,
  'GET /event_type_day_explanations': explainEventTypeDay,
}
