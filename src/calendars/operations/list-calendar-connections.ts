import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { missing, refuse } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { findMembershipOfUser } from '#organizations/index.ts'
import { ConnectionResource, toConnectionResource } from '../resources.ts'
import { maySee } from '../rights.ts'
import { listCalendarsOf } from '../store/calendars.ts'
import { listConnections } from '../store/connections.ts'

export const listCalendarConnections = list({
  name: 'list_calendar_connections',
  summary: 'List the calendar connections of a user',
  description: 'Your own, or those of any member for owners and admins.',
  scopes: ['calendars:read'],
  input: z.object({ user: referenceTo('users').optional() }),
  output: ConnectionResource,
  sorting: { fields: ['created_at'], default: 'created_at:asc' },

  async run({ reader, principal, links, now, page }, { user }) {
    const { organizationId } = principal
    const membership = await findMembershipOfUser(reader, organizationId, user ?? principal.userId)
    if (!membership || membership.endedAt) throw missing()
    if (!maySee(principal, { membershipId: membership.id })) throw refuse('no_access')
    const found = await listConnections(reader, organizationId, membership.id, page)
    const calendars = await listCalendarsOf(
      reader,
      organizationId,
      found.items.map(({ id }) => id),
    )
    return mapPage(found, (connection) => toConnectionResource(links, connection, calendars, now))
  },
})
