import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { OneFormRequest } from '../requests.ts'
import { FormSetupResource, toFormSetupResource } from '../resources.ts'
import { lockDeletedForm, markFormRestored } from '../store/forms.ts'

/** For the console: takes a deletion back. It is a draft then, and is published like any other. */
export const restoreRoutingForm = write({
  name: 'restore_routing_form',
  summary: 'Restore a deleted routing form, as a draft',
  scopes: [],
  input: OneFormRequest,
  output: FormSetupResource,

  async run({ tx, principal, links, now }, { formId }) {
    const { organizationId } = principal
    const form = existing(await lockDeletedForm(tx, organizationId, formId))
    if (!isAdmin(principal)) throw refuse('no_access')

    await markFormRestored(tx, organizationId, form.id, now)
    const resource = toFormSetupResource(links, { ...form, deletedAt: null, updatedAt: now })
    await recordChange({ tx, principal, now }, 'routing_form.updated', resource)
    return resource
  },
})
