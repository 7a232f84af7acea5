import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { SubmissionResource, toSubmissionResource } from '../resources.ts'
import { findSubmission } from '../store/submissions.ts'

export const getRoutingFormSubmission = read({
  name: 'get_routing_form_submission',
  summary: 'Get a routing form submission',
  description: 'For owners and admins.',
  scopes: ['routing_forms:read'],
  input: z.object({ uuid: pathId }),
  output: SubmissionResource,

  async run({ reader, principal, links }, { uuid }) {
    const submission = existing(await findSubmission(reader, principal.organizationId, uuid))
    if (!isAdmin(principal)) throw refuse('no_access')
    return toSubmissionResource(links, submission)
  },
})
