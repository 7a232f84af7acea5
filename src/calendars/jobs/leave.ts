import { type JobKind, tasksOf } from '#execution/jobs/kind.ts'
import { type CalendarConnection, leaveJob } from '../connection.ts'
import { loadEndedConnections } from '../store/connections.ts'
import { closeChannels } from '../workflow/close-channels.ts'
import { disconnect } from '../workflow/disconnect.ts'
import type { SyncContext } from './sync-calendars.ts'

type Leaving = Pick<CalendarConnection, 'organizationId' | 'membershipId' | 'id'>

/**
 * Closes the channels of members who have left, and then forgets their connection. A service that does not answer keeps
 * nothing here: what it says is heard by nobody.
 */
export const calendarFarewells = (context: SyncContext): JobKind<Leaving, void> => ({
  name: leaveJob,
  load: (tx, jobs) => tasksOf(jobs, (ids) => loadEndedConnections(tx, ids)),
  act: async (connection) => {
    const { database, clock } = context
    await closeChannels({ ...context, reader: database.reader, keep: database.write, now: clock.now() }, connection)
  },
  isAway: () => false,
  settle: async (tx, done) => {
    for (const { task } of done) await disconnect(tx, task, context.clock.now())
    return new Map()
  },
})
