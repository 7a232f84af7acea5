import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '../../languages/all.ts'
import { currencies, decimalOf, formatMoney, majorOf, minorOf } from './money.ts'

/** The same numbers each time: mulberry32. */
const chance = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

test('every amount of every currency comes back from its decimal form', () => {
  const random = chance(41)
  for (const currency of currencies)
    for (let round = 0; round < 200; round += 1) {
      const drawn = 1 + Math.floor(random() ** 3 * 99_999_999)
      const amountMinor = decimalOf({ amountMinor: 1, currency }) === '0.001' ? Math.ceil(drawn / 10) * 10 : drawn
      if (amountMinor > 99_999_999) continue
      const major = majorOf({ amountMinor, currency })
      assert.equal(minorOf(major, currency), amountMinor, `${major} ${currency}`)
      assert.equal(Number(decimalOf({ amountMinor, currency })), major)
    }
})

test('currencies have none, two, or three decimals', () => {
  const cases = [
    [500, 'JPY', 500, '500'],
    [5, 'ISK', 5, '5'],
    [5, 'UGX', 5, '5'],
    [25, 'EUR', 2500, '25.00'],
    [0.07, 'USD', 7, '0.07'],
    [1234.56, 'USD', 123_456, '1234.56'],
    [19.99, 'HUF', 1999, '19.99'],
    [1.25, 'KWD', 1250, '1.250'],
  ] as const
  for (const [amount, currency, amountMinor, decimal] of cases) {
    assert.equal(minorOf(amount, currency), amountMinor, currency)
    assert.equal(decimalOf({ amountMinor, currency }), decimal)
  }
})

test('what nobody can pay is refused: nothing, less, too much, too small a fraction, another currency', () => {
  const cases = [
    ...([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e-7, 1e21] as const).map((amount) => [amount, 'EUR'] as const),
    ...([0.001, 1.005, 1_000_000, 0.1 + 0.2] as const).map((amount) => [amount, 'EUR'] as const),
    [0.5, 'JPY'],
    [1.125, 'KWD'],
    [100_000_000, 'JPY'],
  ] as const
  for (const [amount, currency] of cases) assert.equal(minorOf(amount, currency), undefined, `${amount} ${currency}`)
  for (const code of ['XXX', 'eur', 'BTC', '']) assert.throws(() => minorOf(1, code), /no currency/)
})

test('people read amounts as their language writes them', () => {
  const shown = languages.map(({ locale }) =>
    formatMoney(locale, { amountMinor: 123_450, currency: 'EUR' }).replaceAll(/[\u00a0\u202f]/g, ' '),
  )
  assert.deepEqual(Object.fromEntries(languages.map(({ locale }, index) => [locale, shown[index]])), {
    en: '€1,234.50',
    de: '1.234,50 €',
    es: '1234,50 €',
    fr: '1 234,50 €',
    it: '1234,50 €',
    nl: '€ 1.234,50',
    pt: '€ 1.234,50',
    uk: '1 234,50 EUR',
  })
  assert.equal(formatMoney('en', { amountMinor: 500, currency: 'JPY' }), '¥500')
  assert.equal(formatMoney('en', { amountMinor: 1250, currency: 'KWD' }).replace('\u00a0', ' '), 'KWD 1.250')
})
