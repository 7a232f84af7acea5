import { type Money, minorOf } from '#contract/money.ts'

// How Stripe writes amounts: https://docs.stripe.com/currencies#special-cases.

/** They have no smaller unit, and Stripe takes them as if they had. */
const inHundredthsAtStripe: readonly string[] = ['ISK', 'UGX']

const stripeFactor = (currency: string): number => (inHundredthsAtStripe.includes(currency) ? 100 : 1)

export const stripeAmountOf = ({ amountMinor, currency }: Money): number => amountMinor * stripeFactor(currency)

/** Of an answer: the currency in small letters. */
export const moneyAtStripe = (amount: number, code: string): Money => {
  const currency = code.toUpperCase()
  return { amountMinor: amount / stripeFactor(currency), currency }
}

/** Undefined for what is no amount of the currency. */
export const moneyIn = (value: string, currency: string): Money | undefined => {
  const amountMinor = minorOf(Number(value), currency)
  return amountMinor === undefined ? undefined : { amountMinor, currency }
}
