// seconds: 5
// on: embedded
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { connectWithConsent, oauthSettings, useCalendarServices } from '../../support/calendar-services.ts'
import { hoursOffered } from '../../support/calendars.ts'
import { aFounder, aMember, lastPart, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { withoutMail } from '../../support/mail.ts'
import type { StandInChannel } from '../../support/oauth-stand-in.ts'
import { ownWork } from '../../support/own-work.ts'

const app = await testApp({ isHeard: true, settings: { ...oauthSettings, OPENSLOT_BASE_URL: 'https://openslot.test' } })
const newServices = useCalendarServices(app.context)
const { work } = await ownWork(app, withoutMail(app.context))
const day = '2026-03-03'
const hours = ['09', '10', '11', '12', '13', '14', '15', '16']

const pathOf = (address: string): string => {
  assert.ok(address.startsWith('https://openslot.test/api/calendar_pushes/'), address)
  return address.slice('https://openslot.test'.length)
}

const events = {
  google: (id: string, hour: string) => ({
    id,
    status: 'confirmed',
    start: { dateTime: `${day}T${hour}:00:00Z` },
    end: { dateTime: `${day}T${hour}:30:00Z` },
  }),
  microsoft: (id: string, hour: string) => ({
    ...{ id, type: 'singleInstance', isAllDay: false, showAs: 'busy' },
    start: { dateTime: `${day}T${hour}:00:00.0000000`, timeZone: 'UTC' },
    end: { dateTime: `${day}T${hour}:30:00.0000000`, timeZone: 'UTC' },
  }),
}

/** What the service sends when something has changed, with this secret. */
const pushes = {
  google: ({ id, address }: StandInChannel, secret: string) =>
    app.ask(`POST ${pathOf(address)}`, {
      headers: { 'x-goog-channel-id': id, 'x-goog-channel-token': secret, 'x-goog-resource-state': 'exists' },
    }),
  microsoft: ({ id, address }: StandInChannel, secret: string, lifecycleEvent?: string) =>
    app.ask(`POST ${pathOf(address)}`, {
      body: {
        value: [
          {
            subscriptionId: id,
            clientState: secret,
            ...(lifecycleEvent ? { lifecycleEvent } : { changeType: 'updated' }),
          },
        ],
      },
    }),
}

for (const kind of ['google', 'microsoft'] as const) {
  const aHost = async (t: TestContext, given?: Person) => {
    const began = app.clock.now().getTime()
    const services = await newServices()
    const standIn = services[kind]
    services.microsoft.validate = async (address, token) => {
      const answer = await app.ask(`POST ${pathOf(address)}`, {
        query: { validationToken: token },
        headers: { 'content-type': 'text/plain; charset=utf-8' },
      })
      assert.match(String(answer.headers['content-type']), /^text\/plain/)
      return answer.text
    }
    const person = given ?? (await aFounder(app))
    const type = await anEventType(app, person, {
      active: true,
      duration: 60,
      timezone: 'UTC',
      scheduling_rules: { start_time_increment: 60 },
    })
    const connection = await connectWithConsent(app, person, kind, standIn)
    // The stand-ins of the next test know nothing of this connection.
    t.after(async () => {
      await app.ask(`DELETE ${connection.uri}`, { token: person.token })
      app.clock.advance(began - app.clock.now().getTime())
    })
    await work()
    const lists = () => standIn.requests.filter((request) => /GET .*(events|delta)$/.test(request)).length
    const channel = (): StandInChannel => {
      assert.equal(standIn.channels.size, 1)
      return [...standIn.channels.values()][0] as StandInChannel
    }
    return { standIn, person, connection, lists, channel, offered: () => hoursOffered(app, person, type, day) }
  }

  describe(`a push from ${kind}`, () => {
    test('asks for a sync soon; many of them for one; without the secret of the channel nothing happens', async (t) => {
      const { standIn, lists, channel, offered } = await aHost(t)
      const { secret } = channel()
      assert.deepEqual(await offered(), hours)
      app.clock.advance(20_000)
      standIn.put(events[kind]('one1', '10'))
      const before = lists()
      for (const wrong of ['', 'guessed', `${secret}x`, secret.slice(1)])
        assert.equal((await pushes[kind](channel(), wrong)).status, 404)
      const other = {
        ...channel(),
        address: channel().address.replace(/[^/]+$/, '00000000-0000-4000-8000-000000000000'),
      }
      assert.equal((await pushes[kind](other, secret)).status, 404)
      await work()
      assert.equal(lists(), before, 'a stranger causes no sync')

      for (let count = 0; count < 5; count += 1) assert.equal((await pushes[kind](channel(), secret)).status, 202)
      await work()
      assert.equal(lists(), before + 1, 'five pushes, one sync')
      assert.deepEqual(
        await offered(),
        hours.filter((hour) => hour !== '10'),
      )

      standIn.put(events[kind]('two2', '11'))
      await pushes[kind](channel(), secret)
      await work()
      assert.equal(lists(), before + 1, 'not twice within seconds')
      app.clock.advance(15_000)
      await work()
      assert.deepEqual(
        await offered(),
        hours.filter((hour) => !['10', '11'].includes(hour)),
      )
    })

    test('that comes during a sync causes another', async (t) => {
      const { standIn, lists, channel } = await aHost(t)
      const before = lists()
      app.clock.advance(300_000)
      let isPushed = false
      standIn.intercept = async () => {
        if (!isPushed) {
          isPushed = true
          await pushes[kind](channel(), channel().secret)
        }
        return undefined
      }
      await work()
      assert.equal(lists(), before + 1)
      app.clock.advance(15_000)
      await work()
      assert.equal(lists(), before + 2)
    })

    test('comes by a channel that is renewed before it ends, and closed when its calendar is disconnected', async (t) => {
      const { standIn, person, connection, channel, lists } = await aHost(t)
      const first = { ...channel() }
      app.clock.advance(5 * 24 * 3_600_000)
      await work()
      assert.equal(channel().endsAt, first.endsAt)
      app.clock.advance(1.2 * 24 * 3_600_000)
      await work()
      assert.ok(channel().endsAt > first.endsAt)
      assert.equal(channel().id === first.id, kind === 'microsoft', 'Google opens another, Microsoft renews')
      assert.equal((await pushes[kind](channel(), channel().secret)).status, 202)

      standIn.intercept = ({ path }) =>
        /subscriptions|watch/.test(path) ? { status: 403, body: { error: { code: 'Forbidden' } } } : undefined
      app.clock.advance(6.5 * 24 * 3_600_000)
      const before = lists()
      await work()
      assert.ok(lists() > before, 'calendars are read whatever becomes of channels')
      assert.equal(resourceOf(await app.ask(`GET ${connection.uri}`, { token: person.token })).state, 'fresh')
      standIn.intercept = () => undefined
      app.clock.advance(2 * 3_600_000)
      await work()

      // No calendar of it counts any more: nobody needs to hear of changes. Then all count again.
      const count = async (counts: boolean): Promise<void> => {
        for (const { uri } of connection.calendars as readonly { uri: string }[])
          await app.ask(`PATCH ${uri}`, { token: person.token, body: { checks_conflicts: counts } })
        app.clock.advance(5 * 60_000)
        await work()
      }
      const newest = () => [...standIn.channels.keys()].at(-1) ?? ''
      const open = newest()
      await count(false)
      assert.ok(!standIn.channels.has(open))
      const left = newest()
      await count(true)
      assert.notEqual(newest(), left)
      const { secret, ...last } = [...standIn.channels.values()].at(-1) as StandInChannel
      await app.ask(`DELETE ${connection.uri}`, { token: person.token })
      assert.ok(!standIn.channels.has(last.id))
      assert.equal((await pushes[kind]({ ...last, secret }, secret)).status, 404)
    })

    test('comes no more when the member was removed: the channel is closed, and nothing of the calendar is kept, even if the service does not answer', async (t) => {
      const owner = await aFounder(app)
      for (const answers of [true, false]) {
        const member = await aMember(app, owner)
        const { standIn, connection, channel } = await aHost(t, member)
        const { id, secret, ...rest } = channel()
        if (!answers) standIn.intercept = () => ({ status: 500, body: {} })
        assert.equal((await app.ask(`DELETE ${member.membershipUri}`, { token: owner.token })).status, 204)
        await work()
        assert.equal(standIn.channels.has(id), !answers)
        assert.equal((await pushes[kind]({ id, secret, ...rest }, secret)).status, 404)
        const { reader } = app.context.database
        const left = await reader
          .selectFrom('calendar_connections')
          .select('id')
          .where('id', '=', lastPart(connection.uri))
          .execute()
        assert.deepEqual(left, [])
        standIn.intercept = () => undefined
      }
    })

    if (kind === 'microsoft')
      test('may be about the channel itself: one that was removed is opened again, and what was missed is read', async (t) => {
        const { standIn, channel, lists } = await aHost(t)
        const first = channel()
        app.clock.advance(20_000)
        const before = lists()
        assert.equal((await pushes.microsoft(first, first.secret, 'missed')).status, 202)
        await work()
        assert.equal(lists(), before + 1)
        app.clock.advance(20_000)
        standIn.channels.delete(first.id)
        assert.equal((await pushes.microsoft(first, first.secret, 'subscriptionRemoved')).status, 202)
        await work()
        assert.notEqual(channel().id, first.id)
      })
  })
}
