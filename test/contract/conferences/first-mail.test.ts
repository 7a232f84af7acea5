// seconds: 5
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cancelInvitee, rescheduleInvitee } from '#bookings/index.ts'
import { aBooking, aSharedType, bookedAs, hours } from '../../support/bookings.ts'
import { aFounder, type Made, type Person } from '../../support/cast.ts'
import { aConferenceService, anAccount, type ConferenceService } from '../../support/conferences.ts'
import { anEventType } from '../../support/event-types.ts'
import { mailApp, recipientOf } from '../../support/mail.ts'
import type { ReceivedMail } from '../../support/mail-server.ts'
import { aReceiver, type Received } from '../../support/receiver.ts'
import { aSubscription } from '../../support/webhooks.ts'

const app = await mailApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const later = hours()
const zoom = { kind: 'zoom_conference' }

interface Scene {
  readonly owner: Person
  readonly service: ConferenceService
  readonly type: Made
  /** What a receiver of webhooks got. */
  readonly received: Received[]
}

const aScene = async (): Promise<Scene> => {
  const owner = await aFounder(app)
  const service = await aConferenceService()
  await anAccount(app, owner, service)
  const traits = { name: 'Intro call', active: true, duration: 60, timezone: 'UTC', locations: [zoom], reminders: [] }
  const type = await anEventType(app, owner, traits)
  const receiver = await aReceiver()
  await aSubscription(app, owner, receiver.url, {
    events: ['invitee.created', 'invitee.canceled', 'scheduled_event.updated'],
  })
  return { owner, service, type, received: receiver.received }
}

const refuse = (service: ConferenceService, status: number): void =>
  service.interrupt((_, answer) => {
    answer(status)
    return true
  })

const mailsAfter = (seconds: number, work: () => Promise<unknown> = async () => {}): Promise<ReceivedMail[]> =>
  app.mailDuring(async () => {
    app.clock.advance(seconds * 1000)
    await work()
  })

const sequenceOf = ({ calendar }: ReceivedMail): number => calendar?.event.sequence ?? -1
const uidsIn = (mails: readonly ReceivedMail[]) => new Set(mails.map(({ calendar }) => calendar?.event.uid))
const named = (received: readonly Received[]) =>
  received.map(({ body: { event, payload } }) => [
    event,
    (payload.scheduled_event ?? payload).location.status,
    (payload.scheduled_event ?? payload).location.join_url,
  ])

describe('the first mails and the first webhook of a meeting', () => {
  test('have the link when it is made within seconds', async () => {
    const { owner, service, type, received } = await aScene()
    const mails = await mailsAfter(0, () => aBooking(app, owner, type, { start_time: later() }))
    const url = service.made[0]?.url
    assert.equal(mails.length, 2)
    for (const mail of mails) {
      assert.ok(mail.text.includes(String(url)), recipientOf(mail))
      assert.equal(mail.calendar?.event.location, url)
      assert.equal(sequenceOf(mail), 0)
    }
    assert.deepEqual(named(received), [
      ['invitee.created', 'pushed', url],
      ['scheduled_event.updated', 'pushed', url],
    ])
    assert.deepEqual(received[1]?.body.payload.event_guests, [])
    assert.deepEqual(await mailsAfter(3600), [])
  })

  test('wait for it for 20 seconds; then another mail follows, about the same entry in its next version', async () => {
    const { owner, service, type, received } = await aScene()
    refuse(service, 503)
    const start_time = later()
    const booked = await aBooking(app, owner, type, { start_time, event_guests: ['guest@client.test'] })
    assert.deepEqual(await mailsAfter(0), [])
    assert.deepEqual(named(received), [])
    const first = await mailsAfter(21)
    assert.equal(first.length, 3)
    assert.ok(first.every(({ text }) => !text.includes('https://meet.test')))
    assert.deepEqual(named(received), [['invitee.created', 'processing', null]])

    service.interrupt(undefined)
    const second = await mailsAfter(300)
    const url = service.made[0]?.url
    assert.deepEqual(second.map(recipientOf), first.map(recipientOf))
    for (const mail of second) {
      assert.ok(mail.text.includes(String(url)), recipientOf(mail))
      assert.match(mail.subject, /^Link to join: Intro call/)
      assert.deepEqual([sequenceOf(mail), mail.calendar?.event.location], [1, url])
    }
    assert.equal(uidsIn([...first, ...second]).size, 1)
    assert.deepEqual(named(received).at(-1), ['scheduled_event.updated', 'pushed', url])
    assert.deepEqual(await mailsAfter(3600), [])

    const canceled = await mailsAfter(0, () => app.run(cancelInvitee, owner.principal, { uuid: booked.inviteeId }))
    assert.deepEqual(canceled.map(sequenceOf), [2, 2, 2])
  })

  test('do not wait for a link that will not come', async () => {
    const { owner, service, type, received } = await aScene()
    refuse(service, 422)
    const mails = await mailsAfter(0, () => aBooking(app, owner, type, { start_time: later() }))
    assert.equal(mails.length, 2)
    assert.deepEqual(named(received), [
      ['invitee.created', 'failed', null],
      ['scheduled_event.updated', 'failed', null],
    ])
  })

  test('go before what happens next', async () => {
    const { owner, service, type, received } = await aScene()
    refuse(service, 503)
    const booked = await aBooking(app, owner, type, { start_time: later() })
    const again = await mailsAfter(1, async () => {
      await app.work()
      await app.run(cancelInvitee, owner.principal, { uuid: booked.inviteeId })
    })
    assert.equal(again.length, 4)
    assert.deepEqual(
      received.map(({ body }) => body.event),
      ['invitee.created', 'invitee.canceled'],
    )
    service.interrupt(undefined)
    assert.deepEqual(await mailsAfter(300), [])
  })

  test('of a meeting that moves with its link have it at once, and the entry counts on', async () => {
    const { owner, service, type } = await aScene()
    refuse(service, 503)
    const booked = await aBooking(app, owner, type, { start_time: later() })
    await app.work()
    await mailsAfter(21)
    service.interrupt(undefined)
    const linked = await mailsAfter(300)
    assert.deepEqual(linked.map(sequenceOf), [1, 1])
    const moved = await mailsAfter(0, async () => {
      const again = { uuid: booked.inviteeId, start_time: later() }
      bookedAs(await app.run(rescheduleInvitee, owner.principal, again))
    })
    assert.deepEqual(moved.map(sequenceOf), [2, 2])
    assert.ok(moved.every(({ text }) => text.includes(String(service.made[0]?.url))))
    assert.equal(uidsIn([...linked, ...moved]).size, 1)
  })

  test('of a group tell everybody who has a mail without the link, and the host once', async () => {
    const { owner, service } = await aScene()
    const type = await aSharedType(app, owner, 'group', { seats: 3, locations: [zoom] })
    refuse(service, 503)
    const start_time = later()
    await aBooking(app, owner, type, { start_time })
    await aBooking(app, owner, type, { start_time })
    await mailsAfter(21)
    service.interrupt(undefined)
    const second = await mailsAfter(300)
    assert.equal(second.length, 3)
    assert.equal(new Set(second.map(recipientOf)).size, 3)
    const late = await mailsAfter(0, () => aBooking(app, owner, type, { start_time }))
    assert.ok(late.every(({ text }) => text.includes(String(service.made[0]?.url))))
  })
})
