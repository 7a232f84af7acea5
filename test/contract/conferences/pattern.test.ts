// seconds: 3
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cancelInvitee, rescheduleInvitee } from '#bookings/index.ts'
import { setConferenceLink } from '#event-types/index.ts'
import { assertAnswer, invalidArgument } from '../../support/answers.ts'
import { aBooking, aSharedType, bookedAs, eventOf, hours, tuesday } from '../../support/bookings.ts'
import { connect } from '../../support/calendars.ts'
import { aCast, aFounder, aMember, type Made, type Person } from '../../support/cast.ts'
import { aDavStandIn } from '../../support/dav-stand-in.ts'
import { anEventType } from '../../support/event-types.ts'
import { mailApp, recipientOf } from '../../support/mail.ts'
import { aReceiver } from '../../support/receiver.ts'
import { Visitor } from '../../support/visitor.ts'
import { aSubscription } from '../../support/webhooks.ts'

const app = await mailApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const { owner, colleague } = await aCast(app)
const later = hours()

const jitsi = { kind: 'custom', location: 'https://meet.jit.si/{random}' }
const made = /^https:\/\/meet\.jit\.si\/[a-z2-7]{26}$/

const locationOf = async (by: Person, booked: { readonly event: string }) =>
  (await eventOf(app, by, booked as Parameters<typeof eventOf>[2])).location
const moved = async (by: Person, uuid: string, start_time: string) =>
  bookedAs(await app.run(rescheduleInvitee, by.principal, { uuid, start_time }))

describe('a location that is a pattern', () => {
  const aType = (by: Person): Promise<Made> =>
    anEventType(app, by, { active: true, duration: 60, timezone: 'UTC', locations: [jitsi] })

  test('gives each meeting a URL that nobody can guess, which stays when the meeting moves and ends when it is canceled', async () => {
    const type = await aType(colleague)
    const booked = await aBooking(app, colleague, type, { start_time: later() })
    const { location, join_url, ...rest } = await locationOf(colleague, booked)
    assert.match(join_url, made)
    assert.deepEqual([location, rest], [join_url, { type: 'custom', status: 'pushed' }])

    const other = await aBooking(app, colleague, type, { start_time: later(), location: jitsi })
    assert.notEqual((await locationOf(colleague, other)).join_url, join_url)

    const again = await moved(colleague, booked.inviteeId, later())
    assert.equal((await locationOf(colleague, again)).join_url, join_url)
    const oncemore = await moved(colleague, again.inviteeId, later())
    assert.equal((await locationOf(colleague, oncemore)).join_url, join_url)

    await app.run(cancelInvitee, colleague.principal, { uuid: oncemore.inviteeId })
    const ended = await locationOf(colleague, oncemore)
    assert.deepEqual([ended.status, ended.join_url], ['failed', null])
  })

  test('gives the one who leaves a group another URL than those who stay', async () => {
    const type = await aSharedType(app, colleague, 'group', { seats: 3, locations: [jitsi] })
    const start_time = later()
    const first = await aBooking(app, colleague, type, { start_time })
    const second = await aBooking(app, colleague, type, { start_time })
    assert.equal(first.event, second.event)
    const { join_url } = await locationOf(colleague, first)
    const left = await moved(colleague, second.inviteeId, later())
    assert.match((await locationOf(colleague, left)).join_url, made)
    assert.notEqual((await locationOf(colleague, left)).join_url, join_url)
    const all = await moved(colleague, first.inviteeId, later())
    assert.equal((await locationOf(colleague, all)).join_url, join_url, 'the last one takes it along')
  })

  test('is in the mails with a button, in the entries of calendars, and in webhooks, the same everywhere', async () => {
    const host = await aFounder(app)
    const server = await aDavStandIn()
    await connect(app, host, server)
    await app.work()
    const receiver = await aReceiver()
    await aSubscription(app, host, receiver.url)
    const type = await aType(host)
    let url = ''
    const mails = await app.mailDuring(async () => {
      url = (await locationOf(host, await aBooking(app, host, type))).join_url
    })
    assert.match(url, made)
    assert.equal(mails.length, 2)
    for (const mail of mails) {
      assert.ok(mail.text.includes(url), recipientOf(mail))
      assert.match(mail.html, new RegExp(`<a [^>]*href="${url}"[^>]*>\\s*Join`), recipientOf(mail))
    }
    assert.equal(receiver.received[0]?.body.payload.scheduled_event.location.join_url, url)
    const [entry] = [...server.items.values()]
    assert.ok(entry?.text.replaceAll(/\r?\n[ \t]/g, '').includes(`LOCATION:${url}`))
  })

  test('shows visitors the server before they book, and the URL once they have', async () => {
    const host = await aMember(app, owner)
    const type = await aType(host)
    const { scheduling_url: address } = (await app.ask(`GET ${type.uri}`, { token: host.token })).body.resource
    const path = new URL(address).pathname
    const before = await new Visitor(app).get(`${path}/${tuesday()}`)
    assert.match(before.text, /meet\.jit\.si/)
    assert.doesNotMatch(before.text, /\{random\}|meet\.jit\.si\//)
    const visitor = new Visitor(app)
    const details = { name: 'A Visitor', email: 'visitor@client.test', timezone: 'Europe/Stockholm' }
    const { location = '' } = await visitor.submit(`${path}/${tuesday()}`, details)
    const { text } = await visitor.get(location)
    assert.match(text, /href="https:\/\/meet\.jit\.si\/[a-z2-7]{26}"/)
  })

  test('400: one that is not https, or has other placeholders, is refused by the name of its field', async () => {
    for (const [location, reason] of [
      ['http://meet.jit.si/{random}', 'must be an https URL'],
      ['Jitsi {random}', 'must be an https URL'],
      ['https://meet.jit.si/{uuid}', 'can contain no placeholder but {random}, which is different for each meeting'],
      [
        'https://meet.jit.si/{name}/{random}',
        'can contain no placeholder but {random}, which is different for each meeting',
      ],
      [`https://meet.jit.si/${'a'.repeat(250)}{random}`, 'size cannot be greater than 255'],
    ] as const)
      assertAnswer(
        await app.ask('POST /event_types', {
          token: colleague.token,
          body: { name: 'Bad', owner: colleague.uri, locations: [{ kind: 'custom', location }] },
        }),
        400,
        invalidArgument(['locations[0].location', reason]),
      )
  })
})

test('a pattern as the link of a host gives each conference of its kind a URL of its own, which is kept', async () => {
  const set = (url: string) =>
    app.run(setConferenceLink, colleague.principal, { user: colleague.uri, kind: 'zoom_conference', url })
  for (const url of ['http://zoom.test/{random}', 'https://zoom.test/{id}', `https://zoom.test/${'a'.repeat(2_040)}`])
    await assert.rejects(set(url), ({ details }) => details[0].parameter === 'url', url)
  await set('https://zoom.test/{random}')
  const type = await anEventType(app, colleague, { active: true, locations: [{ kind: 'zoom_conference' }] })
  const booked = await aBooking(app, colleague, type, { start_time: later() })
  const { join_url, status } = await locationOf(colleague, booked)
  assert.equal(status, 'pushed')
  assert.match(join_url, /^https:\/\/zoom\.test\/[a-z2-7]{26}$/)
  const again = await moved(colleague, booked.inviteeId, later())
  assert.equal((await locationOf(colleague, again)).join_url, join_url)
})
