// on: embedded
// seconds: 12
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { paidRequests, requestThroughLink, withdrawOwnRequest } from '#bookings/index.ts'
import { lookAtPayments } from '#payments/index.ts'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aRequest, letExpire } from '../../support/booking-requests.ts'
import { aSharedType, bookingOf, factsDuring } from '../../support/bookings.ts'
import { lastPart } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { assertInvariants } from '../../support/invariants.ts'
import { allServices, paidTypeScenes, statesOf } from '../../support/payment-scene.ts'
import { OutgoingToStandIns } from '../../support/stand-in-outgoing.ts'

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const outgoing = new OutgoingToStandIns()
Object.assign(app.context, { outgoing })
const aScene = paidTypeScenes(app, outgoing)
type Scene = Awaited<ReturnType<typeof aScene>>

const bookAsMember = ({ owner, eventType, start_time }: Scene) =>
  app.ask('POST /invitees', { token: owner.token, body: bookingOf(eventType, { start_time }) })

/** What was taken, what was given back, and who is booked. */
const endOf = async (scene: Scene) => [
  ...(await statesOf(scene)),
  scene.taken() - scene.returned(),
  (await scene.invitees()).filter(({ status }) => status === 'active').length,
]

describe('a price of an event type', () => {
  const owner = aScene().then((scene) => scene.owner)
  const create = async (payment: object | null) =>
    app.ask('POST /event_types', {
      token: (await owner).token,
      body: { name: 'Paid', owner: (await owner).uri, booking_rules: { payment } },
    })

  test('is returned as it was set, and makes the type a paid one', async () => {
    for (const [amount, currency] of [
      [25, 'EUR'],
      [12.5, 'USD'],
      [500, 'JPY'],
      [1.25, 'KWD'],
    ] as const) {
      const made = resourceOf(await create({ amount, currency }))
      assert.deepEqual(
        [made.is_paid, made.booking_rules.payment],
        [true, { amount, currency, terms: null, refund_until_hours: null }],
      )
    }
    assert.equal(resourceOf(await create(null)).is_paid, false)
  })

  test('is refused where nobody can pay it, with the name of the field', async () => {
    for (const [payment, parameter] of [
      [{ amount: 25, currency: 'XXX' }, 'booking_rules.payment.currency'],
      [{ amount: 25, currency: 'eur' }, 'booking_rules.payment.currency'],
      [{ amount: 0, currency: 'EUR' }, 'booking_rules.payment.amount'],
      [{ amount: 1.5, currency: 'JPY' }, 'booking_rules.payment.amount'],
      [{ amount: 1.255, currency: 'KWD' }, 'booking_rules.payment.amount'],
      [{ amount: 25, currency: 'EUR', terms: 'x'.repeat(1025) }, 'booking_rules.payment.terms'],
      [{ amount: 25, currency: 'EUR', refund_until_hours: 8761 }, 'booking_rules.payment.refund_until_hours'],
    ] as const) {
      const answer = await create(payment)
      assertStatus(answer, 400)
      assert.deepEqual(
        answer.body.details.map((detail: { parameter: string }) => detail.parameter),
        [parameter],
      )
    }
  })
})

