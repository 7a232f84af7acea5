import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { currencies } from '#contract/money.ts'
import { paypalValueOf } from '#integrations/index.ts'
import { moneyAtStripe, moneyIn, stripeAmountOf } from './amount.ts'
import { paymentIdIn } from './bell.ts'
import { isPriceOf, nextStep, refundAfter } from './payment.ts'
import { isSigned } from './signature.ts'

const now = new Date('2026-03-02T10:00:00Z')
const later = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000)

describe('a refund after a cancellation', () => {
  const price = { amountMinor: 2500, refundHours: 24 }
  test('is all of it when the host cancels, whenever that is and whatever the event type says', () => {
    for (const refundHours of [null, 0, 24])
      for (const startsAt of [later(100), later(-1)])
        assert.equal(refundAfter({ ...price, refundHours }, { by: 'host', canceledAt: now, startsAt }), 2500)
  })

  test('is all of it when the invitee cancels early enough, and nothing later', () => {
    const by = 'invitee'
    assert.equal(refundAfter(price, { by, canceledAt: now, startsAt: later(24) }), 2500)
    assert.equal(refundAfter(price, { by, canceledAt: now, startsAt: later(23.99) }), 0)
    assert.equal(refundAfter({ ...price, refundHours: 0 }, { by, canceledAt: now, startsAt: now }), 2500)
    assert.equal(refundAfter({ ...price, refundHours: null }, { by, canceledAt: now, startsAt: later(999) }), 0)
  })
})

describe('what the service says', () => {
  const payment = { amountMinor: 2500, currency: 'EUR', expiresAt: later(0.5) }
  test('leads on: an open session is looked at when it ends, and for a day after that', () => {
    assert.deepEqual(nextStep(payment, { kind: 'open' }, 60_000, now), { kind: 'wait', until: payment.expiresAt })
    assert.deepEqual(nextStep(payment, { kind: 'open' }, 60_000, later(1)), {
      kind: 'wait',
      until: new Date(later(1).getTime() + 60_000),
    })
    assert.deepEqual(nextStep(payment, { kind: 'open' }, 60_000, later(24.5)), { kind: 'over' })
    assert.equal(nextStep(payment, { kind: 'pending' }, 60_000, later(999)).kind, 'wait')
    assert.deepEqual(nextStep(payment, { kind: 'over' }, 60_000, now), { kind: 'over' })
  })

  test('is compared with the price', () => {
    assert.ok(isPriceOf(payment, { amountMinor: 2500, currency: 'EUR' }))
    assert.ok(isPriceOf(payment, undefined))
    assert.ok(!isPriceOf(payment, { amountMinor: 2499, currency: 'EUR' }))
    assert.ok(!isPriceOf(payment, { amountMinor: 2500, currency: 'USD' }))
  })
})

describe('amounts', () => {
  test('at Stripe have the smallest unit, but hundredths where there are none: ISK and UGX', () => {
    assert.equal(stripeAmountOf({ amountMinor: 5, currency: 'ISK' }), 500)
    assert.equal(stripeAmountOf({ amountMinor: 500, currency: 'JPY' }), 500)
    assert.equal(stripeAmountOf({ amountMinor: 1250, currency: 'KWD' }), 1250)
    for (const currency of currencies) {
      const money = { amountMinor: 1230, currency }
      assert.deepEqual(moneyAtStripe(stripeAmountOf(money), currency.toLowerCase()), money)
    }
  })

  test('at PayPal are decimals, without a fraction where it takes none, and not in every currency', () => {
    assert.equal(paypalValueOf({ amountMinor: 2500, currency: 'EUR' }), '25.00')
    assert.equal(paypalValueOf({ amountMinor: 500, currency: 'JPY' }), '500')
    assert.equal(paypalValueOf({ amountMinor: 190_000, currency: 'HUF' }), '1900')
    assert.equal(paypalValueOf({ amountMinor: 190_050, currency: 'HUF' }), undefined)
    assert.equal(paypalValueOf({ amountMinor: 1250, currency: 'KWD' }), undefined)
    assert.deepEqual(moneyIn('25.00', 'EUR'), { amountMinor: 2500, currency: 'EUR' })
    assert.equal(moneyIn('a lot', 'EUR'), undefined)
  })
})

describe('a message', () => {
  const body = Buffer.from('{"id":"1"}')
  const sign = (secret: string, seconds: number, text = body): string =>
    createHmac('sha256', secret).update(`${seconds}.`).update(text).digest('hex')
  const seconds = now.getTime() / 1000

  test('is genuine with the right signature over the body as it came, for five minutes', () => {
    assert.ok(isSigned('secret', `t=${seconds},v1=${sign('secret', seconds)}`, body, now))
    assert.ok(isSigned('secret', `t=${seconds},v1=${sign('old', seconds)},v1=${sign('secret', seconds)}`, body, now))
    for (const header of [
      undefined,
      '',
      `v1=${sign('secret', seconds)}`,
      `t=${seconds}`,
      `t=${seconds},v1=`,
      `t=${seconds},v1=${sign('other', seconds)}`,
      `t=${seconds},v0=${sign('secret', seconds)}`,
      `t=${seconds},v1=${sign('secret', seconds, Buffer.from('{}'))}`,
      `t=${seconds - 301},v1=${sign('secret', seconds - 301)}`,
      `t=${seconds + 301},v1=${sign('secret', seconds + 301)}`,
      `t=${seconds - 1},v1=${sign('secret', seconds)}`,
    ])
      assert.ok(!isSigned('secret', header, body, now), header)
  })

  test('names a payment where its service puts it', () => {
    const id = '5c6f1f0f-7d5e-4f00-8000-000000000001'
    const named = (content: unknown) => paymentIdIn(Buffer.from(JSON.stringify(content)))
    assert.equal(named({ data: { object: { client_reference_id: id } } }), id)
    assert.equal(named({ data: { object: { metadata: { openslot_payment: id } } } }), id)
    assert.equal(named({ resource: { custom_id: id } }), id)
    assert.equal(named({ resource: { purchase_units: [{ custom_id: id }] } }), id)
    assert.equal(named({ id }), id)
    for (const content of [null, [], {}, { id: 'x' }, { data: { object: null } }, 'text'])
      assert.equal(named(content), undefined)
    assert.equal(paymentIdIn(Buffer.from('not json')), undefined)
  })
})
