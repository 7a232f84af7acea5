import { z } from 'zod'
import { type Links, timestamp, uri, uriOf } from '#contract/wire.ts'
import { type PaymentAccount, type PaymentService, paymentServices } from '#integrations/index.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { paymentFaults } from '../../languages/payment-faults.ts'
import { PaymentWebhookKeys, PaypalKeys, StripeKeys } from './credentials.ts'
import { paymentAccountExample } from './examples.ts'

export const PaymentAccountResource = z
  .object({
    uri,
    service: z.enum(paymentServices).meta({ description: 'Where invitees pay' }),
    account: z.string().meta({ description: 'How the service calls the account. Never a secret' }),
    state: z.enum(['connected', 'lost']).meta({
      description: '`lost`: the service rejects the credentials. Connect the account again',
    }),
    reason: z.string().nullable().meta({ description: 'What was wrong when the account was last used' }),
    webhook_url: uri.meta({ description: 'Where the service sends its messages' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'PaymentAccount', examples: [paymentAccountExample] })

const reasonOf = (fault: string | null): string | null =>
  fault !== null && Object.hasOwn(paymentFaults, fault) ? paymentFaults[fault as keyof typeof paymentFaults] : null

/** The address is known before the account is connected: it is needed to get the secret of the messages. */
const webhookUrlOf = (links: Links, organizationId: string, service: PaymentService): string =>
  `${links.api}/api/payment_webhooks/${service}/${organizationId}`

export const toPaymentAccountResource = (
  links: Links,
  { id, organizationId, service, account, isLost, fault, createdAt, updatedAt }: PaymentAccount,
): z.output<typeof PaymentAccountResource> => ({
  ...{ uri: uriOf(links, 'payment_accounts', id), service, account, state: isLost ? 'lost' : 'connected' },
  reason: reasonOf(fault),
  webhook_url: webhookUrlOf(links, organizationId, service),
  created_at: writeInstant(createdAt),
  updated_at: writeInstant(updatedAt),
})

/** The service, and what it lets us in with. */
export const ConnectPaymentAccountRequest = z.discriminatedUnion('service', [
  StripeKeys.extend({ service: z.literal('stripe') }),
  PaypalKeys.extend({ service: z.literal('paypal') }),
  PaymentWebhookKeys.extend({ service: z.literal('webhook') }),
])
