// seconds: 6
// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cancelInvitee, rescheduleInvitee } from '#bookings/index.ts'
import { updateCalendar } from '#calendars/index.ts'
import { followInConferences, tellHostsOfMissingLinks } from '#conferences/index.ts'
import { setConferenceLink } from '#event-types/index.ts'
import { aBooking, anInviteeNamed, aSharedType, bookedAs, eventOf, hours } from '../../support/bookings.ts'
import { connectWithConsent, oauthSettings, useCalendarServices } from '../../support/calendar-services.ts'
import { aFounder, aMember, lastPart, type Person } from '../../support/cast.ts'
import { aConferenceService, anAccount } from '../../support/conferences.ts'
import { announceOnlyTo } from '../../support/dying-work.ts'
import { anEventType, itemsOf } from '../../support/event-types.ts'
import { mailApp } from '../../support/mail.ts'

const app = await mailApp({ settings: { ...oauthSettings, OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const newServices = useCalendarServices(app.context)
const later = hours()

const kinds = { google: 'google_conference', microsoft: 'microsoft_teams_conference' } as const
type Service = keyof typeof kinds

const aScene = async (service: Service) => {
  const services = await newServices()
  const owner = await aFounder(app)
  const connection = await connectWithConsent(app, owner, service, services[service])
  // Until its calendar was read, nobody can book the host.
  await app.work()
  const type = await anEventType(app, owner, {
    ...{ name: 'Intro call', active: true, duration: 60, timezone: 'UTC', locations: [{ kind: kinds[service] }] },
  })
  const { google, microsoft } = services
  const made = service === 'google' ? google.conferences : microsoft.meetings
  return { ...services, owner, connection, type, made, events: () => services[service].events() }
}

const locationOf = async (by: Person, booked: { readonly event: string }) => (await eventOf(app, by, booked)).location
const moved = async (by: Person, uuid: string, start_time: string) =>
  bookedAs(await app.run(rescheduleInvitee, by.principal, { uuid, start_time }))
const workAfter = async (seconds: number): Promise<void> => {
  app.clock.advance(seconds * 1000)
  await app.work()
}
const isConnected = async ({ token, uri }: Person, service: Service): Promise<boolean> => {
  const locations = itemsOf(await app.ask('GET /locations', { token, query: { user: uri } }))
  return locations.find(({ kind }) => kind === kinds[service])?.connected
}

for (const service of ['google', 'microsoft'] as const) {
  describe(`a host whose meetings are written into a calendar at ${service}`, () => {
    test('gets a conference with each entry: one, in the meeting, the mails, and the entry', async () => {
      const { owner, type, made, events } = await aScene(service)
      assert.equal(await isConnected(owner, service), true)
      let booked = { event: '' }
      const mails = await app.mailDuring(async () => {
        booked = await aBooking(app, owner, type, { start_time: later() })
        assert.equal((await locationOf(owner, booked)).status, 'initiated')
      })
      assert.equal(made.length, 1)
      const [joinUrl = ''] = made
      const { status, join_url } = await locationOf(owner, booked)
      assert.deepEqual([status, join_url], ['pushed', joinUrl])
      assert.ok(JSON.stringify(events()).includes(joinUrl))
      assert.equal(events().length, 1)
      assert.equal(mails.length, 2)
      for (const { text } of mails) assert.ok(text.includes(joinUrl), text)
    })

    test('keeps it when the meeting moves, and loses it when it is canceled', async () => {
      const { owner, type, made, events } = await aScene(service)
      const booked = await aBooking(app, owner, type, { start_time: later() })
      await app.work()
      const again = await moved(owner, booked.inviteeId, later())
      const location = await locationOf(owner, again)
      assert.deepEqual([location.status, location.join_url], ['pushed', made[0]])
      await app.work()
      const last = await moved(owner, again.inviteeId, later())
      await app.work()
      assert.equal((await locationOf(owner, last)).join_url, made[0])
      assert.deepEqual([made.length, events().length], [1, 1])
      assert.ok(JSON.stringify(events()).includes(made[0] ?? '-'))
      await app.run(cancelInvitee, owner.principal, { uuid: last.inviteeId })
      await app.work()
      assert.equal(events().length, 0)
      assert.equal((await locationOf(owner, last)).join_url, null)
    })

    test('uses a URL of their own where they have set one, and the calendar again when they remove it', async () => {
      const { owner, type, made } = await aScene(service)
      const set = (url: string | null) =>
        app.run(setConferenceLink, owner.principal, { user: owner.uri, kind: kinds[service], url })
      await set('https://meet.example.test/room')
      const booked = await aBooking(app, owner, type, { start_time: later() })
      await app.work()
      assert.equal((await locationOf(owner, booked)).join_url, 'https://meet.example.test/room')
      assert.equal(made.length, 0)
      await set(null)
      await app.work()
      const next = await aBooking(app, owner, type, { start_time: later() })
      await app.work()
      assert.equal((await locationOf(owner, next)).join_url, made[0])
    })

    test('has none where no calendar takes meetings, and none after it was disconnected', async () => {
      const { owner, connection } = await aScene(service)
      const calendar = connection.calendars.find((one: { takes_meetings: boolean }) => one.takes_meetings)
      const takes = (takes_meetings: boolean) =>
        app.run(updateCalendar, owner.principal, { uuid: lastPart(calendar.uri), takes_meetings })
      await takes(false)
      assert.equal(await isConnected(owner, service), false)
      await takes(true)
      assert.equal(await isConnected(owner, service), true)
      await app.ask(`DELETE ${connection.uri}`, { token: owner.token })
      assert.equal(await isConnected(owner, service), false)
    })
  })
}

describe('a conference that was left to a calendar which is disconnected', () => {
  const disconnectedBeforeWriting = async (service: Service, isOrganizations: boolean) => {
    const { owner, connection, type } = await aScene(service)
    const account = await aConferenceService()
    if (isOrganizations) await anAccount(app, owner, account, kinds[service])
    const booked = await aBooking(app, owner, type, { start_time: later() })
    // The calendar goes between these two listeners: so its entry is never wanted.
    await announceOnlyTo(app, followInConferences)
    await app.ask(`DELETE ${connection.uri}`, { token: owner.token })
    await workAfter(1)
    const mails = await app.mailDuring(async () => {
      app.clock.advance(310_000)
      await tellHostsOfMissingLinks(app.context)
    })
    const late = mails.filter(({ text }) => text.includes('/meeting_links/'))
    return { owner, booked, account, late }
  }

  test('fails, and its host gets mail', async () => {
    const { owner, booked, late } = await disconnectedBeforeWriting('google', false)
    assert.equal((await locationOf(owner, booked)).status, 'failed')
    assert.equal(late.length, 1)
  })

  test('is made by the account of the organization', async () => {
    const { owner, booked, account, late } = await disconnectedBeforeWriting('microsoft', true)
    const { status, join_url } = await locationOf(owner, booked)
    assert.deepEqual([status, join_url], ['pushed', [...account.kept.values()][0]?.url])
    assert.equal(late.length, 0)
  })
})

describe('a conference in a calendar', () => {
  test('belongs to the host whose calendar it is in: another host has another', async () => {
    const { owner, google, made } = await aScene('google')
    const colleague = await aMember(app, owner)
    await connectWithConsent(app, colleague, 'google', google)
    await app.work()
    const type = await aSharedType(app, owner, 'round_robin', {
      ...{ hosts: [owner, colleague], locations: [{ kind: 'google_conference' }] },
    })
    const start_time = later()
    const first = await aBooking(app, owner, type, { start_time })
    await app.work()
    const second = await aBooking(app, owner, type, { start_time })
    await app.work()
    const links = [(await locationOf(owner, first)).join_url, (await locationOf(owner, second)).join_url]
    assert.deepEqual(links.sort(), [...made].sort())
    assert.equal(made.length, 2)
  })

  test('that Google makes later is waited for', async () => {
    const { owner, google, type, made } = await aScene('google')
    google.meet = 'pending'
    const booked = await aBooking(app, owner, type, { start_time: later() })
    await app.work()
    await workAfter(1)
    assert.equal((await locationOf(owner, booked)).status, 'initiated')
    google.finishConferences()
    await workAfter(2)
    assert.deepEqual([(await locationOf(owner, booked)).join_url], made)
  })

  test('that Google does not make, or that a calendar does not allow, fails; the entry is there', async () => {
    for (const meet of ['failure', 'off'] as const) {
      const { owner, google, type, events } = await aScene('google')
      google.meet = meet
      const booked = await aBooking(app, owner, type, { start_time: later() })
      await app.work()
      assert.deepEqual([meet, (await locationOf(owner, booked)).status], [meet, 'failed'])
      assert.equal(events().length, 1)
    }
  })

  test('of a personal Microsoft account is asked for without the name of Teams; where none is made it fails', async () => {
    for (const teams of ['personal', 'none'] as const) {
      const { owner, microsoft, type, made, events } = await aScene('microsoft')
      microsoft.teams = teams
      const booked = await aBooking(app, owner, type, { start_time: later() })
      await app.work()
      const { status, join_url } = await locationOf(owner, booked)
      assert.deepEqual([status, join_url], teams === 'personal' ? ['pushed', made[0]] : ['failed', null])
      assert.equal(events().length, 1)
    }
  })

  test('at Microsoft is waited for while its event is not found yet', async () => {
    const { owner, microsoft, type, made } = await aScene('microsoft')
    microsoft.intercept = ({ method, query }) =>
      method === 'GET' && query.get('$select') === 'isOnlineMeeting,onlineMeeting' ? { status: 404 } : undefined
    const booked = await aBooking(app, owner, type, { start_time: later() })
    await app.work()
    assert.equal((await locationOf(owner, booked)).status, 'initiated')
    microsoft.intercept = () => undefined
    await workAfter(2)
    assert.deepEqual([(await locationOf(owner, booked)).join_url], made)
  })

  test('at Microsoft goes on when people leave the meeting one after another, whom its entry names no more', async () => {
    const { owner, made, events } = await aScene('microsoft')
    const type = await aSharedType(app, owner, 'group', {
      ...{ seats: 3, locations: [{ kind: 'microsoft_teams_conference' }] },
    })
    const start_time = later()
    const invitees = ['First', 'Second', 'Staying'].map(anInviteeNamed)
    const booked: string[] = []
    for (const invitee of invitees) booked.push((await aBooking(app, owner, type, { start_time, invitee })).inviteeId)
    await app.work()
    for (const [left, uuid] of booked.slice(0, 2).entries()) {
      assert.ok(events()[0].body.content.includes(invitees[left]?.email))
      await app.run(cancelInvitee, owner.principal, { uuid })
      await app.work()
      const [{ onlineMeeting, body }] = events()
      assert.equal(onlineMeeting.joinUrl, made[0])
      assert.deepEqual(
        invitees.map(({ email }) => body.content.includes(email)),
        invitees.map((_, index) => index > left),
      )
    }
  })

  test('is made once although the answers to requests are lost', async () => {
    for (const service of ['google', 'microsoft'] as const) {
      const { owner, type, made, events, ...services } = await aScene(service)
      for (const lost of [1, 2, 3]) {
        let count = 0
        services[service].afterwards = () => {
          count += 1
          return count === lost ? { status: 500 } : undefined
        }
        const booked = await aBooking(app, owner, type, { start_time: later() })
        await app.work()
        services[service].afterwards = () => undefined
        for (let attempt = 0; attempt < 3; attempt += 1) await workAfter(120)
        const { join_url } = await locationOf(owner, booked)
        assert.equal(made.at(-1), join_url)
      }
      assert.deepEqual([service, made.length, events().length], [service, 3, 3])
    }
  })
})
