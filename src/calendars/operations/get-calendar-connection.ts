import { z } from 'zod'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { ConnectionResource, toConnectionResource } from '../resources.ts'
import { listCalendarsOf } from '../store/calendars.ts'
import { connectionFor } from '../workflow/find-connection.ts'

export const getCalendarConnection = read({
  name: 'get_calendar_connection',
  summary: 'Get a calendar connection',
  description: 'Your own, or those of any member for owners and admins.',
  scopes: ['calendars:read'],
  input: z.object({ uuid: pathId }),
  output: ConnectionResource,

  async run({ reader, principal, links, now }, { uuid }) {
    const connection = await connectionFor(reader, principal, uuid)
    return toConnectionResource(links, connection, await listCalendarsOf(reader, principal.organizationId, [uuid]), now)
  },
})
