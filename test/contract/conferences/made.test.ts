// seconds: 5
// on: embedded
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { cancelInvitee, rescheduleInvitee } from '#bookings/index.ts'
import { deleteOldConferences } from '#conferences/index.ts'
import { setConferenceLink } from '#event-types/index.ts'
import { overviewOfAccounts, recordAccountHealth } from '#integrations/index.ts'
import { hour } from '#platform/time/durations.ts'
import { assertStatus } from '../../support/answers.ts'
import { aBooking, aSharedType, bookedAs, eventOf, hours } from '../../support/bookings.ts'
import { aFounder, aMember, type Made, type Person } from '../../support/cast.ts'
import { aConferenceService, anAccount, type ConferenceService, signingKey } from '../../support/conferences.ts'
import { anEventType, itemsOf } from '../../support/event-types.ts'
import { mailApp } from '../../support/mail.ts'

const app = await mailApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const later = hours()
const zoom = { kind: 'zoom_conference' }

interface Scene {
  readonly owner: Person
  readonly service: ConferenceService
  readonly account: string
  readonly type: Made
}

const aScene = async (traits: Readonly<Record<string, unknown>> = {}): Promise<Scene> => {
  const owner = await aFounder(app)
  const service = await aConferenceService()
  const account = await anAccount(app, owner, service)
  const type = await anEventType(app, owner, {
    ...{ name: 'Intro call', active: true, duration: 60, timezone: 'UTC', locations: [zoom] },
    ...traits,
  })
  return { owner, service, account, type }
}

const locationOf = async (by: Person, booked: { readonly event: string }) => (await eventOf(app, by, booked)).location
const moved = async (by: Person, uuid: string, start_time: string) =>
  bookedAs(await app.run(rescheduleInvitee, by.principal, { uuid, start_time }))
const workAfter = async (seconds: number): Promise<void> => {
  app.clock.advance(seconds * 1000)
  await app.work()
}

