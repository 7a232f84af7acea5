// on: embedded
// seconds: 4
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aFounder, lastPart } from '../../support/cast.ts'
import { anEventType, itemsOf } from '../../support/event-types.ts'
import { newPaymentServices } from '../../support/payments.ts'
import { paypalKeys } from '../../support/paypal-stand-in.ts'
import { OutgoingToStandIns } from '../../support/stand-in-outgoing.ts'
import { stripeKeys } from '../../support/stripe-stand-in.ts'
import { Visitor } from '../../support/visitor.ts'

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const outgoing = new OutgoingToStandIns()
Object.assign(app.context, { outgoing })

const aPaidType = async (currency = 'EUR') => {
  await newPaymentServices(outgoing)
  const owner = await aFounder(app)
  const { token } = owner
  const eventType = await anEventType(app, owner, {
    active: true,
    booking_rules: { payment: { amount: 25, currency } },
  })
  const [start_time, end_time] = ['2026-03-04T00:00:00Z', '2026-03-05T00:00:00Z']
  const openTimes = async () =>
    itemsOf(
      await app.ask('GET /event_type_available_times', {
        token,
        query: { event_type: eventType.uri, start_time, end_time },
      }),
    ).length
  const path = new URL(resourceOf(await app.ask(`GET ${eventType.uri}`, { token })).scheduling_url).pathname
  const page = () => new Visitor(app).get(path)
  const connect = async (keys: object) => {
    const connected = await app.ask('POST /payment_accounts', { token, body: keys })
    assertStatus(connected, 201)
    return lastPart(resourceOf(connected).uri)
  }
  return { owner, token, eventType, openTimes, path, page, connect }
}

describe('an event type with a price', () => {
  test('is closed while no account takes it, says why, and never becomes free', async () => {
    const { owner, token, eventType, openTimes, path, page, connect } = await aPaidType()
    const isShown = async () => (await new Visitor(app).get(`/${path.split('/')[1]}`)).text.includes(path)
    const reasons = async () =>
      resourceOf(
        await app.ask('GET /event_type_time_explanations', {
          token,
          query: { event_type: eventType.uri, start_time: '2026-03-04T10:00:00Z', timezone: 'UTC' },
        }),
      ).reasons.map(({ kind }: { kind: string }) => kind)
    assert.deepEqual([await openTimes(), (await page()).status, await isShown()], [0, 404, false])
    assert.match((await page()).text, /payments aren’t available/)
    assert.deepEqual(await reasons(), ['unpayable'])
    const id = await connect({ service: 'stripe', ...stripeKeys })
    assert.ok((await openTimes()) > 0)
    assert.deepEqual([(await page()).status, await isShown(), await reasons()], [200, true, []])
    await app.context.database.write((tx) =>
      tx.updateTable('provider_accounts').set({ is_lost: true }).where('id', '=', id).execute(),
    )
    assert.deepEqual([await openTimes(), (await page()).status], [0, 404])
    await connect({ service: 'stripe', ...stripeKeys })
    assert.ok((await openTimes()) > 0)
    assertStatus(await app.ask(`DELETE /payment_accounts/${id}`, { token: owner.token }), 204)
    assert.deepEqual([await openTimes(), (await page()).status], [0, 404])
  })

  test('is closed where its currency cannot be paid at the only account', async () => {
    const { openTimes, connect } = await aPaidType('KWD')
    await connect({ service: 'paypal', ...paypalKeys })
    assert.equal(await openTimes(), 0)
    await connect({ service: 'stripe', ...stripeKeys })
    assert.ok((await openTimes()) > 0)
  })
})
