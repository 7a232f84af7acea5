import { z } from 'zod'
import { flag, integer } from '#contract/wire.ts'

/** What must happen before the booking of a stranger counts. Members book at once. */
export interface BookingRules {
  /** A host accepts or declines each request; a request that is left alone expires after so many hours. */
  readonly approval: { readonly hours: number } | null
  /** The invitee enters a code that is mailed to them. */
  readonly email_confirmation: boolean
}

export const noBookingRules: BookingRules = { approval: null, email_confirmation: false }

const defaultApprovalHours = 24

/** What a client may send: any part; the rest stays as it is. */
export const BookingRulesChange = z
  .object({
    approval: z
      .object({ hours: integer({ min: 1, max: 168 }).default(defaultApprovalHours) })
      .nullable()
      .meta({ description: 'A host accepts or declines each request within so many hours. Null books at once' }),
    email_confirmation: flag.meta({ description: 'Invitees enter a code that is mailed to them' }),
  })
  .partial()

export const BookingRulesResource = z
  .object({
    approval: z.object({ hours: z.number().int() }).nullable(),
    email_confirmation: z.boolean(),
  })
  .meta({
    id: 'BookingRules',
    description: "What must happen before a booking on the type's page counts. Bookings by members count at once",
  })

/** As they are stored: null where nothing must happen. */
export const storedBookingRules = (rules: BookingRules): string | null =>
  rules.approval || rules.email_confirmation ? JSON.stringify(rules) : null

export const bookingRulesFrom = (stored: string | null): BookingRules =>
  stored === null ? noBookingRules : { ...noBookingRules, ...(JSON.parse(stored) as Partial<BookingRules>) }
