// on: embedded
// seconds: 6
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cancelInvitee, rescheduleInvitee } from '#bookings/index.ts'
import { mendMeetingLink, overviewOfConferences, tellHostsOfMissingLinks } from '#conferences/index.ts'
import { Problem } from '#contract/problem.ts'
import { setConferenceLink } from '#event-types/index.ts'
import { openMetrics } from '#metrics.ts'
import { aBooking, bookedAs, eventOf, hours } from '../../support/bookings.ts'
import { aFounder, aMember, lastPart, type Made, type Person } from '../../support/cast.ts'
import { aConferenceService, anAccount, type ConferenceService } from '../../support/conferences.ts'
import { anEventType } from '../../support/event-types.ts'
import { mailApp, recipientOf } from '../../support/mail.ts'
import type { ReceivedMail } from '../../support/mail-server.ts'
import { signedInAs, Visitor } from '../../support/visitor.ts'

const app = await mailApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const later = hours()
const kind = 'zoom_conference'

interface Scene {
  readonly owner: Person
  readonly service: ConferenceService
  readonly type: Made
}

const refuse = (service: ConferenceService, status: number): void =>
  service.interrupt((_, answer) => {
    answer(status)
    return true
  })

const aScene = async (status: number): Promise<Scene> => {
  const owner = await aFounder(app)
  const service = await aConferenceService()
  await anAccount(app, owner, service)
  const traits = { name: 'Intro call', active: true, duration: 60, timezone: 'UTC', locations: [{ kind }] }
  const type = await anEventType(app, owner, { ...traits, reminders: [] })
  refuse(service, status)
  return { owner, service, type }
}

/** The mails that arrive within so many minutes. */
const mailsWithin = (minutes: number): Promise<ReceivedMail[]> =>
  app.mailDuring(async () => {
    for (let at = 0; at < minutes; at += 1) {
      app.clock.advance(60_000)
      await app.work()
      await tellHostsOfMissingLinks(app.context)
    }
  })

const isAboutLink = ({ subject }: ReceivedMail): boolean => subject === 'No link yet for “Intro call”'
const pathIn = (mail: ReceivedMail | undefined): string => /\/meeting_links\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''

const aMissingLink = async (status: number) => {
  const scene = await aScene(status)
  const booked = await aBooking(app, scene.owner, scene.type, { start_time: later() })
  await app.work()
  const mails = (await mailsWithin(6)).filter(isAboutLink)
  assert.equal(mails.length, 1)
  const path = pathIn(mails[0])
  const host = new Visitor(app)
  return { ...scene, booked, path, mail: mails[0] as ReceivedMail, host }
}

const locationOf = async ({ owner, booked }: { owner: Person; booked: { event: string } }) =>
  (await eventOf(app, owner, booked)).location

