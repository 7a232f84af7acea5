import { z } from 'zod'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { ConnectionResource, toConnectionResource } from '../resources.ts'
import { listCalendarsOf } from '../store/calendars.ts'
import { connectionFor } from '../workflow/find-connection.ts'
import { queueLook } from '../workflow/queue-look.ts'

export const readCalendarConnection = write({
  name: 'read_calendar_connection_now',
  summary: 'Have a connected calendar account read at once',
  description: 'It is read every five minutes anyway. `last_read_at` tells when it was.',
  scopes: ['calendars:read'],
  input: z.object({ uuid: pathId }),
  output: ConnectionResource,

  async run({ tx, principal, links, now }, { uuid }) {
    const connection = await connectionFor(tx, principal, uuid)
    await queueLook(tx, connection, now)
    return toConnectionResource(links, connection, await listCalendarsOf(tx, principal.organizationId, [uuid]), now)
  },
})
