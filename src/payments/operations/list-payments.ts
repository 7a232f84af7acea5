import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import { instant, referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { paymentServices } from '#integrations/index.ts'
import { paymentStates } from '../payment.ts'
import { PaymentResource, toPaymentResource } from '../resources.ts'
import { listPayments as listPaymentRows } from '../store/payments.ts'

export const listPayments = list({
  name: 'list_payments',
  summary: 'List payments',
  description:
    'What invitees paid, or began to pay. An invitee who pays in two ways or tries again has several; only one is `booked`. Only owners and admins.',
  scopes: ['scheduled_events:read'],
  sorting: { fields: ['created_at'], default: 'created_at:desc' },
  input: z.object({
    organization: referenceTo('organizations').optional(),
    invitee: referenceTo('invitees').optional(),
    state: z.enum(paymentStates).optional(),
    service: z.enum(paymentServices).optional(),
    min_created_at: instant.optional(),
    max_created_at: instant.optional(),
  }),
  output: PaymentResource,

  async run({ reader, principal, links, page }, { organization, invitee, state, service, ...range }) {
    if (organization !== undefined && organization !== principal.organizationId) throw missing()
    if (!isAdmin(principal)) throw refuse('no_permission')
    const filter = {
      ...{ inviteeId: invitee, state, service },
      ...{ from: range.min_created_at, to: range.max_created_at },
    }
    const payments = await listPaymentRows(reader, principal.organizationId, filter, page)
    return mapPage(payments, (payment) => toPaymentResource(links, payment))
  },
})
