// seconds: 12
// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cancelInvitee, rescheduleInvitee } from '#bookings/index.ts'
import type { DatabaseCommand } from '#cli/command.ts'
import { commands } from '#cli/commands/conference.ts'
import { Problem } from '#contract/problem.ts'
import { setConferenceLink } from '#event-types/index.ts'
import { readConfig } from '#platform/config.ts'
import type { Document } from '#process/command-server.ts'
import { calendars as english } from '../../../languages/console/en/calendars.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, bookedAs, eventOf, hours } from '../../support/bookings.ts'
import { aFounder, aMember, lastPart, type Person } from '../../support/cast.ts'
import { conferenceSettings, newConferenceServices } from '../../support/conference-services.ts'
import { anEventType } from '../../support/event-types.ts'
import { withoutMail } from '../../support/mail.ts'
import { client } from '../../support/oauth-stand-in.ts'
import { ownWork } from '../../support/own-work.ts'
import { OutgoingToStandIns } from '../../support/stand-in-outgoing.ts'
import { signedInAs } from '../../support/visitor.ts'
import { secretsOfZoom } from '../../support/zoom-stand-in.ts'

const app = await testApp({ isHeard: true, settings: conferenceSettings })
const outgoing = new OutgoingToStandIns()
Object.assign(app.context, { outgoing })
const { work } = await ownWork(app, withoutMail(app.context))
const later = hours()
const page = '/app/integrations/conferences'
const texts = english.conferences

const aBrowser = async (person: Person) => {
  const visitor = await signedInAs(app, person)
  const send = (path: string, fields: Record<string, string> = {}) =>
    visitor.submit(`${page}/${path}`, fields, { page })
  const shown = async (query = '') => (await visitor.get(`${page}${query}`)).text
  return { visitor, send, shown }
}

/** As a browser does it: to the service, and back with its answer. */
const connect = async (
  { visitor, send }: Awaited<ReturnType<typeof aBrowser>>,
  kind: 'zoom' | 'webex',
  standIn: { consent(address: string): { readonly state: string; readonly code: string } },
) => {
  const { location } = await send(`consents/${kind}`)
  const consent = standIn.consent(location ?? '')
  const back = `/app/calendars/conferences/consent?${new URLSearchParams(consent)}`
  assert.equal((await visitor.get(back)).status, 200)
  return visitor.submit('/app/calendars/conferences/consent', { ...consent }, { page: back })
}

const idsIn = (text: string): string[] => [...text.matchAll(/accounts\/([\w-]+)\/check/g)].map(([, id]) => id ?? '')

const aHost = async (kind: 'zoom' | 'webex') => {
  const services = await newConferenceServices(outgoing)
  const person = await aFounder(app)
  const browser = await aBrowser(person)
  const type = await anEventType(app, person, {
    ...{ name: 'Intro call', active: true, duration: 30, timezone: 'UTC' },
    locations: [{ kind: `${kind}_conference` }],
  })
  const isConnected = async () =>
    (await app.ask(`GET /locations?user=${person.uri}`, { token: person.token })).body.collection.find(
      (location: { kind: string }) => location.kind === `${kind}_conference`,
    ).connected
  return { services, standIn: services[kind], person, browser, type, isConnected }
}

const locationOf = async (by: Person, booked: { readonly event: string }) => (await eventOf(app, by, booked)).location

/** Of what only the host may have, whatever table it may be in. */
const assertNothingKept = async (secret: RegExp): Promise<void> => {
  const { reader } = app.context.database
  for (const table of [
    'conferences',
    'scheduled_events',
    'provider_accounts',
    'facts',
    'jobs',
    'webhook_deliveries',
  ] as const) {
    const rows = JSON.stringify(await reader.selectFrom(table).selectAll().execute())
    assert.doesNotMatch(rows, secret, table)
  }
}