for (const service of allServices)
  describe(`a request that is paid at ${service}`, () => {
    test('is booked with what was paid, once, however often it is asked about', async () => {
      const scene = await aScene()
      assert.deepEqual([scene.request.waits_for, scene.request.next?.kind], ['payment', 'payment'])
      const begun = await scene.begin(service)
      assert.deepEqual(await scene.begin(service), begun)
      scene.pay(service)
      const facts = await factsDuring(app, scene.organizationId, async () => {
        assert.equal(await scene.ring(service, await scene.bellOf(service)), 202)
        await scene.work()
        await scene.work()
      })
      assert.deepEqual(facts.map(({ name }) => name).sort(), ['booking_request.confirmed', 'invitee.created'])
      assert.deepEqual(await endOf(scene), ['booked', 1, 1])
      const { token } = scene.owner
      const request = resourceOf(await app.ask(`GET /booking_requests/${scene.request.id}`, { token }))
      const invitee = resourceOf(await app.ask(`GET ${request.invitee.uri}`, { token }))
      const { external_id, ...payment } = invitee.payment
      assert.equal(external_id, (await scene.payments())[0]?.external_id)
      assert.deepEqual(payment, {
        ...{ provider: service, amount: 25, currency: 'EUR', terms: 'No shows pay.', successful: true },
      })
      await assertInvariants(app.context.database, scene.organizationId)
    })

    test('late is booked while nobody has taken the time, and given back once somebody has', async () => {
      for (const isTaken of [false, true]) {
        const scene = await aScene()
        await scene.begin(service)
        scene.pay(service)
        await letExpire(app, scene.request.id)
        if (isTaken) assertStatus(await bookAsMember(scene), 200)
        app.clock.advance(32 * 60_000)
        await scene.work()
        const unpaid = service === 'paypal'
        assert.deepEqual(
          await endOf(scene),
          unpaid ? ['over', 0, isTaken ? 1 : 0] : isTaken ? ['returned', 0, 1] : ['booked', 1, 1],
        )
        await assertInvariants(app.context.database, scene.organizationId)
      }
    })

    test('and was withdrawn meanwhile gives the money back', async () => {
      const scene = await aScene()
      await scene.begin(service)
      scene.pay(service)
      await app.runOpen(withdrawOwnRequest, { token: scene.request.token })
      app.clock.advance(32 * 60_000)
      await scene.work()
      assert.deepEqual(await endOf(scene), [service === 'paypal' ? 'over' : 'returned', 0, 0])
      assert.equal(await scene.stateOf(), 'withdrawn')
    })
  })

