import { field, type ToolTable, uriOf } from '../tool.ts'

const fromConnections = 'From calendars-list_calendar_connections: collection[].uri.'

/** Nothing that takes a password: that never passes through a program that reads along. */
export const calendarTools: ToolTable = {
  'GET /calendar_connections': {
    name: 'calendars-list_calendar_connections',
    title: 'List connected calendars',
    description: `Lists the calendar connections of a user, which calendars are checked for conflicts, and their sync status.
When: the user asks why nobody can book them, or whether their calendar is connected.`,
    takes: {
      user: field(
        'URI of a user; by default yourself. From users-get_current_user or organizations-list_organization_memberships.',
      ),
    },
  },
  'GET /calendar_connections/:uuid': {
    name: 'calendars-get_calendar_connection',
    title: 'Read a calendar connection',
    description: 'Returns one calendar connection: its state, the reason if the sync failed, and its calendars.',
    takes: { uri: uriOf('calendar_connections', fromConnections) },
  },
  'POST /calendar_connections/:uuid/read': {
    name: 'calendars-read_calendar_connection_now',
    title: 'Sync a calendar now',
    description: `Syncs the calendars of a connection now instead of within five minutes.
When: the user has just changed something in their calendar.`,
    takes: { uri: uriOf('calendar_connections', fromConnections) },
  },
}