for (const kind of ['zoom', 'webex'] as const)
  describe(`a host who connects ${kind}`, () => {
    test('agrees there, and each meeting gets a conference of its own, which moves and ends with it', async () => {
      const { services, standIn, person, browser, type, isConnected } = await aHost(kind)
      assert.equal(await isConnected(), false)
      assert.equal((await connect(browser, kind, standIn)).location, `${page}?done=connected`)
      assert.equal(await isConnected(), true)
      const text = await browser.shown('?done=connected')
      for (const said of [standIn.email, texts.works, texts.done.connected]) assert.ok(text.includes(said), said)
      assert.ok(!text.includes(`consents/${kind}"`), 'it is connected')

      const [first, second] = [
        await aBooking(app, person, type, { start_time: later() }),
        await aBooking(app, person, type, { start_time: later() }),
      ]
      assert.equal((await locationOf(person, first)).status, 'initiated')
      await work()
      const [one, other] = [await locationOf(person, first), await locationOf(person, second)]
      assert.deepEqual([one.status, other.status, standIn.meetings.size], ['pushed', 'pushed', 2])
      assert.notEqual(one.join_url, other.join_url)
      assert.equal(standIn.meetings.get(String(one.data.id))?.[kind === 'zoom' ? 'join_url' : 'webLink'], one.join_url)

      const moved = bookedAs(
        await app.run(rescheduleInvitee, person.principal, { uuid: first.inviteeId, start_time: later() }),
      )
      await work()
      assert.deepEqual(await locationOf(person, moved), one)
      assert.equal(standIn.meetings.size, 2)
      await app.run(cancelInvitee, person.principal, { uuid: moved.inviteeId })
      await work()
      assert.equal(standIn.meetings.size, 1)
      assert.equal(services.webex.mails, 0)
      await assertNothingKept(secretsOfZoom)
      await assertNothingKept(/hostKey/)
    })

    test('has one conference at each moment, at the right time, whichever request is lost on its way there or back', async () => {
      const { standIn, person, browser, type } = await aHost(kind)
      await connect(browser, kind, standIn)
      /** Loses the request with this number, and gives how many there were. */
      const aLife = async (lost: number, way: 'there' | 'back'): Promise<number> => {
        let count = 0
        const failing = () => (count === lost ? { status: 502 } : undefined)
        standIn.intercept = () => {
          count += 1
          return way === 'there' ? failing() : undefined
        }
        standIn.afterwards = () => (way === 'back' ? failing() : undefined)
        const workOn = async (): Promise<void> => {
          await work()
          app.clock.advance(5 * 60_000)
          await work()
        }
        const starts = () =>
          [...standIn.meetings.values()].map(({ start_time, start }) => Date.parse(start_time ?? start))
        const [first, second] = [later(), later()]
        const booked = await aBooking(app, person, type, { start_time: first })
        await workOn()
        assert.deepEqual(starts(), [Date.parse(first)], `${lost} ${way}`)
        const { status, join_url } = await locationOf(person, booked)
        assert.equal(status, 'pushed')
        const moved = bookedAs(
          await app.run(rescheduleInvitee, person.principal, { uuid: booked.inviteeId, start_time: second }),
        )
        await workOn()
        assert.deepEqual(starts(), [Date.parse(second)], `${lost} ${way}`)
        assert.equal((await locationOf(person, moved)).join_url, join_url)
        await app.run(cancelInvitee, person.principal, { uuid: moved.inviteeId })
        await workOn()
        assert.deepEqual(starts(), [], `${lost} ${way}`)
        return count
      }
      const requests = await aLife(0, 'back')
      assert.ok(requests >= 3, String(requests))
      for (const way of ['there', 'back'] as const)
        for (let lost = 1; lost <= requests; lost += 1) await aLife(lost, way)
    })

    test('and takes back what they agreed to can agree again; a URL of theirs comes first, and the account after it', async () => {
      const { standIn, person, browser, type, isConnected } = await aHost(kind)
      await connect(browser, kind, standIn)
      standIn.revoke()
      await aBooking(app, person, type, { start_time: later() })
      await work()
      assert.equal(await isConnected(), false)
      const lost = await browser.shown()
      for (const said of [texts.faults.access, english.reconnect]) assert.ok(lost.includes(said), said)
      await connect(browser, kind, standIn)
      assert.equal(idsIn(await browser.shown()).join(), idsIn(lost).join(), 'it is the same account')
      assert.equal(await isConnected(), true)

      const link = { user: person.uri, kind: `${kind}_conference` as const }
      const url = 'https://meet.test/own'
      await app.run(setConferenceLink, person.principal, { ...link, url })
      const fixed = await aBooking(app, person, type, { start_time: later() })
      assert.equal((await locationOf(person, fixed)).join_url, url)
      await app.run(setConferenceLink, person.principal, { ...link, url: null })
      const made = await aBooking(app, person, type, { start_time: later() })
      await work()
      assert.notEqual((await locationOf(person, made)).join_url, url)

      const [id = ''] = idsIn(await browser.shown())
      assert.equal((await browser.send(`accounts/${id}/check`)).location, `${page}?done=tested`)
      assert.equal((await browser.send(`accounts/${id}/disconnect`)).location, `${page}?done=disconnected`)
      assert.deepEqual([await isConnected(), idsIn(await browser.shown())], [false, []])
    })
  })

describe('a consent for an account that makes conferences', () => {
  test('that is refused, is another member’s, too old, or used before connects nothing', async () => {
    const { standIn, person, browser, isConnected } = await aHost('zoom')
    assert.ok(
      (await browser.visitor.get('/app/calendars/conferences/consent?error=access_denied')).text.includes(texts.denied),
    )
    const begun = async (by: typeof browser) => standIn.consent((await by.send('consents/zoom')).location ?? '')
    const colleague = await aBrowser(await aMember(app, person))
    const finish = (consent: { readonly state: string; readonly code: string }) =>
      browser.visitor.submit('/app/calendars/conferences/consent', { ...consent }, { page })
    const old = await begun(browser)
    const cases = [
      await begun(colleague),
      { ...(await begun(browser)), code: 'another code' },
      { ...(await begun(browser)), state: 'nothing' },
    ]
    app.clock.advance(16 * 60_000)
    for (const consent of [old, ...cases]) {
      const { status, text } = await finish(consent)
      assert.deepEqual([status, text.includes(texts.faults.expired)], [400, true])
    }
    assert.equal(await isConnected(), false)
  })

  test('renews tokens that have ended, once for all who need them', async () => {
    const { standIn, person, browser, type } = await aHost('zoom')
    await connect(browser, 'zoom', standIn)
    app.clock.advance(2 * 3_600_000)
    const booked = [0, 1, 2].map(() => aBooking(app, person, type, { start_time: later() }))
    await Promise.all(booked)
    await work()
    assert.equal(standIn.meetings.size, 3)
    assert.equal(standIn.requests.filter((request) => request === 'TOKEN refresh_token').length, 1)
  })
})

