import { z } from 'zod'
import { uri } from '#contract/wire.ts'

// What accounts keep encrypted: what each service lets us in with.

/** A secret key of the organization, or one that is restricted to Checkout sessions, charges, and refunds. */
export const StripeKeys = z.object({
  secret_key: z
    .string()
    .trim()
    .regex(/^(sk|rk)_(live|test)_\w{8,240}$/, 'stripe_key_format')
    .meta({ description: 'A secret or restricted key; never returned' }),
  webhook_secret: z
    .string()
    .trim()
    .regex(/^whsec_\w{8,240}$/, 'stripe_secret_format')
    .nullish()
    .meta({ description: 'The signing secret of the webhook endpoint at Stripe; never returned' }),
})
export type StripeKeys = z.output<typeof StripeKeys>

const key = z.string().trim().min(1).max(200)

/** Of a REST app of the organization. */
export const PaypalKeys = z.object({
  environment: z.enum(['live', 'sandbox']),
  client_id: key,
  client_secret: key.meta({ description: 'Never returned' }),
  webhook_id: key.nullish().meta({ description: 'The ID of the webhook at PayPal' }),
})
export type PaypalKeys = z.output<typeof PaypalKeys>

/** The address that takes payments, and the key that its requests are signed with. */
export const PaymentWebhookKeys = z.object({
  url: uri.meta({ description: 'Where the requests go, by https' }),
  signing_key: z.string().trim().min(16).max(1000).meta({ description: 'Signs every request; never returned' }),
})
export type PaymentWebhookKeys = z.output<typeof PaymentWebhookKeys>
