import { z } from 'zod'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { toEntryResource, WaitingListEntryResource } from '../waiting-list-resource.ts'
import { findSeenEntry } from '../workflow/find-seen-entry.ts'

export const getWaitingListEntry = read({
  name: 'get_waiting_list_entry',
  summary: 'Get a waiting list entry',
  scopes: ['booking_requests:read'],
  input: z.object({ uuid: pathId }),
  output: WaitingListEntryResource,

  async run({ reader, principal, links, now }, { uuid }) {
    return toEntryResource(links, await findSeenEntry(reader, principal, uuid, now))
  },
})
