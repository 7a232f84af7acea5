import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { GroupResource, toGroupResource } from '../resources.ts'
import { listGroups } from '../store/groups.ts'

export const listOrganizationGroups = list({
  name: 'list_groups',
  summary: 'List the groups of your organization',
  description:
    'Owners and admins see all groups; group admins see the groups they administer. Without `organization`, you get the groups you belong to.',
  scopes: ['groups:read'],
  sorting: { fields: [], default: 'created_at:asc' },
  input: z.object({ organization: referenceTo('organizations').optional() }),
  output: GroupResource,

  async run({ reader, principal, links, page }, { organization: organizationId }) {
    if (organizationId !== undefined && organizationId !== principal.organizationId) throw missing()
    const own = {
      membershipId: principal.membershipId,
      ...(organizationId === undefined ? {} : { role: 'admin' as const }),
    }
    const found = await listGroups(reader, principal.organizationId, isAdmin(principal) ? {} : { relatedTo: own }, page)
    const administersNone =
      organizationId !== undefined && !isAdmin(principal) && found.items.length === 0 && !page.from
    if (administersNone) throw refuse('no_access')
    return mapPage(found, (group) => toGroupResource(links, group))
  },
})