describe('an account that makes conferences', () => {
  test('is tried and disconnected by nobody but its owner, and owners and admins of the organization', async () => {
    const { standIn, person, browser } = await aHost('webex')
    const member = await aMember(app, person)
    const owning = await aBrowser(member)
    await connect(owning, 'webex', standIn)
    const [id = ''] = idsIn(await owning.shown())
    const others = [
      [403, await aBrowser(await aMember(app, person))],
      [404, await aBrowser(await aFounder(app))],
    ] as const
    for (const [status, other] of others)
      for (const what of ['check', 'disconnect'])
        assert.equal((await other.send(`accounts/${id}/${what}`)).status, status)
    assert.deepEqual(idsIn(await owning.shown()), [id])
    assert.equal(standIn.meetings.size, 0)
    assert.equal((await browser.send(`accounts/${id}/disconnect`)).location, `${page}?done=disconnected`)
    assert.deepEqual(idsIn(await owning.shown()), [])
  })
})

describe('the Zoom account of an organization', () => {
  test('makes the conferences of every member without a link of their own; only owners and admins connect it', async () => {
    const { standIn, person, browser } = await aHost('zoom')
    const member = await aMember(app, person)
    const zoom = standIn as Awaited<ReturnType<typeof newConferenceServices>>['zoom']
    const keys = { account_id: zoom.accountId, client_id: client.id, client_secret: client.secret }
    const colleague = await aBrowser(member)
    assert.ok(!(await colleague.shown()).includes(texts.organization))
    assert.equal((await colleague.send('zoom-organization', keys)).status, 403)
    const refused = await browser.send('zoom-organization', { ...keys, client_secret: 'wrong' })
    assert.deepEqual([refused.status, refused.text.includes(texts.faults.access)], [400, true])
    assert.ok(!refused.text.includes('value="wrong"'), 'no secret is shown again')
    assert.equal((await browser.send('zoom-organization', keys)).location, `${page}?done=connected`)
    const shown = await colleague.shown()
    assert.ok(shown.includes(texts.shared))
    assert.deepEqual(idsIn(shown), [], 'it is not theirs to change')

    zoom.colleagues.add(member.email)
    const type = await anEventType(app, member, {
      ...{ active: true, duration: 30, timezone: 'UTC', locations: [{ kind: 'zoom_conference' }] },
    })
    const booked = await aBooking(app, member, type, { start_time: later() })
    await work()
    assert.equal((await locationOf(member, booked)).status, 'pushed')
    assert.deepEqual(
      [...zoom.meetings.values()].map(({ host_email }) => host_email),
      [member.email],
    )
  })

  test('is connected, listed, tried, and disconnected by commands as well, with a secret that is no argument', async () => {
    const { services, person } = await aHost('zoom')
    const config = readConfig(conferenceSettings)
    const run = (name: string, values: Record<string, string>): Promise<Document> => {
      const command = commands.find((one) => one.name === `conference ${name}`) as DatabaseCommand
      assert.ok(Object.keys(values).every((option) => command.options?.[option] || option === 'organization'))
      return command.run(app.context, { ...values, organization: person.principal.organizationId } as never, config)
    }
    const { zoom } = services
    const keys = { 'account-id': zoom.accountId, 'client-id': client.id }
    await assert.rejects(run('connect-zoom', keys), /Give the client secret on standard input/)
    await assert.rejects(run('connect-zoom', { ...keys, 'client-secret': 'wrong' }), Problem)
    assert.deepEqual(await run('connect-zoom', { ...keys, 'client-secret': client.secret }), {
      resource: { account: zoom.accountId },
    })
    const { collection } = (await run('accounts', { email: person.email })) as { collection: { uri: string }[] }
    const [shown = { uri: '' }, ...more] = collection
    const id = lastPart(shown.uri)
    assert.equal(more.length, 0)
    assert.deepEqual(shown, {
      ...shown,
      ...{ service: 'zoom_server', kind: 'zoom_conference', account: zoom.accountId },
      ...{ user: null, is_used: true, is_lost: false, reason: null, reason_code: null },
    })
    zoom.colleagues.add(person.email)
    const { resource } = (await run('check', { account: id })) as { resource: { join_url: string } }
    assert.match(resource.join_url, /^https:/)
    assert.equal(zoom.meetings.size, 0, 'what the check created it has deleted')
    await run('disconnect', { account: id })
    assert.deepEqual(await run('accounts', { email: person.email }), { collection: [] })
  })
})
