// on: embedded
// seconds: 6
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { cancelInvitee, cancelOwnBooking, cancelScheduledEvent, rescheduleInvitee } from '#bookings/index.ts'
import { assertStatus } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, bookedAs, hours } from '../../support/bookings.ts'
import { aFounder, lastPart } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { withoutMail } from '../../support/mail.ts'
import { ownWork } from '../../support/own-work.ts'
import { newPaymentServices } from '../../support/payments.ts'
import { OutgoingToStandIns } from '../../support/stand-in-outgoing.ts'
import { stripeKeys } from '../../support/stripe-stand-in.ts'

const app = await testApp({ isHeard: true, settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const outgoing = new OutgoingToStandIns()
Object.assign(app.context, { outgoing })
const { stripe } = await newPaymentServices(outgoing)
stripe.now = () => app.clock.now()
const { work } = await ownWork(app, withoutMail(app.context))
const later = hours()

/** A meeting that was paid. */
const aPaidBooking = async (refundHours: number | null) => {
  const owner = await aFounder(app)
  const body = { service: 'stripe', ...stripeKeys }
  const connected = await app.ask('POST /payment_accounts', { token: owner.token, body })
  assertStatus(connected, 201)
  const type = await anEventType(app, owner, { active: true, timezone: 'UTC' })
  const booked = await aBooking(app, owner, type, { start_time: later() })
  const charge = `ch_${randomUUID()}`
  const now = app.clock.now()
  stripe.sessions.set(charge, {
    ...{ id: charge, status: 'complete', payment_status: 'paid', amount_total: 2500, currency: 'eur', charge },
    ...{ client_reference_id: '', expires_at: 0, url: '' },
  })
  await app.context.database.write((tx) =>
    tx
      .insertInto('payments')
      .values({
        ...{ organization_id: owner.principal.organizationId, id: randomUUID(), request_id: randomUUID() },
        ...{ invitee_id: booked.inviteeId, account_id: lastPart(connected.body.resource.uri), service: 'stripe' },
        ...{ amount_minor: 2500, currency: 'EUR', refund_hours: refundHours, description: 'Consultation' },
        ...{ state: 'booked', expires_at: now, external_id: charge, paid_at: now, created_at: now, updated_at: now },
      })
      .execute(),
  )
  return { owner, booked, refunded: () => stripe.refundedOf(charge) }
}

const cancelOwn = (token: string) => app.runOpen(cancelOwnBooking, { token })

describe('a canceled meeting that was paid', () => {
  test('is refunded in full when the host cancels it: the booking, or the whole meeting', async () => {
    const one = await aPaidBooking(null)
    await app.run(cancelInvitee, one.owner.principal, { uuid: one.booked.inviteeId })
    const other = await aPaidBooking(null)
    await app.run(cancelScheduledEvent, other.owner.principal, { uuid: other.booked.eventId })
    await work()
    assert.deepEqual([one.refunded(), other.refunded()], [2500, 2500])
  })

  test('is refunded to an invitee who cancels early enough, and not to one who cancels later', async () => {
    for (const [refundHours, expected] of [
      [0, 2500],
      [8760, 0],
      [null, 0],
    ] as const) {
      const { booked, refunded } = await aPaidBooking(refundHours)
      await cancelOwn(booked.token)
      await work()
      assert.equal(refunded(), expected, String(refundHours))
    }
  })

  test('has a payment that follows the invitee, however often they reschedule', async () => {
    const { owner, booked, refunded } = await aPaidBooking(0)
    let last = booked
    for (let move = 0; move < 2; move += 1)
      last = bookedAs(await app.run(rescheduleInvitee, owner.principal, { uuid: last.inviteeId, start_time: later() }))
    await work()
    assert.equal(refunded(), 0)
    await app.run(cancelInvitee, owner.principal, { uuid: last.inviteeId })
    await work()
    assert.equal(refunded(), 2500)
  })
})
