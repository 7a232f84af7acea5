// on: embedded
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmEmailChange, updateUser } from '#accounts/index.ts'
import { recordFact, system } from '#activity/index.ts'
import { createOrganizationInvitation, exportOrganization, removeOrganizationMember } from '#organizations/index.ts'
import { anEmailLink } from '../../support/account-links.ts'
import { assertStatus } from '../../support/answers.ts'
import { anApplication } from '../../support/application.ts'
import { aBooking, tuesday } from '../../support/bookings.ts'
import { aFounder, aMember, lastPart, personBy } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { mailApp, recipientOf } from '../../support/mail.ts'
import { signedInAs, Visitor } from '../../support/visitor.ts'

const app = await mailApp()

test('what a former member is called and reached by elsewhere is shown nowhere in the organization they left', async () => {
  const owner = await aFounder(app)
  const former = await aMember(app, owner, { name: 'Ursula Before', role: 'admin' })
  const { organizationId } = owner.principal
  const type = await anEventType(app, former, { active: true })
  const booking = await aBooking(app, former, type, { start_time: tuesday() })
  await anApplication(app, former, { name: 'Their app' })
  const invited = { organization: organizationId, email: 'invited@acme.test' }
  await app.run(createOrganizationInvitation, former.principal, invited)
  await app.work()
  await app.run(removeOrganizationMember, owner.principal, { uuid: former.membershipId })

  const own = await app.context.database.reader
    .selectFrom('organization_memberships')
    .select('organization_id as id')
    .where('user_id', '=', former.id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  const elsewhere = await personBy(app, own.id, former.email)
  await app.run(updateUser, elsewhere.principal, {
    uuid: 'me',
    name: 'Xanadu Afterwards',
    slug: 'xanadu-there',
    avatar_url: 'https://xanadu.test/face.png',
  })
  const link = await anEmailLink(app, elsewhere, 'xanadu@afterwards.test')
  await app.runOpen(confirmEmailChange, { code: lastPart(link) })

  const organization = `organization=${app.context.links.api}/organizations/${organizationId}`
  const asked = [
    `GET /scheduled_events?${organization}`,
    `GET ${booking.event}`,
    `GET ${booking.event}/invitees`,
    `GET /activity_log_entries?${organization}&count=100`,
    `GET /event_types?${organization}`,
    `GET ${type.uri}`,
    `GET ${former.membershipUri}`,
    `GET /outgoing_communications?${organization}`,
    `GET /organization_memberships?${organization}`,
  ]
  const shown = new Map<string, string>()
  for (const address of asked) shown.set(address, (await app.ask(address, { token: owner.token })).text)
  const visitor = await signedInAs(app, owner)
  const pages = [
    'meetings',
    `meetings?open=${booking.eventId}`,
    'insights',
    '',
    'organization',
    'organization/activity',
    'developers/apps',
    'organization/privacy',
    `types/${lastPart(type.uri)}`,
  ]
  for (const page of [...pages, 'meetings?search=Xanadu']) {
    const { status, text } = await visitor.get(`/app/${page}`)
    assert.ok(status < 400, `${page}: ${status}`)
    shown.set(page, text)
  }
  const anyone = new Visitor(app)
  for (const page of [
    `/invitees/${booking.token}`,
    `/cancellations/${booking.token}`,
    `/reschedulings/${booking.token}`,
  ])
    shown.set(page, (await anyone.get(page)).text)
  shown.set('export', await exportOrganization(app.context, owner.principal, { id: organizationId, name: '' }))

  const leaks = [...shown].filter(([page, text]) =>
    /xanadu|afterwards/i.test(page.includes('search=') ? text.replaceAll('value="Xanadu"', '') : text),
  )
  assert.deepEqual(
    leaks.map(([page]) => page),
    [],
  )
  for (const page of [`GET ${booking.event}`, 'export', `GET /activity_log_entries?${organization}&count=100`])
    assert.ok(shown.get(page)?.includes('Ursula Before') && shown.get(page)?.includes(former.email), page)
})

test('a host who was removed gets no mail about meetings of the organization any more; invitees still do', async () => {
  const owner = await aFounder(app)
  const host = await aMember(app, owner)
  const type = await anEventType(app, host, { active: true })
  const mailed: string[][] = []
  const booked: Awaited<ReturnType<typeof aBooking>>[] = []
  const bookAt = async (time: string) =>
    void booked.push(await aBooking(app, host, type, { start_time: tuesday(time) }))
  mailed.push((await app.mailDuring(() => bookAt('09:00'))).map(recipientOf))
  assert.deepEqual(mailed[0]?.includes(host.email), true)
  await app.run(removeOrganizationMember, owner.principal, { uuid: host.membershipId })
  const canceled = await app.mailDuring(async () => {
    assertStatus(await app.ask(`POST ${booked[0]?.event}/cancellation`, { token: owner.token, body: {} }), 200)
  })
  assert.deepEqual(canceled.map(recipientOf), [booked[0]?.invitee.email])
})

test('mail to a member that waits when they are removed is not sent to them; mail to the invitee is', async () => {
  const owner = await aFounder(app)
  const host = await aMember(app, owner, { role: 'admin' })
  const type = await anEventType(app, host, { active: true })
  const atOldAddress = host.email
  const hook = {
    url: 'https://receiver.test/hook',
    events: ['invitee.created'],
    scope: 'organization',
    organization: `${app.context.links.api}/organizations/${owner.principal.organizationId}`,
  }
  const { uri } = (await app.ask('POST /webhook_subscriptions', { token: host.token, body: hook })).body.resource
  await app.work()
  const before = app.mailServer.received.length
  app.mailServer.behave(() => 451)
  const booking = await aBooking(app, host, type, { start_time: tuesday() })
  await app.context.database.write((tx) =>
    recordFact(tx, {
      name: 'webhook_subscription.disabled',
      organizationId: owner.principal.organizationId,
      actor: system,
      subject: { uri },
      occurredAt: app.clock.now(),
    }),
  )
  await app.work()
  const waiting = async () =>
    (
      await app.context.database.reader
        .selectFrom('mails')
        .select('recipient')
        .where('organization_id', '=', owner.principal.organizationId)
        .where('status', '=', 'pending')
        .execute()
    )
      .map(({ recipient }) => recipient)
      .sort()
  assert.deepEqual(await waiting(), [atOldAddress, atOldAddress, booking.invitee.email].sort())

  // Whatever their address is by then.
  const link = await anEmailLink(app, host, `new-${host.email}`)
  await app.runOpen(confirmEmailChange, { code: lastPart(link) })
  await app.run(removeOrganizationMember, owner.principal, { uuid: host.membershipId })
  app.mailServer.behave(() => undefined)
  app.clock.advance(3_600_000)
  await app.work()
  assert.deepEqual(await waiting(), [])
  const sent = app.mailServer.received.slice(before).map(recipientOf)
  assert.ok(sent.includes(booking.invitee.email))
  assert.deepEqual(
    sent.filter((one) => one === atOldAddress),
    [],
  )
})
