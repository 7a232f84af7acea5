import { actorOf, recordFact } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { isAdmin } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import { findEventTypes } from '#event-types/index.ts'
import { OneFormRequest } from '../requests.ts'
import { FormSetupResource, toFormSetupResource } from '../resources.ts'
import { eventTypesIn } from '../rule.ts'
import { checkSetup } from '../setup.ts'
import { lockForm, setFormStatus } from '../store/forms.ts'

export const publishRoutingForm = write({
  name: 'publish_routing_form',
  summary: 'Publish a routing form: from now on it takes answers',
  scopes: [],
  input: OneFormRequest,
  output: FormSetupResource,

  async run({ tx, principal, links, now }, { formId }) {
    const { organizationId } = principal
    const form = await lockForm(tx, organizationId, formId)
    if (!form) throw missing()
    if (!isAdmin(principal)) throw refuse('You do not have permission to access this resource.')
    if (form.status === 'published') return toFormSetupResource(links, form)
    checkSetup(form, await findEventTypes(tx, organizationId, [...eventTypesIn(form).keys()]), 'published')

    await setFormStatus(tx, organizationId, form.id, 'published', now)
    const resource = toFormSetupResource(links, { ...form, status: 'published', updatedAt: now })
    await recordFact(tx, { name: 'routing_form.published', organizationId, actor: actorOf(principal), subject: resource, occurredAt: now })
    return resource
  },
})
