// seconds: 180
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertStatus } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { letExpire } from '../../support/booking-requests.ts'
import { bookingOf } from '../../support/bookings.ts'
import { allServices, paidTypeScenes, paymentScenes, statesOf } from '../../support/payment-scene.ts'
import { Killed, killedAt } from '../../support/payment-work.ts'
import { OutgoingToStandIns } from '../../support/stand-in-outgoing.ts'

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const outgoing = new OutgoingToStandIns()
Object.assign(app.context, { outgoing })
const minutes = (count: number): void => app.clock.advance(count * 60_000)
const aScene = paymentScenes(app, outgoing)
const aPaidScene = paidTypeScenes(app, outgoing)

const untilKilled = async (work: () => Promise<unknown>): Promise<void> => {
  await work().catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error
  })
}

for (const service of allServices)
  describe(`paying at ${service}`, () => {
    test('killed at any moment, it ends as booked or given back: never neither, never both', async () => {
      for (const isGone of [false, true]) {
        let most = 1
        for (let moment = 1; moment <= most; moment += 1) {
          const scene = await aScene()
          const dying = killedAt(app.context, moment)
          await untilKilled(() => scene.begin(service, dying))
          await scene.begin(service)
          scene.pay(service)
          if (isGone) scene.requests.standing.clear()
          assert.equal(await scene.ring(service, await scene.bellOf(service)), 202)
          await untilKilled(() => scene.work(dying))
          await scene.work()
          minutes(40)
          await scene.work()
          const states = await statesOf(scene)
          assert.deepEqual(
            [states, scene.taken(), scene.returned()],
            isGone ? [['returned'], 1, 1] : [['booked'], 1, 0],
            `moment ${moment}`,
          )
          most = Math.max(most, dying.moments())
        }
        assert.ok(most > (isGone ? 12 : 8), `only ${most} moments`)
      }
    })
  })

for (const service of allServices)
  describe(`a booking request that is paid at ${service}`, () => {
    test('killed between any two steps, the invitee is booked or has the money back, and never both', async () => {
      for (const isTaken of [false, true]) {
        let most = 1
        for (let moment = 1; moment <= most; moment += 1) {
          const scene = await aPaidScene()
          const dying = killedAt(app.context, moment)
          await untilKilled(() => scene.begin(service, dying))
          await scene.begin(service)
          scene.pay(service)
          if (isTaken) {
            await letExpire(app, scene.request.id)
            const body = bookingOf(scene.eventType, { start_time: scene.start_time })
            assertStatus(await app.ask('POST /invitees', { token: scene.owner.token, body }), 200)
          }
          assert.equal(await scene.ring(service, await scene.bellOf(service)), 202)
          await untilKilled(() => scene.work(dying))
          await scene.work()
          minutes(40)
          await scene.work()
          const booked = (await scene.invitees()).filter(({ payment }) => payment !== null).length
          const kept = scene.taken() - scene.returned()
          const state = !isTaken ? 'booked' : service === 'paypal' ? 'over' : 'returned'
          assert.deepEqual(
            [await statesOf(scene), kept, booked, await scene.stateOf()],
            [[state], isTaken ? 0 : 1, isTaken ? 0 : 1, isTaken ? 'expired' : 'confirmed'],
            `moment ${moment}`,
          )
          most = Math.max(most, dying.moments())
        }
        assert.ok(most > 8, `only ${most} moments`)
      }
    })
  })
