import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, Problem, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { deleteAccount, listPaymentAccounts, lockPaymentAccountOf } from '#integrations/index.ts'
import { paymentsUnderWay } from '../problems.ts'
import { toPaymentAccountResource } from '../resources.ts'
import { hasPaymentsUnderWay } from '../store/payments.ts'

export const disconnectPaymentAccount = write({
  name: 'disconnect_payment_account',
  summary: 'Disconnect an account that takes payments',
  description:
    'Its keys are deleted immediately, and its payments can no longer be refunded here. If it was the last one, event types with a price stop taking bookings; they never become free. Refused while invitees are paying or refunds are under way. Only owners and admins.',
  scopes: ['organizations:write'],
  problems: [paymentsUnderWay],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal, links, now }, { uuid }) {
    const { organizationId } = principal
    const account = existing((await listPaymentAccounts(tx, organizationId)).find(({ id }) => id === uuid))
    if (!isAdmin(principal)) throw refuse('no_permission')
    await lockPaymentAccountOf(tx, organizationId, account.service)
    if (await hasPaymentsUnderWay(tx, organizationId, uuid)) throw new Problem(paymentsUnderWay)
    await deleteAccount(tx, organizationId, uuid)
    await recordChange({ tx, principal, now }, 'payment_account.disconnected', toPaymentAccountResource(links, account))
  },
})
