import { randomUUID } from 'node:crypto'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, Problem, refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import {
  deleteAccount,
  insertPaymentAccount,
  listPaymentAccounts,
  lockPaymentAccountOf,
  renewAccount,
  sealAccount,
} from '#integrations/index.ts'
import { paymentsUnderWay } from '../problems.ts'
import { ConnectPaymentAccountRequest, PaymentAccountResource, toPaymentAccountResource } from '../resources.ts'
import { hasPaymentsUnderWay } from '../store/payments.ts'
import { tryService, waitedMilliseconds, within } from '../workflow/open-provider.ts'
import { orRefuse } from '../workflow/refusal.ts'

export const connectPaymentAccount = write({
  name: 'connect_payment_account',
  summary: 'Connect an account that takes payments',
  description:
    'With keys of your own: a secret or restricted key of Stripe, a REST app of PayPal, or a service of your own that gets signed requests. The keys are tested first, and nothing is saved if the service rejects them. The same account connected again gets the new keys; another account of the same service takes its place. Only owners and admins.',
  scopes: ['organizations:write'],
  problems: [paymentsUnderWay],
  input: ConnectPaymentAccountRequest,
  output: PaymentAccountResource,

  async ask(call, { service, ...keys }) {
    if (!isAdmin(call.principal)) throw refuse('no_permission')
    return orRefuse(await tryService(call, service, keys, within(waitedMilliseconds)).check())
  },

  async run({ tx, principal, links, encryption, now }, { service, ...keys }, { account }) {
    const { organizationId } = principal
    const known = await lockPaymentAccountOf(tx, organizationId, service)
    const isSame = known?.account === account
    const id = isSame ? known.id : randomUUID()
    const credentials = sealAccount(encryption, id, keys)
    if (isSame) await renewAccount(tx, organizationId, id, { credentials, tokens: null }, now)
    else {
      if (known) {
        if (await hasPaymentsUnderWay(tx, organizationId, known.id)) throw new Problem(paymentsUnderWay)
        await deleteAccount(tx, organizationId, known.id)
      }
      await insertPaymentAccount(tx, organizationId, { id, service, account, credentials }, now)
    }
    const accounts = await listPaymentAccounts(tx, organizationId)
    const resource = toPaymentAccountResource(links, existing(accounts.find((one) => one.id === id)))
    await recordChange({ tx, principal, now }, 'payment_account.connected', resource)
    return resource
  },
})
