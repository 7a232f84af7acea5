import { decimalOf, type Money, minorOf } from '#contract/money.ts'
import type { PaymentService } from '#integrations/index.ts'

// How the services write amounts: https://docs.stripe.com/currencies#special-cases and
// https://developer.paypal.com/api/rest/reference/currency-codes/.

/** They have no smaller unit, and Stripe takes them as if they had. */
const inHundredthsAtStripe: readonly string[] = ['ISK', 'UGX']

const stripeFactor = (currency: string): number => (inHundredthsAtStripe.includes(currency) ? 100 : 1)

export const stripeAmountOf = ({ amountMinor, currency }: Money): number => amountMinor * stripeFactor(currency)

/** Of an answer: the currency in small letters. */
export const moneyAtStripe = (amount: number, code: string): Money => {
  const currency = code.toUpperCase()
  return { amountMinor: amount / stripeFactor(currency), currency }
}

const atPaypal =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' ')
const withoutFractionAtPaypal: readonly string[] = ['HUF', 'JPY', 'TWD']

/** Undefined for what cannot be paid there. */
export const paypalValueOf = (money: Money): string | undefined => {
  if (!atPaypal.includes(money.currency)) return undefined
  const value = decimalOf(money)
  if (!withoutFractionAtPaypal.includes(money.currency)) return value
  const [whole = '', fraction = ''] = value.split('.')
  return /^0*$/.test(fraction) ? whole : undefined
}

/** Whether this can be paid at a service at all. */
export const isPayableAt = (service: PaymentService, money: Money): boolean =>
  service !== 'paypal' || paypalValueOf(money) !== undefined

/** Undefined for what is no amount of the currency. */
export const moneyIn = (value: string, currency: string): Money | undefined => {
  const amountMinor = minorOf(Number(value), currency)
  return amountMinor === undefined ? undefined : { amountMinor, currency }
}
