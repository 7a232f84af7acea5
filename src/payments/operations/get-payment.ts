import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { PaymentResource, toPaymentResource } from '../resources.ts'
import { findPayment } from '../store/payments.ts'

export const getPayment = read({
  name: 'get_payment',
  summary: 'Get a payment',
  description: 'What an invitee paid, or began to pay. Only owners and admins.',
  scopes: ['scheduled_events:read'],
  input: z.object({ uuid: pathId }),
  output: PaymentResource,

  async run({ reader, principal, links }, { uuid }) {
    const payment = existing(await findPayment(reader, principal.organizationId, uuid))
    if (!isAdmin(principal)) throw refuse('no_permission')
    return toPaymentResource(links, payment)
  },
})
