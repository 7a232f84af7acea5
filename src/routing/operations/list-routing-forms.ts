import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { RoutingFormResource, toRoutingFormResource } from '../resources.ts'
import { listForms } from '../store/forms.ts'

export const listRoutingForms = list({
  name: 'list_routing_forms',
  summary: 'List the routing forms of your organization',
  description: 'For owners and admins. `organization` is optional.',
  scopes: ['routing_forms:read'],
  sorting: { fields: ['created_at'], default: 'created_at:asc' },
  input: z.object({ organization: referenceTo('organizations').optional() }),
  output: RoutingFormResource,

  async run({ reader, principal, links, page }, { organization: organizationId }) {
    if (organizationId !== undefined && organizationId !== principal.organizationId) throw missing()
    if (!isAdmin(principal)) throw refuse('no_access')
    return mapPage(await listForms(reader, principal.organizationId, page), (form) =>
      toRoutingFormResource(links, form),
    )
  },
})
