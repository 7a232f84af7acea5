import type { Principal } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import type { Reader } from '#platform/db/database.ts'
import type { Calendar, CalendarConnection } from '../connection.ts'
import { mayChange, maySee } from '../rights.ts'
import { findCalendar } from '../store/calendars.ts'
import { findConnection } from '../store/connections.ts'

/** A connection that the caller may see. */
export const connectionFor = async (reader: Reader, principal: Principal, id: string): Promise<CalendarConnection> => {
  const connection = await findConnection(reader, principal.organizationId, id)
  if (!connection) throw missing()
  if (!maySee(principal, connection)) throw refuse('no_access')
  return connection
}

/** A connection of the caller's own. */
export const ownConnection = async (reader: Reader, principal: Principal, id: string): Promise<CalendarConnection> => {
  const connection = await connectionFor(reader, principal, id)
  if (!mayChange(principal, connection)) throw refuse('calendar_of_another')
  return connection
}

/** A calendar of the caller's own. */
export const ownCalendar = async (reader: Reader, principal: Principal, id: string): Promise<Calendar> => {
  const calendar = await findCalendar(reader, principal.organizationId, id)
  if (!calendar) throw missing()
  if (!mayChange(principal, calendar)) throw refuse('calendar_of_another')
  return calendar
}
