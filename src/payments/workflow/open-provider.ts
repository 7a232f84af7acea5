import { type Deadline, openAccount, type PaymentService, type SealedAccount } from '#integrations/index.ts'
import type { Encryption } from '#platform/crypto/encryption.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { PaymentWebhookKeys, PaypalKeys, StripeKeys } from '../credentials.ts'
import { PaypalProvider } from '../providers/paypal.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { StripeProvider } from '../providers/stripe.ts'
import { PaymentWebhookProvider } from '../providers/webhook.ts'

/** What it takes to talk to a service: an operation has it before its transaction begins, and so have jobs. */
export interface PaymentContext {
  readonly outgoing: Outgoing
  readonly encryption: Encryption
  readonly now: Date
}

type OpenService = (context: PaymentContext, credentials: unknown, deadline: Deadline) => PaymentProvider

/** Each is opened by what its account keeps encrypted. */
const services: Readonly<Record<PaymentService, OpenService>> = {
  stripe: (context, credentials, deadline) => new StripeProvider(context, StripeKeys.parse(credentials), deadline),
  paypal: (context, credentials, deadline) => new PaypalProvider(context, PaypalKeys.parse(credentials), deadline),
  webhook: (context, credentials, deadline) =>
    new PaymentWebhookProvider(context, PaymentWebhookKeys.parse(credentials), deadline),
}

/** With credentials that were not stored yet. */
export const tryService = (
  context: PaymentContext,
  service: PaymentService,
  credentials: object,
  deadline: Deadline,
): PaymentProvider => services[service](context, credentials, deadline)

export const openPaymentProvider = (
  context: PaymentContext,
  account: Pick<SealedAccount<PaymentService>, 'id' | 'service' | 'credentials'>,
  deadline: Deadline,
): PaymentProvider => services[account.service](context, openAccount(context.encryption, account), deadline)

/** So long at most. */
export const within = (milliseconds: number): Deadline => {
  const end = performance.now() + milliseconds
  return { leftMilliseconds: () => end - performance.now() }
}

/** A person waits for it. */
export const waitedMilliseconds = 25_000
