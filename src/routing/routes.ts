import type { RouteTable } from '#execution/route-table.ts'
import { getRoutingForm } from './operations/get-routing-form.ts'
import { getRoutingFormSubmission } from './operations/get-routing-form-submission.ts'
import { listRoutingFormSubmissions } from './operations/list-routing-form-submissions.ts'
import { listRoutingForms } from './operations/list-routing-forms.ts'

export const routingRoutes: RouteTable = {
  'GET /routing_forms': listRoutingForms,
  'GET /routing_forms/:uuid': getRoutingForm,
  'GET /routing_form_submissions': listRoutingFormSubmissions,
  'GET /routing_form_submissions/:uuid': getRoutingFormSubmission,
}
