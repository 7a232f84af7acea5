import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { flag, pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { factSubject } from '../fact-subject.ts'
import { closeChannels } from '../workflow/close-channels.ts'
import { disconnect } from '../workflow/disconnect.ts'
import { connectionFor } from '../workflow/find-connection.ts'
import { removeEntries } from '../workflow/remove-entries.ts'

export const deleteCalendarConnection = write({
  name: 'delete_calendar_connection',
  summary: 'Disconnect a calendar account',
  description:
    'Deletes its busy times, events, and credentials immediately. Your own, or those of any member for owners and admins. Meetings that were added to the calendar stay there unless `take_back` is true.',
  scopes: ['calendars:write'],
  input: z.object({
    uuid: pathId,
    take_back: flag.optional().meta({ description: 'First remove upcoming meetings from the calendar' }),
  }),
  output: z.void(),

  async ask(call, { uuid, take_back }): Promise<void> {
    const connection = await connectionFor(call.reader, call.principal, uuid)
    if (take_back) await removeEntries(call, connection)
    await closeChannels(call, connection)
  },

  async run({ tx, principal, links, now }, { uuid }) {
    const connection = await connectionFor(tx, principal, uuid)
    await disconnect(tx, connection, now)
    await recordChange({ tx, principal, now }, 'calendar.disconnected', factSubject(links, connection))
  },
})
