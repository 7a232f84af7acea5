import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { read } from '#execution/operation.ts'
import { OneFormRequest } from '../requests.ts'
import { RoutingFormResource, toRoutingFormResource } from '../resources.ts'
import { findForm } from '../store/forms.ts'

export const getRoutingForm = read({
  name: 'get_routing_form',
  summary: 'Get a routing form',
  description: 'For owners and admins.',
  scopes: ['routing_forms:read'],
  input: OneFormRequest,
  output: RoutingFormResource,

  async run({ reader, principal, links }, { formId }) {
    const form = existing(await findForm(reader, principal.organizationId, formId))
    if (!isAdmin(principal)) throw refuse('no_access')
    return toRoutingFormResource(links, form)
  },
})
