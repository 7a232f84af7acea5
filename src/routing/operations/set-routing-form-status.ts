import type { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { findEventTypes } from '#event-types/index.ts'
import { type WriteCall, write } from '#execution/operation.ts'
import type { RoutingForm } from '../form.ts'
import { OneFormRequest } from '../requests.ts'
import { FormSetupResource, toFormSetupResource } from '../resources.ts'
import { eventTypesIn } from '../rule.ts'
import { checkForm } from '../setup.ts'
import { lockForm, setFormStatus } from '../store/forms.ts'

/** A form that has the status already stays as it is, and no fact is recorded. */
const setting =
  (status: RoutingForm['status']) =>
  async ({ tx, principal, links, now }: WriteCall, { formId }: z.output<typeof OneFormRequest>) => {
    const { organizationId } = principal
    const form = existing(await lockForm(tx, organizationId, formId))
    if (!isAdmin(principal)) throw refuse('no_access')
    if (form.status === status) return toFormSetupResource(links, form)
    if (status === 'published')
      checkForm(form, await findEventTypes(tx, organizationId, [...eventTypesIn(form).keys()]), status)

    await setFormStatus(tx, organizationId, form.id, status, now)
    const resource = toFormSetupResource(links, { ...form, status, updatedAt: now })
    const name = status === 'published' ? 'routing_form.published' : 'routing_form.unpublished'
    await recordChange({ tx, principal, now }, name, resource)
    return resource
  }

export const publishRoutingForm = write({
  name: 'publish_routing_form',
  summary: 'Publish a routing form: from now on it takes answers',
  scopes: [],
  input: OneFormRequest,
  output: FormSetupResource,
  run: setting('published'),
})

export const unpublishRoutingForm = write({
  name: 'unpublish_routing_form',
  summary: 'Make a routing form a draft again: it takes no more answers',
  scopes: [],
  input: OneFormRequest,
  output: FormSetupResource,
  run: setting('draft'),
})
