import { field, type ToolTable, uriOf } from '../tool.ts'

const fromConnections = 'From calendars-list_calendar_connections: collection[].uri.'

/** Nothing that takes a password: that never passes through a program that reads along. */
export const calendarTools: ToolTable = {
  'GET /calendar_connections': {
    name: 'calendars-list_calendar_connections',
    title: 'List connected calendars',
    description: `Lists the calendar accounts that a user has connected, which of their calendars count as busy, and whether they can be read.
When: somebody asks why they are not offered, or whether their calendar is connected.`,
    takes: {
      user: field(
        'URI of a user; yourself if left out. From users-get_current_user or organizations-list_organization_memberships.',
      ),
    },
  },
  'GET /calendar_connections/:uuid': {
    name: 'calendars-get_calendar_connection',
    title: 'Read a calendar connection',
    description: 'Reads one calendar connection: its state, the reason when it cannot be read, and its calendars.',
    takes: { uri: uriOf('calendar_connections', fromConnections) },
  },
  'POST /calendar_connections/:uuid/read': {
    name: 'calendars-read_calendar_connection_now',
    title: 'Have a calendar read now',
    description: `Has the calendars of a connection read at once instead of within five minutes.
When: somebody has just changed their calendar elsewhere.`,
    takes: { uri: uriOf('calendar_connections', fromConnections) },
  },
}