describe('a conference that the account of an organization makes', () => {
  test('is asked for once by a signed request that says nothing about the invitee, and its link is that of the meeting', async () => {
    const { owner, service, type } = await aScene()
    const booked = await aBooking(app, owner, type, { start_time: later() })
    const before = await locationOf(owner, booked)
    assert.deepEqual(before, { type: 'zoom', location: null, status: 'initiated', join_url: null, data: null })
    await app.work()

    const [request, ...more] = service.received
    assert.equal(more.length, 0)
    assert.equal(request?.body.type, 'conference.create')
    const parts = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request?.headers['openslot-signature']))
    const expected = createHmac('sha256', signingKey).update(`${parts?.[1]}.${request?.text}`).digest('hex')
    assert.equal(parts?.[2], expected)
    assert.equal(request?.headers['idempotency-key'], request?.body.id)
    assert.deepEqual(Object.keys(request?.body).sort(), ['end_time', 'hosts', 'id', 'name', 'start_time', 'type'])
    for (const told of [booked.invitee.email, booked.invitee.name, booked.inviteeId])
      assert.ok(!request?.text.includes(told), told)

    const [kept] = service.made
    assert.deepEqual(await locationOf(owner, booked), {
      ...{ type: 'zoom', location: null, status: 'pushed', join_url: kept?.url },
      data: { id: kept?.id, password: 'open' },
    })
  })

  test('stays when the meeting moves, at its new time, and goes when it is canceled', async () => {
    const { owner, service, type } = await aScene()
    const booked = await aBooking(app, owner, type, { start_time: later() })
    await app.work()
    const { join_url } = await locationOf(owner, booked)
    const start_time = later()
    const again = await moved(owner, booked.inviteeId, start_time)
    assert.equal((await locationOf(owner, again)).join_url, join_url)
    await app.work()
    assert.equal((await locationOf(owner, again)).join_url, join_url)
    assert.deepEqual(
      [...service.kept.values()].map((one) => [one.url, Date.parse(one.start_time)]),
      [[join_url, Date.parse(start_time)]],
    )
    await app.run(cancelInvitee, owner.principal, { uuid: again.inviteeId })
    await app.work()
    assert.equal(service.kept.size, 0)
    assert.equal(service.made.length, 1)
    assert.deepEqual((await locationOf(owner, again)).join_url, null)
  })

  test('is moved there and back again, each time by a request of its own', async () => {
    const { owner, service, type } = await aScene()
    const times = [later(), later()] as const
    let booked = await aBooking(app, owner, type, { start_time: times[0] })
    for (const start_time of [times[1], times[0], times[1]]) {
      await app.work()
      booked = await moved(owner, booked.inviteeId, start_time)
    }
    await app.work()
    assert.deepEqual(
      [...service.kept.values()].map((one) => Date.parse(one.start_time)),
      [Date.parse(times[1])],
    )
  })

  test('moves with the meeting before it is there', async () => {
    const { owner, service, type } = await aScene()
    const booked = await aBooking(app, owner, type, { start_time: later() })
    const again = await moved(owner, booked.inviteeId, later())
    await app.work()
    assert.deepEqual([service.made.length, service.kept.size], [1, 1])
    assert.equal((await locationOf(owner, again)).status, 'pushed')
  })

  test('belongs to its host: another one gets another', async () => {
    const { owner, service } = await aScene()
    const colleague = await aMember(app, owner)
    const type = await aSharedType(app, owner, 'round_robin', { hosts: [owner, colleague], locations: [zoom] })
    const start_time = later()
    const first = await aBooking(app, owner, type, { start_time })
    await app.work()
    const second = await aBooking(app, owner, type, { start_time })
    await app.work()
    const urls = [await locationOf(owner, first), await locationOf(owner, second)].map(({ join_url }) => join_url)
    const hostOf = async (booked: { readonly event: string }) =>
      (await eventOf(app, owner, booked)).event_memberships[0].user

    // Where the other host is busy, the first meeting can only move to them.
    const [before, next] = [await hostOf(first), later()]
    const blocker = await anEventType(app, before === owner.uri ? owner : colleague, {
      active: true,
      duration: 60,
      timezone: 'UTC',
    })
    await aBooking(app, before === owner.uri ? owner : colleague, blocker, { start_time: next })
    const again = await moved(owner, first.inviteeId, next)
    assert.notEqual(await hostOf(again), before)
    assert.equal((await locationOf(owner, again)).status, 'initiated')
    await app.work()
    const { status, join_url } = await locationOf(owner, again)
    assert.equal(status, 'pushed')
    assert.ok(!urls.includes(join_url))
    assert.deepEqual([...service.kept.values()].map(({ url }) => url).sort(), [urls[1], join_url].sort())
  })

  test('of a group goes with the group, and stays with those who stay', async () => {
    const { owner, service } = await aScene()
    const type = await aSharedType(app, owner, 'group', { seats: 3, locations: [zoom] })
    const start_time = later()
    const first = await aBooking(app, owner, type, { start_time })
    await aBooking(app, owner, type, { start_time })
    await app.work()
    assert.equal(service.made.length, 1)
    const { join_url } = await locationOf(owner, first)
    const apart = await moved(owner, first.inviteeId, later())
    await app.work()
    assert.notEqual((await locationOf(owner, apart)).join_url, join_url)
    assert.equal((await locationOf(owner, first)).join_url, join_url)
    assert.equal(service.kept.size, 2)

    const own = (await locationOf(owner, apart)).join_url
    const alone = await moved(owner, apart.inviteeId, later())
    await app.work()
    assert.equal((await locationOf(owner, alone)).join_url, own)
    assert.deepEqual([service.made.length, service.kept.size], [2, 2])
  })

  test('yields to the link that a host has set', async () => {
    const { owner, service, type } = await aScene()
    const connected = async () =>
      itemsOf(await app.ask('GET /locations', { token: owner.token, query: { user: owner.uri } })).find(
        ({ kind }) => kind === 'zoom_conference',
      )?.connected
    assert.equal(await connected(), true)
    const booked = await aBooking(app, owner, type, { start_time: later() })
    await app.work()
    const link = { user: owner.uri, kind: 'zoom_conference', url: 'https://meet.acme.test/own' }
    await app.run(setConferenceLink, owner.principal, link)
    const again = await moved(owner, booked.inviteeId, later())
    await app.work()
    assert.equal((await locationOf(owner, again)).join_url, link.url)
    assert.equal(service.kept.size, 0)
  })
})