describe('a link that is not there five minutes after the booking', () => {
  for (const [status, tries] of [
    [503, 'We keep trying until the meeting starts.'],
    [422, 'We stopped trying.'],
  ] as const)
    test(`is told to the host by one mail, also where it is refused for good: ${status}`, async () => {
      const { owner, mail, path, host } = await aMissingLink(status)
      assert.equal(recipientOf(mail), owner.email)
      assert.ok(mail.text.includes(tries), mail.text)
      assert.deepEqual((await mailsWithin(20)).filter(isAboutLink), [])
      const shown = await host.get(path)
      assert.equal(shown.status, 200)
      for (const text of [tries, 'Try again', 'Link to join', 'Intro call']) assert.ok(shown.text.includes(text), text)
    })

  test('is told again when it is still missing after the meeting has moved, by a link of its own', async () => {
    const { owner, booked, path, host } = await aMissingLink(422)
    await app.run(rescheduleInvitee, owner.principal, { uuid: booked.inviteeId, start_time: later() })
    await app.work()
    assert.equal((await host.get(path)).status, 404)
    const [again] = (await mailsWithin(6)).filter(isAboutLink)
    assert.notEqual(pathIn(again), path)
    assert.equal((await host.get(pathIn(again))).status, 200)
  })

  test('is made by another attempt, and everyone who got an email without it gets another one', async () => {
    const missing = await aMissingLink(422)
    const { service, path, host } = missing
    service.interrupt(undefined)
    assert.equal((await host.get(path)).status, 200)
    assert.equal(service.made.length, 0)
    const mails = await app.mailDuring(async () => {
      const done = await host.submit(`${path}/again`, {}, { page: path })
      assert.deepEqual([done.status, done.text.includes('trying again')], [200, true])
    })
    const url = service.made[0]?.url
    assert.equal((await locationOf(missing)).join_url, url)
    assert.equal(mails.length, 2)
    for (const { subject, text } of mails) {
      assert.match(subject, /^Link to join/)
      assert.ok(text.includes(String(url)))
    }
    assert.equal((await host.get(path)).status, 404)
  })

  test('that another attempt can’t make is told once more', async () => {
    const { path, host } = await aMissingLink(422)
    await host.submit(`${path}/again`, {}, { page: path })
    await app.work()
    assert.equal((await host.get(path)).status, 404)
    const [again] = (await mailsWithin(6)).filter(isAboutLink)
    assert.equal((await host.get(pathIn(again))).status, 200)
  })

  test('is the one that the host enters; what the service makes afterwards is removed and shown nowhere', async () => {
    const missing = await aMissingLink(503)
    const { service, path, host, owner, booked } = missing
    const url = 'https://meet.test/my-own-room'
    for (const wrong of ['', 'http://meet.test/1', 'nonsense', `https://meet.test/${'a'.repeat(2100)}`]) {
      const refused = await host.submit(path, { url: wrong })
      assert.equal(refused.status, 400, wrong)
    }
    // Its answer comes while the host enters the link.
    let entered: Promise<unknown> | undefined
    service.interrupt((received, answer) => {
      if (received.body.type !== 'conference.create' || entered) return false
      entered = host.submit(path, { url }).then((shown) => {
        assert.equal(shown.status, 200)
        service.kept.set(received.body.id, { ...received.body, url: 'https://meet.test/late' })
        answer(200, { join_url: 'https://meet.test/late' })
      })
      return true
    })
    const mails = await app.mailDuring(async () => {
      app.clock.advance(3600_000)
      await app.work()
      await entered
    })
    assert.ok(entered, 'the service was asked')
    assert.equal((await locationOf(missing)).join_url, url)
    assert.equal(service.kept.size, 0)
    assert.deepEqual(
      mails.map(({ text }) => [text.includes(url), text.includes('late')]),
      [
        [true, false],
        [true, false],
      ],
    )
    assert.equal((await host.get(path)).status, 404)
    const start_time = later()
    const next = bookedAs(await app.run(rescheduleInvitee, owner.principal, { uuid: booked.inviteeId, start_time }))
    await app.work()
    assert.equal((await eventOf(app, owner, next)).location.join_url, url)
  })

  test('is the one that the host has set for all meetings by then', async () => {
    const missing = await aMissingLink(422)
    const { owner, path, host } = missing
    const url = 'https://meet.test/all-meetings'
    await app.run(setConferenceLink, owner.principal, { user: owner.uri, kind, url })
    await host.submit(`${path}/again`, {}, { page: path })
    await app.work()
    assert.equal((await locationOf(missing)).join_url, url)
  })

  test('is nothing to mend once the meeting is canceled, and is told about no meeting that is', async () => {
    const { owner, booked, path, host, service } = await aMissingLink(503)
    await app.run(cancelInvitee, owner.principal, { uuid: booked.inviteeId })
    await app.work()
    assert.equal((await host.get(path)).status, 404)
    const form = { form_token: (await host.get('/login')).fields.form_token ?? '', url: 'https://meet.test/1' }
    assert.equal((await host.post(path, form)).status, 404)
    assert.equal(service.made.length, 0)

    const scene = await aScene(503)
    const second = await aBooking(app, scene.owner, scene.type, { start_time: later() })
    await app.work()
    await app.run(cancelInvitee, scene.owner.principal, { uuid: second.inviteeId })
    assert.deepEqual((await mailsWithin(6)).filter(isAboutLink), [])
  })

  test('is mended by nobody who guesses, or has the token of another host', async () => {
    const { path, host } = await aMissingLink(422)
    const other = await aMissingLink(422)
    const secret = path.slice(-26)
    for (const wrong of [
      path.slice(0, -26),
      `${path.slice(0, -26)}${'a'.repeat(26)}`,
      `${other.path.slice(0, -26)}${secret}`,
    ])
      assert.equal((await host.get(wrong)).status, 404, wrong)
  })
})

