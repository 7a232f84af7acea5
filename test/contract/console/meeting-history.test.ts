// on: embedded
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listMeetingMails } from '#notifications/index.ts'
import { listMeetingDeliveries } from '#webhooks/index.ts'
import { aBooking, anInviteeNamed, hours } from '../../support/bookings.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { mailApp } from '../../support/mail.ts'
import { signedInAs } from '../../support/visitor.ts'
import { aSubscription } from '../../support/webhooks.ts'

const app = await mailApp()
const { owner, colleague, outsider, admin } = await aCast(app)
const nextHour = hours()

test('a meeting shows the mails about it and what became of each; webhook messages to admins only; nothing of another meeting', async () => {
  await aSubscription(app, owner, 'https://hooks.client.test/openslot')
  const type = await anEventType(app, colleague, { active: true, name: 'Portfolio talk' })
  const invitee = anInviteeNamed('Remembered')
  const booked = await aBooking(app, colleague, type, { start_time: nextHour(), invitee })
  const other = await aBooking(app, colleague, type, { start_time: nextHour(), invitee })
  await app.work()
  const mails = await app.run(listMeetingMails, colleague.principal, { uuid: booked.eventId })
  assert.deepEqual(
    mails.map(({ to, status }: { to: string; status: string }) => [to, status]).sort(),
    [
      [colleague.email, 'sent'],
      [invitee.email, 'sent'],
    ].sort(),
  )
  const deliveries = await app.run(listMeetingDeliveries, owner.principal, { uuid: booked.eventId })
  assert.deepEqual(
    deliveries.map(({ event }: { event: string }) => event),
    ['invitee.created'],
  )
  const [otherDelivery] = await app.run(listMeetingDeliveries, owner.principal, { uuid: other.eventId })
  assert.notEqual(otherDelivery.uuid, deliveries[0].uuid)

  const own = (await (await signedInAs(app, colleague)).get(`/app/meetings?open=${booked.eventId}`)).text
  assert.ok(own.includes('Emails and webhooks') && own.includes(invitee.email) && !own.includes('hooks.client.test'))
  assert.ok(
    (await (await signedInAs(app, owner)).get(`/app/meetings?open=${booked.eventId}`)).text.includes(
      'hooks.client.test',
    ),
  )

  await assert.rejects(app.run(listMeetingDeliveries, colleague.principal, { uuid: booked.eventId }), /permission/)
  for (const operation of [listMeetingMails, listMeetingDeliveries])
    await assert.rejects(app.run(operation, outsider.principal, { uuid: booked.eventId }), /could not find/)
  assert.equal((await app.run(listMeetingMails, admin.principal, { uuid: booked.eventId })).length, 2)
})
