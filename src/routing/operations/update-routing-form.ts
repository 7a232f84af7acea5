import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { findEventTypes } from '#event-types/index.ts'
import { write } from '#execution/operation.ts'
import { UpdateRoutingFormRequest } from '../requests.ts'
import { FormSetupResource, toFormSetupResource } from '../resources.ts'
import { eventTypesIn, withQuestionIds } from '../rule.ts'
import { checkForm } from '../setup.ts'
import { lockForm, updateForm } from '../store/forms.ts'

export const updateRoutingForm = write({
  name: 'update_routing_form',
  summary: 'Change a routing form; what is left out stays',
  scopes: [],
  input: UpdateRoutingFormRequest,
  output: FormSetupResource,

  async run({ tx, principal, links, now }, { formId, changes }) {
    const { organizationId } = principal
    const form = existing(await lockForm(tx, organizationId, formId))
    if (!isAdmin(principal)) throw refuse('no_access')
    const { name = form.name, questions = form.questions, rules: sent = form.rules, fallback = form.fallback } = changes
    const settings = { name, questions, rules: withQuestionIds(sent, questions), fallback }
    if (isSame(settings, form)) return toFormSetupResource(links, form)
    checkForm(settings, await findEventTypes(tx, organizationId, [...eventTypesIn(settings).keys()]), form.status)

    await updateForm(tx, organizationId, form.id, settings, now)
    const resource = toFormSetupResource(links, { ...form, ...settings, updatedAt: now })
    await recordChange({ tx, principal, now }, 'routing_form.updated', resource)
    return resource
  },
})

const isSame = (settings: object, form: object): boolean =>
  Object.entries(settings).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(form[name as keyof typeof form]),
  )
