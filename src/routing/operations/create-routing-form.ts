import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { findEventTypes } from '#event-types/index.ts'
import { write } from '#execution/operation.ts'
import { CreateRoutingFormRequest } from '../requests.ts'
import { FormSetupResource, toFormSetupResource } from '../resources.ts'
import { eventTypesIn, withQuestionIds } from '../rule.ts'
import { checkForm } from '../setup.ts'
import { insertForm } from '../store/forms.ts'

export const createRoutingForm = write({
  name: 'create_routing_form',
  summary: 'Create a routing form, as a draft',
  scopes: [],
  input: CreateRoutingFormRequest,
  output: FormSetupResource,

  async run({ tx, principal, links, now }, { name, questions, rules: sent, fallback }) {
    const { organizationId } = principal
    if (!isAdmin(principal)) throw refuse('no_access')
    const settings = { name, questions, rules: withQuestionIds(sent, questions), fallback }
    checkForm(settings, await findEventTypes(tx, organizationId, [...eventTypesIn(settings).keys()]), 'draft')

    const form = await insertForm(tx, organizationId, settings, now)
    const resource = toFormSetupResource(links, form)
    await recordChange({ tx, principal, now }, 'routing_form.created', resource)
    return resource
  },
})
