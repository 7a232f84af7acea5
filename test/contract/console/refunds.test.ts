// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { getInviteePayment } from '#payments/index.ts'
import { resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aMember, lastPart } from '../../support/cast.ts'
import { paidTypeScenes } from '../../support/payment-scene.ts'
import { OutgoingToStandIns } from '../../support/stand-in-outgoing.ts'
import { signedInAs } from '../../support/visitor.ts'

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const outgoing = new OutgoingToStandIns()
Object.assign(app.context, { outgoing })
const aScene = paidTypeScenes(app, outgoing)

/** An invitee has paid 25 euros and is booked. */
const aPaidMeeting = async () => {
  const scene = await aScene()
  await scene.begin('stripe')
  scene.pay('stripe')
  assert.equal(await scene.ring('stripe', await scene.bellOf('stripe')), 202)
  await scene.work()
  const { token } = scene.owner
  const request = resourceOf(await app.ask(`GET /booking_requests/${scene.request.id}`, { token }))
  const [event, guest] = [lastPart(request.scheduled_event), scene.request.id]
  const page = `/app/meetings?open=${event}`
  return { scene, event, guest, page, path: `/app/meetings/${event}/guests/${guest}/refund` }
}

describe('the panel of a meeting that was paid', () => {
  test('says what was paid, refunds a part of it and then the rest, and no more', async () => {
    const { scene, page, path } = await aPaidMeeting()
    const visitor = await signedInAs(app, scene.owner)
    const panel = async () => (await visitor.get(page)).text
    assert.match(await panel(), /€25\.00 paid/)
    const asked = await visitor.submit(path, { back: page, amount: '10' }, { page })
    assert.match(asked.location ?? '', /done=refund-requested/)
    assert.match(await panel(), /€10\.00 being refunded/)
    await scene.work()
    assert.match(await panel(), /€10\.00 refunded/)
    assert.match((await visitor.get('/app/insights')).text, /Revenue[\s\S]{0,40}€15\.00/)
    for (const amount of ['20,001', 'all of it', '-1']) {
      const refused = await visitor.submit(path, { back: page, amount }, { page })
      assert.equal(refused.status, 400, amount)
      assert.match(refused.text, /aria-invalid/)
    }
    assert.equal((await visitor.submit(path, { back: page, amount: '15,00' }, { page })).status, 303)
    await scene.work()
    const after = await panel()
    assert.match(after, /€25\.00 refunded/)
    assert.equal(after.includes('/refund"'), false)
    assert.equal(scene.returned(), 2)
  })

  test('shows the rest of it to owners and admins only, and to nobody of another organization', async () => {
    const { scene, guest } = await aPaidMeeting()
    const member = await aMember(app, scene.owner)
    await assert.rejects(app.run(getInviteePayment, member.principal, { uuid: guest }), /permission/)
    const { owner } = await aScene()
    assert.equal(await app.run(getInviteePayment, owner.principal, { uuid: guest }), null)
  })
})
