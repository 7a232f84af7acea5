import { numberFormat } from '#platform/language/formatters.ts'

/** Of a price or a payment, in the smallest unit of its currency. */
export interface Money {
  readonly amountMinor: number
  readonly currency: string
}

// Those in which cards are charged: https://docs.stripe.com/currencies, with the decimals of ISO 4217.
const byDecimals: readonly (readonly [decimals: 0 | 2 | 3, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC
     CVE CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR JMD KES KGS KHR KYD
     KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP
     PKR PLN QAR RON RSD SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TOP TRY TTD TWD TZS UAH USD UYU UZS WST
     XCD YER ZAR ZMW`,
  ],
  [3, 'BHD JOD KWD OMR TND'],
]

const decimalsByCode: ReadonlyMap<string, number> = new Map(
  byDecimals.flatMap(([decimals, codes]) => codes.split(/\s+/).map((code) => [code, decimals] as const)),
)

/** In order of their codes. Any other currency is refused. */
export const currencies: readonly string[] = [...decimalsByCode.keys()].sort()

/** What cards can be charged with in one payment has eight digits. */
const maxAmountMinor = 99_999_999

const decimalsOf = (currency: string): number => {
  const decimals = decimalsByCode.get(currency)
  if (decimals === undefined) throw new Error(`${currency} is no currency that can be paid in.`)
  return decimals
}

/**
 * Undefined for what nobody can pay: nothing or less, too much, or a fraction that the currency does not have. Cards
 * are not charged in thousandths, so currencies of three decimals end in a zero.
 */
export const minorOf = (amount: number, currency: string): number | undefined => {
  const decimals = decimalsOf(currency)
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? []
  if (whole === undefined || fraction.length > Math.min(decimals, 2)) return undefined
  const minor = Number(whole + fraction.padEnd(decimals, '0'))
  return minor > 0 && minor <= maxAmountMinor ? minor : undefined
}

/** Of an amount as it is written. Undefined for what is no price. */
export const moneyOf = (amount: number, currency: string): Money | undefined => {
  const amountMinor = decimalsByCode.has(currency) ? minorOf(amount, currency) : undefined
  return amountMinor === undefined ? undefined : { amountMinor, currency }
}

/** With exactly the decimals of the currency: `25.00`, `500`, `1.250`. */
export const decimalOf = ({ amountMinor, currency }: Money): string => {
  const decimals = decimalsOf(currency)
  if (decimals === 0) return String(amountMinor)
  const digits = String(amountMinor).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** As a number of JSON: 25, 12.5. */
export const majorOf = (money: Money): number => Number(decimalOf(money))

/** For people. */
export const formatMoney = (locale: string, money: Money): string => {
  const decimals = decimalsOf(money.currency)
  const options = { style: 'currency', currency: money.currency } as const
  return numberFormat(locale, { ...options, minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
    majorOf(money),
  )
}
