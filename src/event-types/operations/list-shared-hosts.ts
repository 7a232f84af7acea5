import { z } from 'zod'
import { uri, uriOf } from '#contract/wire.ts'
import { collection } from '#execution/operation.ts'
import { listSharedHosts as findSharedHosts } from '../store/hosts.ts'

/** For the console: who hosts the types that several hosts share. */
export const listSharedHosts = collection({
  name: 'list_shared_hosts',
  summary: 'List the hosts of shared event types',
  scopes: ['event_types:read'],
  input: z.object({}),
  output: z.object({ event_type: uri, name: z.string() }),

  async run({ reader, principal, links }) {
    const hosts = await findSharedHosts(reader, principal.organizationId)
    return hosts.map(({ eventTypeId, name }) => ({ event_type: uriOf(links, 'event_types', eventTypeId), name }))
  },
})
