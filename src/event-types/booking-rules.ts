import { z } from 'zod'
import { currencies, type Money, minorOf } from '#contract/money.ts'
import { says } from '#contract/reasons.ts'
import { flag, integer } from '#contract/wire.ts'

/** What must happen before the booking of a stranger counts. Members book at once. */
export interface BookingRules {
  /** A host accepts or declines each request; a request that is left alone expires after so many hours. */
  readonly approval: { readonly hours: number } | null
  /** The invitee enters a code that is mailed to them. */
  readonly email_confirmation: boolean
  /** What the invitee pays. */
  readonly payment: PriceRule | null
  /** Visitors who find no time leave an address; a free time is kept for one of them for so many minutes. */
  readonly waiting_list: { readonly minutes: number } | null
}

/** A price as it is written: in the unit of its currency. */
export interface PriceRule {
  readonly amount: number
  readonly currency: string
  /** Shown before the payment. */
  readonly terms: string | null
  /** Who cancels so many hours before the start, at least, gets the money back; null: nobody who cancels does. */
  readonly refund_until_hours: number | null
}

export const noBookingRules: BookingRules = {
  approval: null,
  email_confirmation: false,
  payment: null,
  waiting_list: null,
}

const defaultApprovalHours = 24
const defaultOfferMinutes = 60

const currency = z
  .string()
  .refine((code) => currencies.includes(code), says('unknown_currency'))
  .meta({ description: 'As in ISO 4217, in capital letters', examples: ['EUR'] })

const termsLength = 1024

const PriceChange = z
  .object({
    amount: z.number().meta({ description: 'In the unit of the currency: 25 or 12.5', examples: [25] }),
    currency,
    terms: z
      .string()
      .trim()
      .max(termsLength)
      .transform((text) => (text === '' ? null : text))
      .nullable()
      .default(null)
      .meta({ description: 'Shown before the payment' }),
    refund_until_hours: integer({ min: 0, max: 8760 }).nullable().default(null).meta({
      description:
        'Invitees who cancel so many hours before the start, or earlier, get their money back. Null: none of them do. If a host cancels, everybody gets it back',
    }),
  })
  .refine((price) => !currencies.includes(price.currency) || minorOf(price.amount, price.currency) !== undefined, {
    path: ['amount'],
    error: says('not_a_price'),
  })

/** What a client may send: any part; the rest stays as it is. */
export const BookingRulesChange = z
  .object({
    approval: z
      .object({ hours: integer({ min: 1, max: 168 }).default(defaultApprovalHours) })
      .nullable()
      .meta({ description: 'A host accepts or declines each request within so many hours. Null books at once' }),
    email_confirmation: flag.meta({ description: 'Invitees enter a code that is mailed to them' }),
    payment: PriceChange.nullable().meta({ description: 'What invitees pay. Null: nothing' }),
    waiting_list: z
      .object({ minutes: integer({ min: 5, max: 1440 }).default(defaultOfferMinutes) })
      .nullable()
      .meta({
        description:
          'Visitors who find no time can join a waiting list. A time that becomes free is kept for one of them after the other for so many minutes. Null has no list',
      }),
  })
  .partial()

export const BookingRulesResource = z
  .object({
    approval: z.object({ hours: z.number().int() }).nullable(),
    email_confirmation: z.boolean(),
    payment: z
      .object({
        amount: z.number(),
        currency: z.string(),
        terms: z.string().nullable(),
        refund_until_hours: z.number().int().nullable(),
      })
      .nullable(),
    waiting_list: z.object({ minutes: z.number().int() }).nullable(),
  })
  .meta({
    id: 'BookingRules',
    description: "What must happen before a booking on the type's page counts. Bookings by members count at once",
  })

/** As they are stored: null where nothing must happen. */
export const storedBookingRules = (rules: BookingRules): string | null =>
  rules.approval || rules.email_confirmation || rules.payment || rules.waiting_list ? JSON.stringify(rules) : null

export const bookingRulesFrom = (stored: string | null): BookingRules =>
  stored === null ? noBookingRules : { ...noBookingRules, ...(JSON.parse(stored) as Partial<BookingRules>) }

/** Undefined where nothing is paid. */
export const priceOf = ({ payment }: Pick<BookingRules, 'payment'>): Money | undefined => {
  if (payment === null) return undefined
  const { amount, currency } = payment
  const amountMinor = minorOf(amount, currency)
  if (amountMinor === undefined) throw new Error(`${amount} ${currency} is no price.`)
  return { amountMinor, currency }
}