describe('a request that waits to be paid', () => {
  test('keeps its time for 33 minutes, and once again from the first click on', async () => {
    const scene = await aScene()
    const left = async (): Promise<number> => {
      const { expires_at } = resourceOf(
        await app.ask(`GET /booking_requests/${scene.request.id}`, { token: scene.owner.token }),
      )
      return Math.round((Date.parse(expires_at) - Date.now()) / 60_000)
    }
    assert.equal(await left(), 33)
    assert.equal((await bookAsMember(scene)).status, 400)
    const shorten = () =>
      app.context.database.write((tx) =>
        tx
          .updateTable('booking_requests')
          .set({ expires_at: new Date(Date.now() + 5 * 60_000) })
          .where('id', '=', scene.request.id)
          .execute(),
      )
    await shorten()
    await scene.begin('stripe')
    assert.equal(await left(), 33)
    await shorten()
    await scene.begin('webhook')
    assert.equal(await left(), 5)
  })

  test('after a host accepted it keeps its time for a day, and no longer when the invitee begins to pay', async () => {
    const payment = { amount: 25, currency: 'EUR' }
    const scene = await aScene({ booking_rules: { approval: { hours: 2 }, payment } })
    const path = `/booking_requests/${scene.request.id}`
    const { token } = scene.owner
    const left = async (): Promise<number> => {
      const { expires_at } = resourceOf(await app.ask(`GET ${path}`, { token }))
      return Math.round((Date.parse(expires_at) - Date.now()) / 3_600_000)
    }
    assert.equal(await left(), 2)
    assertStatus(await app.ask(`POST ${path}/acceptance`, { token }), 200)
    assert.equal(await left(), 24)
    await scene.begin('stripe')
    assert.equal(await left(), 24)
    await assertInvariants(app.context.database, scene.organizationId)
    scene.pay('stripe')
    assert.equal(await scene.ring('stripe', await scene.bellOf('stripe')), 202)
    await scene.work()
    assert.deepEqual(await endOf(scene), ['booked', 1, 1])
  })

  test('that nobody pays for expires, and its time is free', async () => {
    const scene = await aScene()
    await scene.begin('stripe')
    await letExpire(app, scene.request.id)
    assertStatus(await bookAsMember(scene), 200)
    app.clock.advance(32 * 60_000)
    await scene.work()
    assert.deepEqual(await endOf(scene), ['over', 0, 1])
    await assert.rejects(scene.begin('stripe'))
  })

  test('is paid once: a second payment, at another service, is given back', async () => {
    const scene = await aScene()
    for (const service of ['stripe', 'webhook'] as const) {
      await scene.begin(service)
      scene.pay(service)
    }
    app.clock.advance(32 * 60_000)
    await scene.work()
    assert.deepEqual((await statesOf(scene)).sort(), ['booked', 'returned'])
    assert.deepEqual([scene.taken(), scene.returned(), (await scene.invitees()).length], [2, 1, 1])
  })

  test('comes after the address and the approval: nobody pays for what may be declined', async () => {
    const scene = await aScene({
      booking_rules: { approval: { hours: 24 }, payment: { amount: 25, currency: 'EUR' } },
    })
    assert.equal(scene.request.waits_for, 'approval')
    await assert.rejects(scene.begin('stripe'))
    const accepted = resourceOf(
      await app.ask(`POST /booking_requests/${scene.request.id}/acceptance`, { token: scene.owner.token }),
    )
    assert.deepEqual([accepted.state, accepted.waits_for], ['open', 'payment'])
    await scene.begin('stripe')
    scene.pay('stripe')
    await scene.ring('stripe', await scene.bellOf('stripe'))
    await scene.work()
    assert.deepEqual(await endOf(scene), ['booked', 1, 1])
  })

  test('is found paid at once by whoever comes back from the service, also by two looks at the same time', async () => {
    for (const isTaken of [false, true]) {
      const scene = await aScene()
      await scene.begin('stripe')
      scene.pay('stripe')
      if (isTaken) {
        await letExpire(app, scene.request.id)
        assertStatus(await bookAsMember(scene), 200)
      }
      const look = () =>
        lookAtPayments(app.context, paidRequests(app.context), {
          organizationId: scene.organizationId,
          id: scene.request.id,
        })
      await Promise.all([look(), look(), look()])
      await scene.work()
      assert.deepEqual(await endOf(scene), isTaken ? ['returned', 0, 1] : ['booked', 1, 1])
      assert.equal(scene.returned(), isTaken ? 1 : 0)
    }
  })

  test('keeps its payment when it is moved', async () => {
    const scene = await aScene()
    await scene.begin('stripe')
    scene.pay('stripe')
    await scene.ring('stripe', await scene.bellOf('stripe'))
    await scene.work()
    const [before] = await scene.invitees()
    const { token } = scene.owner
    const moved = resourceOf(
      await app.ask(`POST /invitees/${before?.id}/reschedule`, {
        token,
        body: { start_time: '2026-03-05T10:00:00Z' },
      }),
    )
    assert.equal(moved.payment.amount, 25)
  })

  test('at a group time holds one seat, and joins those who were booked meanwhile', async () => {
    const scene = await aScene()
    const eventType = await aSharedType(app, scene.owner, 'group', {
      seats: 2,
      booking_rules: { payment: { amount: 10, currency: 'EUR' } },
    })
    const start_time = '2026-03-06T10:00:00Z'
    const one = await aRequest(app, eventType, { start_time })
    assertStatus(
      await app.ask('POST /invitees', { token: scene.owner.token, body: bookingOf(eventType, { start_time }) }),
      200,
    )
    assert.equal(
      (await app.ask('POST /invitees', { token: scene.owner.token, body: bookingOf(eventType, { start_time }) }))
        .status,
      400,
    )
    await scene.begin('stripe', app.context, one)
    scene.pay('stripe')
    await scene.ring('stripe', await scene.bellOf('stripe'))
    await scene.work()
    assert.equal((await scene.invitees()).length, 2)
    await assertInvariants(app.context.database, scene.organizationId)
  })
})

describe('a single-use link', () => {
  test('to a paid type is paid for, and spent by the booking', async () => {
    const scene = await aScene()
    const eventType = await anEventType(app, scene.owner, {
      active: true,
      booking_rules: { approval: { hours: 24 }, payment: { amount: 10, currency: 'EUR' } },
    })
    const link = resourceOf(
      await app.ask('POST /scheduling_links', {
        token: scene.owner.token,
        body: { max_event_count: 1, owner: eventType.uri, owner_type: 'EventType' },
      }),
    )
    const code = new URL(link.booking_url).pathname.split('/')[2] ?? ''
    const { event_type: _, ...body } = bookingOf(eventType, { start_time: '2026-03-06T13:00:00Z' }) as Record<
      string,
      unknown
    >
    const made = await app.runOpen(requestThroughLink, { ...body, code })
    assert.equal(made.waits_for, 'payment')
    const request = { ...made, id: lastPart(made.uri), token: lastPart(made.next?.url ?? '') }
    await scene.begin('stripe', app.context, request)
    scene.pay('stripe')
    await scene.ring('stripe', await scene.bellOf('stripe'))
    await scene.work()
    assert.equal(await scene.stateOf(request.id), 'confirmed')
    await assert.rejects(app.runOpen(requestThroughLink, { ...body, code }))
  })
})
