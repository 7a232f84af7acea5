import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { read } from '#execution/operation.ts'
import { OneFormRequest } from '../requests.ts'
import { FormSetupResource, toFormSetupResource } from '../resources.ts'
import { findForm } from '../store/forms.ts'

/** For the console and the command line: the compatible API shows no rules. */
export const getRoutingFormSetup = read({
  name: 'get_routing_form_setup',
  summary: 'Get a routing form with its rules',
  scopes: ['routing_forms:read'],
  input: OneFormRequest,
  output: FormSetupResource,

  async run({ reader, principal, links }, { formId }) {
    const form = existing(await findForm(reader, principal.organizationId, formId))
    if (!isAdmin(principal)) throw refuse('no_access')
    return toFormSetupResource(links, form)
  },
})
