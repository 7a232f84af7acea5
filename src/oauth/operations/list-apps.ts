import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { flag } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { AppResource, toAppResource } from '../resources.ts'
import { listApps as listStoredApps } from '../store/clients.ts'

export const listApps = list({
  name: 'list_oauth_apps',
  summary: 'List the applications that were registered',
  description: 'The own ones; with `everyone`, and for owners and admins only, those of the whole organization.',
  scopes: [],
  sorting: { fields: [], default: 'created_at:asc' },
  fromPrimary: true,
  input: z.object({ everyone: flag.default(false) }),
  output: AppResource,

  async run({ reader, principal, page }, { everyone }) {
    if (everyone && !isAdmin(principal)) throw refuse('no_access')
    const found = await listStoredApps(
      reader,
      principal.organizationId,
      everyone ? {} : { membershipId: principal.membershipId },
      page,
    )
    return mapPage(found, toAppResource)
  },
})
