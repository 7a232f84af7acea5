import { z } from 'zod'
import { uri, uriOf } from '#contract/wire.ts'
import { collection } from '#execution/operation.ts'
import { findFormerOwners } from '../store/event-types.ts'

/** For the console: the types of who has left are still there, and nobody can book them. */
export const listFormerOwners = collection({
  name: 'list_former_owners',
  summary: 'List the owners of event types who have left the organization',
  scopes: ['event_types:read'],
  input: z.object({}),
  output: z.object({ user: uri }),

  async run({ reader, principal, links }) {
    const userIds = await findFormerOwners(reader, principal.organizationId)
    return userIds.map((id) => ({ user: uriOf(links, 'users', id) }))
  },
})
