import { actorOf, recordFact } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { isAdmin } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import { OneFormRequest } from '../requests.ts'
import { FormSetupResource, toFormSetupResource } from '../resources.ts'
import { lockForm, setFormStatus } from '../store/forms.ts'

export const unpublishRoutingForm = write({
  name: 'unpublish_routing_form',
  summary: 'Make a routing form a draft again: it takes no more answers',
  scopes: [],
  input: OneFormRequest,
  output: FormSetupResource,

  async run({ tx, principal, links, now }, { formId }) {
    const { organizationId } = principal
    const form = await lockForm(tx, organizationId, formId)
    if (!form) throw missing()
    if (!isAdmin(principal)) throw refuse('You do not have permission to access this resource.')
    if (form.status === 'draft') return toFormSetupResource(links, form)

    await setFormStatus(tx, organizationId, form.id, 'draft', now)
    const resource = toFormSetupResource(links, { ...form, status: 'draft', updatedAt: now })
    await recordFact(tx, { name: 'routing_form.unpublished', organizationId, actor: actorOf(principal), subject: resource, occurredAt: now })
    return resource
  },
})