describe('the panel of a meeting', () => {
  const panelOf = (booked: { readonly event: string }): string => `/app/meetings?open=${lastPart(booked.event)}`

  test('says how far the link is and why it is missing, and lets the host try again or enter one', async () => {
    const { owner, service, type } = await aScene(503)
    const booked = await aBooking(app, owner, type, { start_time: later() })
    const visitor = await signedInAs(app, owner)
    const panel = async () => (await visitor.get(panelOf(booked))).text
    assert.ok((await panel()).includes('The link is on its way.'))
    assert.ok((await visitor.get('/app')).text.includes('The link is on its way.'))
    await app.work()
    const retrying = await panel()
    for (const text of ['We keep trying until the meeting starts.', 'Try again', 'Enter a link'])
      assert.ok(retrying.includes(text), text)
    refuse(service, 403)
    const path = `/app/meetings/${lastPart(booked.event)}/link`
    const [page, back] = [panelOf(booked), panelOf(booked)]
    const again = await visitor.submit(`${path}/again`, { back }, { page })
    assert.match(String(again.location), /done=link-requested/)
    await app.work()
    const failed = await panel()
    for (const text of ['doesn’t let the account create video meetings', 'We stopped trying.', 'Try again'])
      assert.ok(failed.includes(text), text)
    assert.ok((await visitor.get('/app')).text.includes('No link yet'))

    const refused = await visitor.submit(path, { back, url: 'http://meet.test/1' }, { page })
    assert.deepEqual([refused.status, refused.text.includes('https://')], [400, true])
    const entered = await visitor.submit(path, { back, url: 'https://meet.test/mine' }, { page })
    assert.match(String(entered.location), /done=link-saved/)
    const shown = await panel()
    assert.ok(shown.includes('https://meet.test/mine'))
    for (const text of ['Try again', 'Enter a link']) assert.ok(!shown.includes(text), text)
  })

  test('lets nobody mend a link who may not change the meeting, and nobody one that is there', async () => {
    const { owner, service, type } = await aScene(422)
    const booked = await aBooking(app, owner, type, { start_time: later() })
    await app.work()
    const member = await aMember(app, owner)
    const uuid = lastPart(booked.event)
    const url = 'https://meet.test/2'
    await assert.rejects(app.run(mendMeetingLink, member.principal, { uuid, url }), /permission/)
    const stranger = await aFounder(app)
    await assert.rejects(app.run(mendMeetingLink, stranger.principal, { uuid, url }), Problem)
    service.interrupt(undefined)
    await app.run(mendMeetingLink, owner.principal, { uuid, url: null })
    await app.work()
    await app.run(mendMeetingLink, owner.principal, { uuid, url })
    assert.equal((await eventOf(app, owner, booked)).location.join_url, service.made[0]?.url)
    await app.run(cancelInvitee, owner.principal, { uuid: booked.inviteeId })
    await assert.rejects(app.run(mendMeetingLink, owner.principal, { uuid, url }), /already canceled/)
  })
})

test('a link that is there within five minutes is told to no host as missing', async () => {
  const { owner, service, type } = await aScene(503)
  await aBooking(app, owner, type, { start_time: later() })
  await app.work()
  service.interrupt(undefined)
  assert.deepEqual((await mailsWithin(8)).filter(isAboutLink), [])
})

describe('an account that no longer works', () => {
  const lostMails = async (scene: Scene, times: number): Promise<ReceivedMail[]> => {
    const mails: ReceivedMail[] = []
    for (let at = 0; at < times; at += 1)
      mails.push(...(await app.mailDuring(() => aBooking(app, scene.owner, scene.type, { start_time: later() }))))
    return mails.filter(({ subject }) => subject.startsWith('We can’t create video meetings with'))
  }

  test('is told once to the owners and admins of its organization, until it works again', async () => {
    const scene = await aScene(401)
    const admin = await aMember(app, scene.owner, { role: 'admin' })
    await aMember(app, scene.owner)
    const account = new URL(scene.service.url).host
    const mails = await lostMails(scene, 2)
    assert.deepEqual(mails.map(recipientOf).sort(), [scene.owner.email, admin.email].sort())
    for (const { subject, text } of mails) {
      assert.ok(subject.endsWith(account))
      assert.ok(text.includes('/app/integrations') && text.includes('Meetings of every member'), text)
    }
    scene.service.interrupt(undefined)
    assert.equal((await lostMails(scene, 1)).length, 0)
    refuse(scene.service, 401)
    assert.equal((await lostMails(scene, 1)).length, 2)
  })

  test('is not told when it is away for a while, or refuses one meeting', async () => {
    for (const status of [503, 422]) assert.deepEqual(await lostMails(await aScene(status), 1), [])
  })
})

test('links that are made, on their way, and missing are counted for the operator', async () => {
  const count = () => overviewOfConferences(app.context.database.reader, app.clock.now())
  const before = await count()
  const added = async (status: number | undefined) => {
    const { owner, service, type } = await aScene(status ?? 0)
    if (status === undefined) service.interrupt(undefined)
    const booked = await aBooking(app, owner, type, { start_time: later() })
    await app.work()
    return { owner, booked }
  }
  const made = await added(undefined)
  await added(503)
  await added(422)
  const { made: was, waiting, failed } = before
  assert.deepEqual(await count(), { made: was + 1, waiting: waiting + 1, failed: failed + 1 })
  const metrics = await openMetrics(app.context)
  assert.match(await metrics.text(), new RegExp(`openslot_conferences_made ${was + 1}\\n`))
  await app.run(cancelInvitee, made.owner.principal, { uuid: made.booked.inviteeId })
  await app.work()
  assert.equal((await count()).made, was)
})
