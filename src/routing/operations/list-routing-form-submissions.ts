import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { SubmissionResource, toSubmissionResource } from '../resources.ts'
import { findForm } from '../store/forms.ts'
import { listSubmissions } from '../store/submissions.ts'

export const listRoutingFormSubmissions = list({
  name: 'list_routing_form_submissions',
  summary: 'List routing form submissions',
  description:
    'For owners and admins. With `form`: the submissions of that form. Without it: those of all forms of your organization, including deleted ones.',
  scopes: ['routing_forms:read'],
  sorting: { fields: ['created_at'], default: 'created_at:asc' },
  input: z.object({
    form: referenceTo('routing_forms').optional(),
    organization: referenceTo('organizations').optional(),
  }),
  output: SubmissionResource,

  async run({ reader, principal, links, page }, { form: formId, organization: organizationId }) {
    if (organizationId !== undefined && organizationId !== principal.organizationId) throw missing()
    if (formId !== undefined && !(await findForm(reader, principal.organizationId, formId))) throw missing()
    if (!isAdmin(principal)) throw refuse('no_access')
    return mapPage(await listSubmissions(reader, principal.organizationId, formId, page), (submission) =>
      toSubmissionResource(links, submission),
    )
  },
})
