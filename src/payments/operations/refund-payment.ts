import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { majorOf, minorOf } from '#contract/money.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, invalid, Problem, refuse } from '#contract/problem.ts'
import { pathId, uriOf } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { notRefundable } from '../problems.ts'
import { PaymentResource, toPaymentResource } from '../resources.ts'
import { lockPayment } from '../store/payments.ts'
import { sumRefunds } from '../store/refunds.ts'
import { giveBack } from '../workflow/give-back.ts'

export const refundPayment = write({
  name: 'refund_payment',
  summary: 'Refund a payment',
  description:
    'All of what is left, or a part of it; more than is left is refused. A job asks the service; the payment shows `refunded` when the service has done it. The meeting stays booked. Only owners and admins.',
  scopes: ['scheduled_events:write'],
  problems: [notRefundable],
  input: z.object({
    uuid: pathId,
    amount: z.number().positive().optional().meta({ description: 'All of what is left, if left out' }),
  }),
  output: PaymentResource,

  async run({ tx, principal, links, now }, { uuid, amount }) {
    const payment = existing(await lockPayment(tx, principal.organizationId, uuid))
    if (!isAdmin(principal)) throw refuse('no_permission')
    const { currency, accountId, state } = payment
    const left = payment.amountMinor - (await sumRefunds(tx, principal.organizationId, uuid))
    if (state !== 'booked' || accountId === null) throw new Problem(notRefundable)
    const amountMinor = amount === undefined ? left : minorOf(amount, currency)
    if (amountMinor === undefined) throw invalid({ parameter: 'amount', reason: 'invalid' })
    if (amountMinor > left) {
      const number = majorOf({ amountMinor: left, currency })
      throw invalid({ parameter: 'amount', reason: 'above_most', values: { number } })
    }
    if (amountMinor === 0) throw new Problem(notRefundable)
    await giveBack(tx, payment, { amountMinor, reason: 'by_hand' }, now)
    const subject = { uri: uriOf(links, 'payments', uuid), amount: majorOf({ amountMinor, currency }), currency }
    await recordChange({ tx, principal, now }, 'payment.refund_requested', subject)
    return toPaymentResource(links, payment)
  },
})
