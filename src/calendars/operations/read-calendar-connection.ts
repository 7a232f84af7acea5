import { z } from 'zod'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { ConnectionResource, toConnectionResource } from '../resources.ts'
import { listCalendarsOf } from '../store/calendars.ts'
import { connectionFor } from '../workflow/find-connection.ts'
import { queueSync } from '../workflow/queue-sync.ts'

export const readCalendarConnection = write({
  name: 'read_calendar_connection_now',
  summary: 'Sync a calendar connection now',
  description:
    'Connections are synced every five minutes anyway. `is_syncing` is false again when the sync succeeded or failed.',
  scopes: ['calendars:read'],
  input: z.object({ uuid: pathId }),
  output: ConnectionResource,

  async run({ tx, principal, links, now }, { uuid }) {
    const connection = await connectionFor(tx, principal, uuid)
    await queueSync(tx, connection, now)
    const calendars = await listCalendarsOf(tx, principal.organizationId, [uuid])
    return toConnectionResource(links, { ...connection, isSyncing: true }, calendars, now)
  },
})
