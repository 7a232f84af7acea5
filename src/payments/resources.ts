import { z } from 'zod'
import { majorOf } from '#contract/money.ts'
import { type Links, timestamp, uri, uriOf } from '#contract/wire.ts'
import { type PaymentAccount, type PaymentService, paymentServices } from '#integrations/index.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { paymentFaults } from '../../languages/payment-faults.ts'
import { PaymentWebhookKeys, PaypalKeys, StripeKeys } from './credentials.ts'
import { paymentAccountExample, paymentExample } from './examples.ts'
import { type Payment, paymentStates } from './payment.ts'

export const PaymentAccountResource = z
  .object({
    uri,
    service: z.enum(paymentServices).meta({ description: 'Where invitees pay' }),
    account: z.string().meta({ description: 'How the service calls the account. Never a secret' }),
    state: z.enum(['connected', 'lost']).meta({
      description: '`lost`: the service rejects the credentials. Connect the account again',
    }),
    reason: z.string().nullable().meta({ description: 'What was wrong when the account was last used' }),
    reason_code: z.string().nullable().meta({ description: 'The reason as a code, for programs' }),
    webhook_url: uri.meta({ description: 'Where the service sends its messages' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'PaymentAccount', examples: [paymentAccountExample] })

const reasonOf = (fault: string | null): string | null =>
  fault !== null && Object.hasOwn(paymentFaults, fault) ? paymentFaults[fault as keyof typeof paymentFaults] : null

/** The address is known before the account is connected: it is needed to get the secret of the messages. */
export const paymentWebhookUrl = (links: Links, organizationId: string, service: PaymentService): string =>
  `${links.api}/api/payment_webhooks/${service}/${organizationId}`

export const toPaymentAccountResource = (
  links: Links,
  { id, organizationId, service, account, isLost, fault, createdAt, updatedAt }: PaymentAccount,
): z.output<typeof PaymentAccountResource> => ({
  ...{ uri: uriOf(links, 'payment_accounts', id), service, account, state: isLost ? 'lost' : 'connected' },
  reason: reasonOf(fault),
  reason_code: fault,
  webhook_url: paymentWebhookUrl(links, organizationId, service),
  created_at: writeInstant(createdAt),
  updated_at: writeInstant(updatedAt),
})

export const PaymentResource = z
  .object({
    uri,
    service: z.enum(paymentServices).meta({ description: 'Where it was paid' }),
    state: z.enum(paymentStates).meta({
      description:
        '`open`: the invitee can still pay. `booked`: the meeting was booked with it. `returned`: it came too late, and is refunded. `over`: nothing was paid',
    }),
    amount: z.number().meta({ description: 'In the unit of the currency: 12.5' }),
    currency: z.string().meta({ description: 'As in ISO 4217: EUR' }),
    refunded: z.number().meta({ description: 'What the service has given back' }),
    terms: z.string().nullable().meta({ description: 'As the invitee saw them' }),
    external_id: z.string().nullable().meta({ description: 'How the service calls what was paid' }),
    invitee: uri.nullable().meta({ description: 'The invitee who paid' }),
    paid_at: timestamp.nullable().meta({ description: 'When the payment was found at the service' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Payment', examples: [paymentExample] })

export const toPaymentResource = (links: Links, payment: Payment): z.output<typeof PaymentResource> => ({
  uri: uriOf(links, 'payments', payment.id),
  ...{ service: payment.service, state: payment.state, amount: majorOf(payment), currency: payment.currency },
  refunded: payment.refundedMinor === 0 ? 0 : majorOf({ ...payment, amountMinor: payment.refundedMinor }),
  ...{ terms: payment.terms, external_id: payment.externalId },
  invitee: payment.inviteeId && uriOf(links, 'invitees', payment.inviteeId),
  paid_at: payment.paidAt && writeInstant(payment.paidAt),
  created_at: writeInstant(payment.createdAt),
  updated_at: writeInstant(payment.updatedAt),
})

/** The service, and what it lets us in with. */
export const ConnectPaymentAccountRequest = z.discriminatedUnion('service', [
  StripeKeys.extend({ service: z.literal('stripe') }),
  PaypalKeys.extend({ service: z.literal('paypal') }),
  PaymentWebhookKeys.extend({ service: z.literal('webhook') }),
])
