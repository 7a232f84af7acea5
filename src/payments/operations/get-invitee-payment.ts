import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { findPaymentOfInvitee } from '../store/payments.ts'
import { sumRefunds } from '../store/refunds.ts'

const InviteePayment = z.object({
  id: z.string(),
  currency: z.string(),
  /** What was paid, in the smallest unit of the currency. */
  amount_minor: z.number().int(),
  /** What the service has given back. */
  refunded_minor: z.number().int(),
  /** What it is asked to give back. */
  refunding_minor: z.number().int(),
  may_refund: z.boolean(),
})

/** Never served at an address: the console runs it. Null for an invitee who paid nothing. */
export const getInviteePayment = read({
  name: 'get_invitee_payment',
  summary: 'Get what an invitee paid, and what can be refunded',
  scopes: ['scheduled_events:read'],
  input: z.object({ uuid: pathId }),
  output: InviteePayment.nullable(),

  async run({ reader, principal }, { uuid }) {
    if (!isAdmin(principal)) throw refuse('no_permission')
    const payment = await findPaymentOfInvitee(reader, principal.organizationId, uuid)
    if (!payment) return null
    const { id, currency, amountMinor, refundedMinor, accountId } = payment
    const asked = await sumRefunds(reader, principal.organizationId, id)
    return {
      id,
      currency,
      amount_minor: amountMinor,
      refunded_minor: refundedMinor,
      refunding_minor: asked - refundedMinor,
      may_refund: accountId !== null && asked < amountMinor,
    }
  },
})
