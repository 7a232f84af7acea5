import { decimalOf, type Money } from '#contract/money.ts'
import type { PaymentService } from './provider-account.ts'

// What PayPal takes: https://developer.paypal.com/api/rest/reference/currency-codes/.

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
