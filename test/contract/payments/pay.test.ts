// on: embedded
// seconds: 12
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { decimalOf } from '#contract/money.ts'
import { openMetrics } from '#metrics.ts'
import { findPaymentServices, getRevenue, overviewOfPayments } from '#payments/index.ts'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aFounder, aMember, type Person } from '../../support/cast.ts'
import { allServices, paymentScenes, statesOf } from '../../support/payment-scene.ts'
import { OutgoingToStandIns } from '../../support/stand-in-outgoing.ts'

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const outgoing = new OutgoingToStandIns()
Object.assign(app.context, { outgoing })
const minutes = (count: number): void => app.clock.advance(count * 60_000)
const aScene = paymentScenes(app, outgoing)

for (const service of allServices)
  describe(`paying at ${service}`, () => {
    test('what is paid is booked once its message comes; a doubled or late message changes nothing', async () => {
      const scene = await aScene()
      const begun = await scene.begin(service)
      assert.notEqual(begun, 'unavailable')
      assert.deepEqual(await scene.begin(service), begun, 'the same session in another tab')
      scene.pay(service)
      const bell = await scene.bellOf(service)
      assert.equal(await scene.ring(service, bell), 202)
      await scene.work()
      const [payment] = await scene.payments()
      assert.deepEqual([payment?.state, payment?.amount_minor, payment?.terms], ['booked', 2500, 'No shows pay.'])
      assert.ok(payment?.external_id && payment.invitee_id)
      assert.equal(await scene.ring(service, bell), 202)
      await scene.work()
      minutes(60)
      await scene.work()
      assert.deepEqual([await statesOf(scene), scene.taken(), scene.returned()], [['booked'], 1, 0])
    })

    test('without any message it is found when the session ends', async () => {
      const scene = await aScene()
      await scene.begin(service)
      scene.pay(service)
      minutes(32)
      await scene.work()
      assert.deepEqual([await statesOf(scene), scene.taken(), scene.returned()], [['booked'], 1, 0])
    })

    test('late, it is booked while the time stands, and given back when it is gone; PayPal takes nothing', async () => {
      for (const end of ['expire', 'lose'] as const) {
        const scene = await aScene()
        await scene.begin(service)
        scene.pay(service)
        scene.requests[end](scene.price.requestId)
        minutes(32)
        await scene.work()
        const expected =
          service === 'paypal' ? ['over', 0, 0] : end === 'expire' ? ['booked', 1, 0] : ['returned', 1, 1]
        assert.deepEqual([...(await statesOf(scene)), scene.taken(), scene.returned()], expected, end)
        const [payment] = await scene.payments()
        assert.equal(payment?.refunded_minor, expected[0] === 'returned' ? 2500 : 0)
      }
    })

    test('nothing is paid: the session is over, and the account can be disconnected', async () => {
      const scene = await aScene()
      await scene.begin(service)
      const accounts = (await app.ask('GET /payment_accounts', { token: scene.owner.token })).body.collection
      const { uri } = accounts.find((one: { service: string }) => one.service === service)
      const disconnect = () => app.ask(`DELETE ${new URL(uri).pathname}`, { token: scene.owner.token })
      assertStatus(await disconnect(), 409)
      scene.requests.expire(scene.price.requestId)
      minutes(32)
      await scene.work()
      minutes(24 * 60)
      await scene.work()
      assert.deepEqual(await statesOf(scene), ['over'])
      assertStatus(await disconnect(), 204)
    })

    test('forged messages are refused, and ask nobody anything', async () => {
      const scene = await aScene()
      await scene.begin(service)
      scene.pay(service)
      const { body, headers } = await scene.bellOf(service)
      const forged = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          /signature|sig$/.test(name) ? value.replace(/.$/, (last) => (last === '0' ? '1' : '0')) : value,
        ]),
      )
      const other = (await aFounder(app)).principal.organizationId
      assert.equal(await scene.ring(service, { body, headers: forged }), 404)
      assert.equal(await scene.ring(service, { body, headers: { 'content-type': 'application/json' } }), 404)
      assert.equal(await scene.ring(service, { body, headers }, other), 404)
      if (service !== 'paypal') {
        assert.equal(await scene.ring(service, { body: `${body} `, headers }), 404)
        minutes(6)
        assert.equal(await scene.ring(service, { body, headers }), 404)
      }
      await scene.work()
      assert.deepEqual(await statesOf(scene), ['open'])
    })
  })

