import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { OneFormRequest } from '../requests.ts'
import { toFormSetupResource } from '../resources.ts'
import { lockForm, markFormDeleted } from '../store/forms.ts'

export const deleteRoutingForm = write({
  name: 'delete_routing_form',
  summary: 'Delete a routing form; what was answered stays readable',
  scopes: [],
  input: OneFormRequest,
  output: z.void(),

  async run({ tx, principal, links, now }, { formId }) {
    const { organizationId } = principal
    const form = existing(await lockForm(tx, organizationId, formId))
    if (!isAdmin(principal)) throw refuse('no_access')

    await markFormDeleted(tx, organizationId, form.id, now)
    await recordChange(
      { tx, principal, now },
      'routing_form.deleted',
      toFormSetupResource(links, { ...form, status: 'draft', updatedAt: now }),
    )
  },
})
