import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { Problem } from '#contract/problem.ts'
import { list } from '#execution/operation.ts'
import { noDataRequests } from '../problems.ts'
import { DeletionResource, toDeletionResource } from '../resources.ts'
import { listDeletions } from '../store/deletions.ts'

export const listDataDeletions = list({
  name: 'list_data_deletions',
  summary: 'List the erasures that were asked for, and when each was done',
  description: 'For owners and admins. No address is in it: people are known by a keyed hash.',
  scopes: ['data_compliance:write'],
  plan: 'enterprise',
  sorting: { fields: [], default: 'created_at:desc' },
  input: z.object({}),
  output: DeletionResource,

  async run({ reader, principal, page }) {
    if (!isAdmin(principal)) throw new Problem(noDataRequests)
    return mapPage(await listDeletions(reader, principal.organizationId, page), toDeletionResource)
  },
})