describe('paying', () => {
  test('at two services at once books with one, and the other gives it back', async () => {
    const scene = await aScene()
    for (const service of ['stripe', 'webhook'] as const) {
      await scene.begin(service)
      scene.pay(service)
    }
    minutes(32)
    await scene.work()
    assert.deepEqual((await statesOf(scene)).sort(), ['booked', 'returned'])
    assert.deepEqual([scene.taken(), scene.returned()], [2, 1])
  })

  test('of zero and three decimals is asked for as each service writes it', async () => {
    const cases = [
      [500, 'JPY', 500, '500'],
      [5, 'ISK', 500, undefined],
      [1250, 'KWD', 1250, undefined],
    ] as const
    for (const [amountMinor, currency, atStripe, atPaypal] of cases) {
      const scene = await aScene({ amountMinor, currency })
      const offered = await findPaymentServices(app.context.database.reader, scene.price)
      assert.deepEqual(offered, atPaypal ? ['stripe', 'paypal', 'webhook'] : ['stripe', 'webhook'])
      for (const service of offered) assert.notEqual(await scene.begin(service), 'unavailable')
      assert.equal([...scene.stripe.sessions.values()][0]?.amount_total, atStripe)
      assert.equal([...scene.paypal.orders.values()][0]?.unit.amount.value, atPaypal)
      assert.equal([...scene.own.kept.values()][0]?.amount, decimalOf(scene.price))
      scene.pay('stripe')
      minutes(32)
      await scene.work()
      assert.equal((await scene.payments()).find(({ service }) => service === 'stripe')?.state, 'booked')
    }
  })

  test('with an account that was lost or is away is unavailable, and is never free', async () => {
    const scene = await aScene()
    scene.stripe.isClosed = true
    assert.equal(await scene.begin('stripe'), 'unavailable')
    scene.own.interrupt((_, answer) => {
      answer(500)
      return true
    })
    assert.equal(await scene.begin('webhook'), 'unavailable')
    assert.equal((await scene.payments()).filter(({ session }) => session !== null).length, 0)
  })

  test('sends nothing about the invitee, and keeps nothing of a card', async () => {
    const scene = await aScene()
    await scene.begin('webhook')
    const { body } = scene.own.received.at(-1) ?? { body: {} }
    assert.deepEqual(Object.keys(body).sort(), [
      ...['amount', 'cancel_url', 'currency', 'description', 'expires_at', 'id', 'return_url', 'type'],
    ])
    const columns = Object.keys((await scene.payments())[0] ?? {})
    assert.ok(!columns.some((name) => /card|email|name|person/.test(name)))
  })
})

describe('POST /payments/{uuid}/refund', () => {
  const booked = async (service: (typeof allServices)[number] = 'stripe') => {
    const scene = await aScene()
    await scene.begin(service)
    scene.pay(service)
    minutes(32)
    await scene.work()
    const [payment] = await scene.payments()
    const path = `/payments/${payment?.id}`
    const refund = (by: Person, body: object = {}) => app.ask(`POST ${path}/refund`, { token: by.token, body })
    const get = async () => resourceOf(await app.ask(`GET ${path}`, { token: scene.owner.token }))
    return { scene, refund, get }
  }

  test('200: parts and the rest, each once at the service, and no more than was paid', async () => {
    for (const service of allServices) {
      const { scene, refund, get } = await booked(service)
      assertStatus(await refund(scene.owner, { amount: 10 }), 200)
      await scene.work()
      assert.equal((await get()).refunded, 10)
      const more = await refund(scene.owner, { amount: 15.01 })
      assertStatus(more, 400)
      assert.deepEqual(
        more.body.details.map(({ parameter, message }: Record<string, string>) => [parameter, message]),
        [['amount', 'must be less than or equal to 15']],
      )
      assertStatus(await refund(scene.owner), 200)
      assertStatus(await refund(scene.owner), 409)
      await scene.work()
      assert.deepEqual([(await get()).refunded, scene.returned()], [25, 2], service)
      for (const amount of [30, 0, -1, 0.001]) assertStatus(await refund(scene.owner, { amount }), 400)
    }
  })

  test('a lost answer of the service makes no second refund, also when its keys are forgotten', async () => {
    const { scene, refund, get } = await booked()
    let isLost = true
    scene.stripe.afterwards = ({ method, path }) => {
      if (!isLost || method !== 'POST' || !path.endsWith('/refunds')) return undefined
      isLost = false
      return { status: 500 }
    }
    assertStatus(await refund(scene.owner, { amount: 10 }), 200)
    await scene.work()
    assert.deepEqual([(await get()).refunded, scene.stripe.refunds.length], [0, 1])
    scene.stripe.forgetKeys()
    minutes(24 * 60)
    await scene.work()
    assert.deepEqual([(await get()).refunded, scene.stripe.refunds.length], [10, 1])
  })

  test('403 and 404: only owners and admins of the organization', async () => {
    const { scene, refund } = await booked()
    assertStatus(await refund(await aMember(app, scene.owner)), 403)
    assertStatus(await refund(await aFounder(app)), 404)
    assertStatus(await app.ask(`POST /payments/${randomUUID()}/refund`, { token: scene.owner.token, body: {} }), 404)
  })
})

