import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { findSealedPaymentAccount, isFault, listPaymentAccounts, recordAccountHealth } from '#integrations/index.ts'
import { PaymentAccountResource, toPaymentAccountResource } from '../resources.ts'
import { openPaymentProvider, waitedMilliseconds, within } from '../workflow/open-provider.ts'

export const checkPaymentAccount = write({
  name: 'check_payment_account',
  summary: 'Test an account that takes payments',
  description:
    'With a request that changes nothing. The state and the reason of the account tell how it went. Only owners and admins.',
  scopes: ['organizations:write'],
  input: z.object({ uuid: pathId }),
  output: PaymentAccountResource,

  async ask(call, { uuid }) {
    const account = existing(await findSealedPaymentAccount(call.reader, call.principal.organizationId, uuid))
    if (!isAdmin(call.principal)) throw refuse('no_permission')
    return openPaymentProvider(call, account, within(waitedMilliseconds)).check()
  },

  async run({ tx, principal, links, now }, { uuid }, checked) {
    const { organizationId } = principal
    const health = isFault(checked) ? { fault: checked.fault, isLost: checked.isFinal } : { fault: null, isLost: false }
    const before = existing((await listPaymentAccounts(tx, organizationId)).find(({ id }) => id === uuid))
    const resource = toPaymentAccountResource(links, { ...before, ...health })
    if (before.fault === health.fault && before.isLost === health.isLost) return resource
    await recordAccountHealth(tx, organizationId, uuid, health, now)
    await recordChange({ tx, principal, now }, 'payment_account.tested', resource)
    return resource
  },
})