describe('a service that does not make it', () => {
  test('is asked again under the same key after an answer that asks for it, and the meeting says so meanwhile', async () => {
    for (const status of [202, 408, 425, 429, 500, 503]) {
      const { owner, service, type } = await aScene()
      service.interrupt((_, answer) => {
        answer(status, {}, status === 429 ? { 'retry-after': '60' } : {})
        return true
      })
      const booked = await aBooking(app, owner, type, { start_time: later() })
      await app.work()
      assert.equal((await locationOf(owner, booked)).status, 'processing', String(status))
      service.interrupt(undefined)
      await workAfter(6)
      assert.equal((await locationOf(owner, booked)).status, status === 429 ? 'processing' : 'pushed', String(status))
      await workAfter(60)
      assert.equal((await locationOf(owner, booked)).status, 'pushed', String(status))
      assert.equal(new Set(service.received.map(({ headers }) => headers['idempotency-key'])).size, 1)
      assert.equal(service.made.length, 1)
    }
  })

  test('has the last word with every other refusal, and with an answer that nobody can join', async () => {
    const answers = [
      ...[400, 403, 404, 409, 422].map((status) => [status, {}] as const),
      ...[
        'http://meet.test/1',
        'javascript:alert(1)',
        `https://meet.test/${'x'.repeat(2048)}`,
        'https://a:b@meet.test/',
      ].map((join_url) => [200, { join_url }] as const),
      [200, { url: 'https://meet.test/1' }] as const,
    ]
    for (const [status, body] of answers) {
      const { owner, service, type } = await aScene()
      service.interrupt((_, answer) => {
        answer(status, body)
        return true
      })
      const booked = await aBooking(app, owner, type, { start_time: later() })
      await app.work()
      await workAfter(3600)
      assert.equal((await locationOf(owner, booked)).status, 'failed', `${status} ${JSON.stringify(body).slice(0, 60)}`)
      assert.equal(service.received.length, 1)
    }
  })

  test('that made it without saying so is found by its key, whether the meeting takes place or not', async () => {
    for (const takesPlace of [true, false]) {
      const { owner, service, type } = await aScene()
      let isSilent = true
      service.interrupt((received, answer) => {
        if (!isSilent) return false
        service.kept.set(received.body.id, { ...received.body, url: 'https://meet.test/first' })
        answer(500)
        return true
      })
      const booked = await aBooking(app, owner, type, { start_time: later() })
      await app.work()
      isSilent = false
      if (!takesPlace) await app.run(cancelInvitee, owner.principal, { uuid: booked.inviteeId })
      await workAfter(6)
      assert.deepEqual([service.made.length, service.kept.size], [0, takesPlace ? 1 : 0])
      if (takesPlace) assert.equal((await locationOf(owner, booked)).join_url, 'https://meet.test/first')
    }
  })

  test('is counted for the operator, with whether its account is lost', async () => {
    const before = await overviewOfAccounts(app.context.database.reader, 'conference')
    const { owner, account } = await aScene()
    const one = { accounts: before.accounts + 1, lost: before.lost }
    assert.deepEqual(await overviewOfAccounts(app.context.database.reader, 'conference'), one)
    const health = { fault: 'revoked' as const, isLost: true }
    const { organizationId } = owner.principal
    await app.context.database.write((tx) => recordAccountHealth(tx, organizationId, account, health, app.clock.now()))
    assert.deepEqual(await overviewOfAccounts(app.context.database.reader, 'conference'), {
      ...one,
      lost: before.lost + 1,
    })
  })

  test('is forgotten a month after its meeting', async () => {
    const { owner, type } = await aScene()
    const { organizationId } = owner.principal
    const start = later()
    await aBooking(app, owner, type, { start_time: start })
    await app.work()
    const kept = async (days: number): Promise<number> => {
      const at = new Date(Date.parse(start) + 3_600_000 + days * 86_400_000)
      await app.context.database.write((tx) => deleteOldConferences(tx, at))
      const rows = app.context.database.reader.selectFrom('conferences').select('id')
      return (await rows.where('organization_id', '=', organizationId).execute()).length
    }
    assert.deepEqual([await kept(29), await kept(31)], [1, 0])
  })
})

// The last one: it moves the clock behind the meetings of all others.
test('a conference knows nothing about the invitee, and is deleted with a meeting that is deleted for their privacy', async () => {
  const { owner, service, type } = await aScene()
  const { organizationId } = owner.principal
  const start_time = later()
  const booked = await aBooking(app, owner, type, { start_time })
  await app.work()
  const rows = () =>
    app.context.database.reader.selectFrom('conferences').selectAll().where('organization_id', '=', organizationId)
  const [made] = await rows().execute()
  assert.equal(made?.join_url, service.made[0]?.url)
  for (const known of [booked.invitee.email, booked.invitee.name, booked.inviteeId])
    assert.ok(!JSON.stringify(made).includes(known), known)

  app.clock.advance(Date.parse(start_time) + 2 * hour - app.clock.now().getTime())
  const span = { start_time, end_time: new Date(Date.parse(start_time) + hour).toISOString() }
  assertStatus(await app.ask('POST /data_compliance/deletion/events', { token: owner.token, body: span }), 202)
  await app.work()
  assert.equal(service.kept.size, 0)
  const [left] = await rows().execute()
  assert.deepEqual([left?.join_url ?? null, left?.data ?? null, left?.foreign_id ?? null], [null, null, null])
})