describe('GET /payments', () => {
  const paidAt = async (service: (typeof allServices)[number]) => {
    const scene = await aScene()
    await scene.begin(service)
    scene.pay(service)
    minutes(32)
    await scene.work()
    return scene
  }
  const list = (by: Person, query: Record<string, string> = {}) => app.ask('GET /payments', { token: by.token, query })
  const servicesIn = async (by: Person, query: Record<string, string> = {}): Promise<string[]> =>
    (await list(by, query)).body.collection.map(({ service }: { service: string }) => service)

  test('200: every attempt of the organization, the latest first, page by page and by state, service, and time', async () => {
    const scene = await aScene()
    await scene.begin('paypal')
    minutes(1)
    const between = app.clock.now().toISOString()
    minutes(1)
    await scene.begin('stripe')
    scene.pay('stripe')
    minutes(32)
    await scene.work()
    assert.deepEqual(await servicesIn(scene.owner), ['stripe', 'paypal'])
    const first = await list(scene.owner, { count: '1', sort: 'created_at:asc' })
    assert.deepEqual(
      first.body.collection.map(({ service }: { service: string }) => service),
      ['paypal'],
    )
    assert.deepEqual(await servicesIn(scene.owner, { count: '1', page_token: first.body.pagination.next_page_token }), [
      'stripe',
    ])
    assert.deepEqual(await servicesIn(scene.owner, { state: 'booked' }), ['stripe'])
    assert.deepEqual(await servicesIn(scene.owner, { service: 'paypal' }), ['paypal'])
    assert.deepEqual(await servicesIn(scene.owner, { min_created_at: between }), ['stripe'])
    assert.deepEqual(await servicesIn(scene.owner, { max_created_at: between }), ['paypal'])
    const [{ invitee }] = (await list(scene.owner, { state: 'booked' })).body.collection
    assert.deepEqual(await servicesIn(scene.owner, { invitee }), ['stripe'])
    assert.deepEqual(await servicesIn(await aFounder(app)), [])
  })

  test('is added up by currency, less what was given back, for owners and admins; and seen in metrics', async () => {
    const before = await overviewOfPayments(app.context.database.reader)
    const scene = await paidAt('stripe')
    const [payment] = await scene.payments()
    const body = { amount: 10 }
    assertStatus(await app.ask(`POST /payments/${payment?.id}/refund`, { token: scene.owner.token, body }), 200)
    await scene.work()
    const period = { days: 7, timezone: 'UTC' }
    const sums = await app.run(getRevenue, scene.owner.principal, period)
    assert.deepEqual(sums, [{ currency: 'EUR', amount_minor: 1500 }])
    const member = await aMember(app, scene.owner)
    await assert.rejects(app.run(getRevenue, member.principal, period), /permission/)
    assert.deepEqual(await app.run(getRevenue, (await aFounder(app)).principal, period), [])
    minutes(8 * 24 * 60)
    assert.deepEqual(await app.run(getRevenue, scene.owner.principal, period), [])
    const after = await overviewOfPayments(app.context.database.reader)
    assert.equal(after.states.booked, before.states.booked + 1)
    const metrics = await (await openMetrics(app.context)).text()
    assert.match(metrics, new RegExp(`openslot_payments_booked ${after.states.booked}\\n`))
    assert.match(metrics, /openslot_payment_refunds_failed \d+\n/)
  })
})
