// seconds: 60
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { allServices, paymentScenes, statesOf } from '../../support/payment-scene.ts'
import { Killed, killedAt } from '../../support/payment-work.ts'
import { OutgoingToStandIns } from '../../support/stand-in-outgoing.ts'

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const outgoing = new OutgoingToStandIns()
Object.assign(app.context, { outgoing })
const minutes = (count: number): void => app.clock.advance(count * 60_000)
const aScene = paymentScenes(app, outgoing)

for (const service of allServices)
  describe(`paying at ${service}`, () => {
    test('killed at any moment, it ends as booked or given back: never neither, never both', async () => {
      for (const isGone of [false, true]) {
        let most = 1
        for (let moment = 1; moment <= most; moment += 1) {
          const scene = await aScene()
          const dying = killedAt(app.context, moment)
          const until = async (work: () => Promise<unknown>): Promise<void> => {
            await work().catch((error: unknown) => {
              if (!(error instanceof Killed)) throw error
            })
          }
          await until(() => scene.begin(service, dying))
          await scene.begin(service)
          scene.pay(service)
          if (isGone) scene.requests.standing.clear()
          assert.equal(await scene.ring(service, await scene.bellOf(service)), 202)
          await until(() => scene.work(dying))
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
