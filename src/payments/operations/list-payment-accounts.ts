import { z } from 'zod'
import { collection } from '#execution/operation.ts'
import { listPaymentAccounts as listAccounts } from '#integrations/index.ts'
import { PaymentAccountResource, toPaymentAccountResource } from '../resources.ts'

export const listPaymentAccounts = collection({
  name: 'list_payment_accounts',
  summary: 'List the accounts that take payments',
  description:
    'Those of the organization, at most one of each service. Invitees choose where more than one is connected.',
  scopes: ['organizations:read'],
  input: z.object({}),
  output: PaymentAccountResource,

  async run({ reader, principal, links }) {
    const accounts = await listAccounts(reader, principal.organizationId)
    return accounts.map((account) => toPaymentAccountResource(links, account))
  },
})
