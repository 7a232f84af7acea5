// seconds: 5
// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { rotateApp } from '#oauth/index.ts'
import { deleteGroup, removeOrganizationMember } from '#organizations/index.ts'
import {
  clearHistory,
  erasePersonFromDeliveries,
  listWebhookDeliveries,
  replayWebhookDeliveries,
} from '#webhooks/index.ts'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import { anApplication, tokensOf } from '../../support/application.ts'
import { aBooking, factsDuring, hours } from '../../support/bookings.ts'
import { aCast, aFounder, aGroup, aMember, inGroup, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { eventually } from '../../support/eventually.ts'
import { raw } from '../../support/raw.ts'
import { aReceiver, isSignedWith, type Receiver } from '../../support/receiver.ts'
import { organizationsOf } from '../../support/watched-database.ts'
import { aSubscription, webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()
const { owner, colleague, organizationId } = await aCast(app)
const introCall = await anEventType(app, colleague, { active: true })
const later = hours()
const minute = 60_000
const hour = 60 * minute

/** One subscription of a user with an organization of their own, and one message for it: a new event type. */
const aHook = async (traits: Readonly<Record<string, unknown>> = {}) => {
  const person = await aFounder(app)
  const receiver = await aReceiver()
  const hook = await aSubscription(app, person, receiver.url, { events: ['event_type.created'], ...traits })
  const read = async () => resourceOf(await app.ask(`GET ${hook.uri}`, { token: person.token }))
  return { person, receiver, hook, read, happen: () => anEventType(app, person) }
}

const deliveriesOf = (person: Person) => app.run(listWebhookDeliveries, person.principal, { count: 100 })

/**
 * Lets so much time pass, with work whenever something is due in this organization. Gives how many requests there were
 * in all.
 */
const attemptsWithin = async (
  { person, receiver }: { person: Person; receiver: Receiver },
  milliseconds: number,
): Promise<number> => {
  const end = app.clock.now().getTime() + milliseconds
  for (;;) {
    const [next] = await raw(
      app.context.database.reader,
      sql<{
        run_at: Date | null
      }>`select min(run_at) as run_at from jobs where organization_id = ${person.principal.organizationId}::uuid`,
    )
    const at = next?.run_at?.getTime() ?? end
    app.clock.advance(Math.min(at, end) - app.clock.now().getTime())
    await app.work()
    if (at >= end) return receiver.received.length
  }
}

afterEach(async () => {
  // What one test left to be tried again is nothing that the next one should wait for.
  await app.context.database.write(
    async (tx) =>
      void (await sql`delete from jobs where kind = 'webhook_delivery' and organization_id in ${organizationsOf(app.id)}`.execute(
        tx,
      )),
  )
})

describe('an erased person', () => {
  test('is in no message afterwards, neither one that waits nor one that is sent again (C7)', async () => {
    const receiver = await aReceiver()
    receiver.behave(() => 500)
    const hook = await aSubscription(app, owner, `${receiver.url}/${randomUUID()}`)
    const [erased, kept] = ['erased@client.test', 'kept@client.test']
    for (const email of [erased, kept])
      await aBooking(app, colleague, introCall, {
        start_time: later(),
        invitee: { name: 'Demo Invitee', email, timezone: 'Europe/Lisbon' },
      })
    await app.work()
    await app.context.database.write((tx) =>
      erasePersonFromDeliveries(tx, organizationId, app.context.persons.of(organizationId, ' ERASED@client.test')),
    )
    receiver.behave(() => 200)
    const before = receiver.received.length
    app.clock.advance(2 * hour)
    await app.work()
    await app.run(replayWebhookDeliveries, owner.principal, { subscription: hook.id, to: hook.id })
    await app.work()
    assert.deepEqual([...new Set(receiver.received.slice(before).map(({ body }) => body.payload.email))], [kept])
    const rows = await raw(
      app.context.database.reader,
      sql<{
        text: string
      }>`select row_to_json(d)::text as text from webhook_deliveries d where organization_id = ${organizationId}::uuid`,
    )
    assert.ok(rows.length >= 2 && rows.every(({ text }) => !text.includes(erased)))
  })

  test('while a message about them is on its way is not in the next attempt, nor in a replay, nor left in the queue', async () => {
    const person = await aFounder(app)
    const type = await anEventType(app, person, { active: true })
    const receiver = await aReceiver()
    const hook = await aSubscription(app, person, receiver.url)
    const emails = ['on.its.way@client.test', 'queued.too@client.test']
    const bodies = () =>
      raw(
        app.context.database.reader,
        sql<{
          body: string | null
        }>`select body from webhook_deliveries where organization_id = ${person.principal.organizationId}::uuid`,
      )
    const forget = async (): Promise<void> => {
      assertStatus(
        await app.ask('POST /data_compliance/invitee_deletion', { token: person.token, body: { emails } }),
        200,
      )
      await eventually('everything about them is gone', async () => (await bodies()).every(({ body }) => body === null))
    }
    let forgetting: Promise<void> | undefined
    // It answers only when they are forgotten, and then it fails: what is sent again is read from the queue.
    receiver.behave((_, response) => {
      forgetting ??= forget()
      void forgetting.finally(() => response.writeHead(500).end())
      return undefined
    })
    const nextHour = hours()
    for (const email of emails)
      await aBooking(app, person, type, {
        start_time: nextHour(),
        invitee: { name: 'Demo Invitee', email, timezone: 'Europe/Lisbon' },
      })
    await app.work()
    await forgetting
    const sent = receiver.received.length
    assert.ok(sent >= 1 && sent <= 2, `${sent} were on their way`)
    receiver.behave(() => 200)
    app.clock.advance(2 * hour)
    await app.work()
    await app.run(replayWebhookDeliveries, person.principal, { subscription: hook.id, to: hook.id })
    await app.work()
    assert.equal(receiver.received.length, sent, 'nothing is sent again')
    assert.deepEqual(
      (await deliveriesOf(person)).map(({ status }: { status: string }) => status === 'pending'),
      [false, false],
    )
  })
})

describe('a delivery', () => {
  test('is done once, and never again when it went well', async () => {
    const hooked = await aHook()
    const { receiver, happen, person, read } = hooked
    await happen()
    await app.work()
    assert.equal(await attemptsWithin(hooked, 3 * hour), 1)
    assert.equal((await read()).retry_started_at, null)
    const [only] = await deliveriesOf(person)
    assert.deepEqual(
      [only.status, only.attempts, only.outcome, only.uuid],
      ['delivered', 1, 'answered 204', receiver.received[0]?.id],
    )
  })

  test('is signed with its own key, afresh at each attempt, over the same bytes and with the same id (C5)', async () => {
    const hooked = await aHook({ signing_key: 'key one' })
    const { receiver, happen } = hooked
    let failures = 2
    receiver.behave(() => (failures-- > 0 ? 500 : 200))
    await happen()
    await app.work()
    await attemptsWithin(hooked, 6 * minute)
    assert.equal(receiver.received.length, 3)
    for (const received of receiver.received) {
      assert.ok(isSignedWith('key one', received))
      assert.ok(!isSignedWith('key two', received))
      assert.match(String(received.headers['calendly-webhook-signature']), /^t=[0-9]+,v1=[a-f0-9]{64}$/)
    }
    assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 1)
    assert.equal(new Set(receiver.received.map(({ text }) => text)).size, 1)
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['calendly-webhook-signature'])).size, 3)
  })

  test("is signed with the application's key when it has none of its own and an application made it", async () => {
    const person = await aFounder(app)
    const application = await anApplication(app, person)
    const { access_token: token } = await tokensOf(app, person, application)
    const [unkeyed, keyed] = [await aReceiver(), await aReceiver()]
    const byApplication = { ...person, token }
    const hook = await aSubscription(app, byApplication, unkeyed.url, { events: ['event_type.created'] })
    await aSubscription(app, byApplication, keyed.url, { events: ['event_type.created'], signing_key: 'own key' })
    await anEventType(app, person)
    await app.work()
    assert.equal(unkeyed.received.length, 1)
    assert.ok(unkeyed.received.every((one) => isSignedWith(application.webhookKey, one)))
    assert.ok(keyed.received.every((one) => isSignedWith('own key', one)))
    assert.equal(resourceOf(await app.ask(`GET ${hook.uri}`, { token })).creator, person.uri)
  })

  test('under load, while the key of its application is replaced, is signed with the old key or the new one, and with the new one from then on', async () => {
    const person = await aFounder(app)
    const application = await anApplication(app, person)
    const { access_token: token } = await tokensOf(app, person, application)
    const receiver = await aReceiver()
    await aSubscription(app, { ...person, token }, receiver.url, { events: ['event_type.created'] })
    const messages = 40
    for (let count = 0; count < messages; count += 1) await anEventType(app, person, { name: `Type ${count}` })
    let rotation: Promise<{ webhook_signing_key: string }> | undefined
    let sentBefore = Number.POSITIVE_INFINITY
    receiver.behave(() => {
      // The tenth and later fail once, so that some are signed again after the rotation.
      if (receiver.received.length === 10) {
        rotation = app.run(rotateApp, person.principal, { client_id: application.clientId })
        void rotation.then(() => {
          sentBefore = receiver.received.length
        })
      }
      return receiver.received.length > 10 && receiver.received.length <= 15 ? 500 : 204
    })
    await app.work()
    const { webhook_signing_key: newKey } = (await rotation) ?? assert.fail('it was not rotated')
    receiver.behave(() => 204)
    app.clock.advance(2 * minute)
    await app.work()
    assert.notEqual(newKey, application.webhookKey)
    assert.equal(new Set(receiver.received.map(({ id }) => id)).size, messages, 'none is lost')
    const keys = receiver.received.map((one) =>
      isSignedWith(application.webhookKey, one) ? 'old' : isSignedWith(newKey, one) ? 'new' : 'neither',
    )
    assert.ok(!keys.includes('neither'), keys.join(' '))
    assert.ok(keys.includes('old') && keys.includes('new'))
    // At most as many as were being sent at that moment still have the old one.
    assert.ok(
      keys.slice(sentBefore + 5).every((key) => key === 'new'),
      keys.join(' '),
    )
  })

  test('that is not answered 2xx is tried again; a redirect is not followed', async () => {
    const target = await aReceiver()
    const hooked = await aHook()
    const { receiver, happen, person } = hooked
    const answers = [301, 302, 307, 400, 401, 404, 410, 429, 500, 503, 200]
    receiver.behave((_, response) => {
      const status = answers.shift() ?? 500
      response.writeHead(status, { location: target.url }).end()
      return undefined
    })
    await happen()
    await app.work()
    await attemptsWithin(hooked, 8 * hour)
    assert.deepEqual([receiver.received.length, answers, target.received.length], [11, [], 0])
    assert.equal((await deliveriesOf(person))[0].status, 'delivered')
  })

  test('waits longer each time: about 28 attempts in a day, and none is early', async () => {
    const hooked = await aHook()
    const { receiver, happen } = hooked
    const began = app.clock.now().getTime()
    const times: number[] = []
    receiver.behave(() => {
      times.push(app.clock.now().getTime() - began)
      return 500
    })
    await happen()
    await app.work()
    await attemptsWithin(hooked, 26 * hour)
    const gaps = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / minute)
    assert.ok(times.length >= 26 && times.length <= 32, String(times.length))
    const shortest = [1, 2, 4, 8, 16, 32]
    for (const [index, gap] of gaps.slice(0, 6).entries())
      assert.ok(gap >= (shortest[index] ?? 0) * 0.9, `the gap after ${index + 1} is ${gap} minutes`)
    assert.equal(times.at(-1), 24 * hour)
  })
})

describe('a receiver that fails', () => {
  test('has retry_started_at from its first failure to its next success', async () => {
    const { receiver, happen, read } = await aHook()
    receiver.behave(() => 500)
    await happen()
    const failedAt = app.clock.now().toISOString().replace('Z', '000Z')
    await app.work()
    assert.equal((await read()).retry_started_at, failedAt)
    app.clock.advance(10 * minute)
    await app.work()
    assert.deepEqual([(await read()).retry_started_at, (await read()).state], [failedAt, 'active'])
    receiver.behave(() => 200)
    app.clock.advance(10 * minute)
    await app.work()
    assert.equal((await read()).retry_started_at, null)
  })

  test('for 24 hours is disabled: nothing is sent any more, its URL stays taken, and one fact is recorded', async () => {
    const hooked = await aHook()
    const { receiver, happen, read, person } = hooked
    receiver.behave(() => 500)
    await happen()
    await app.work()
    app.clock.advance(23 * hour)
    await happen()
    await app.work()
    assert.equal((await read()).state, 'active')
    const facts = await factsDuring(app, person.principal.organizationId, async () => {
      app.clock.advance(hour)
      await app.work()
    })
    assert.deepEqual(
      facts.map(({ name, actor_type }) => [name, actor_type]),
      [['webhook_subscription.disabled', 'system']],
    )
    assert.equal((await read()).state, 'disabled')
    const attempts = receiver.received.length
    receiver.behave(() => 200)
    await happen()
    assert.equal(await attemptsWithin(hooked, 3 * hour), attempts)
    assert.deepEqual(
      (await deliveriesOf(person)).map(({ status }: { status: string }) => status),
      ['failed', 'failed'],
    )
    const again = await app.ask('POST /webhook_subscriptions', {
      token: person.token,
      body: {
        url: receiver.url,
        events: ['event_type.created'],
        organization: person.principal.organizationId,
        scope: 'organization',
      },
    })
    assertStatus(again, 409)
  })

  test('with one message only is not disabled: that message is given up after a day', async () => {
    const { receiver, happen, read, person } = await aHook()
    let refused: string | undefined
    receiver.behave(({ id }) => {
      refused ??= id
      return id === refused ? 422 : 200
    })
    await happen()
    await app.work()
    for (let passed = 0; passed < 9; passed += 1) {
      app.clock.advance(3 * hour)
      await happen()
      await app.work()
    }
    assert.equal((await read()).state, 'active')
    const deliveries = await deliveriesOf(person)
    assert.deepEqual(
      deliveries
        .filter(({ status }: { status: string }) => status !== 'delivered')
        .map(({ uuid, status }: { uuid: string; status: string }) => [uuid, status]),
      [[refused, 'failed']],
    )
  })

  test('and recovers gets at once what was put off, and no message twice', async () => {
    const hooked = await aHook()
    const { receiver, happen } = hooked
    receiver.behave(() => 503)
    for (let count = 0; count < 12; count += 1) await happen()
    await app.work()
    await attemptsWithin(hooked, 20 * minute)
    receiver.behave(() => 200)
    const before = receiver.received.length
    app.clock.advance(minute)
    await happen()
    await app.work()
    const ids = receiver.received.slice(before).map(({ id }) => id)
    assert.deepEqual([ids.length, new Set(ids).size], [13, 13])
    assert.ok(receiver.most() <= 5, `${receiver.most()} connections at once`)
  })
})

describe('where messages go', () => {
  test('an address that the operator does not allow any more gets nothing, and it counts as a failure', async () => {
    const { receiver, read, person } = await aHook()
    const strict = await webhookApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '10.0.0.0/8' } })
    await anEventType(strict, person)
    await strict.work()
    assert.equal(receiver.received.length, 0)
    assert.ok((await read()).retry_started_at)
    assert.deepEqual(
      (await deliveriesOf(person)).map(({ outcome }: { outcome: string }) => outcome),
      ['not allowed: private'],
    )
  })
})

describe('pending deliveries of a removed owner', () => {
  test('a former member or a deleted group: it is not sent, and becomes history', async () => {
    const { person, receiver } = await aHook({ events: ['event_type.deleted'] })
    receiver.behave(() => 500)
    const member = await aMember(app, person)
    const group = await aGroup(app, person)
    await inGroup(app, person, group, { membership: member.membershipUri })
    const reaches = [
      { scope: 'user', user: member.uri },
      { scope: 'group', group: group.uri },
    ]
    const signing_key = 'a key that is long enough for this'
    for (const reach of reaches)
      await aSubscription(app, person, `${receiver.url}/${reach.scope}`, {
        events: ['event_type.created'],
        signing_key,
        ...reach,
      })
    await anEventType(app, member)
    await app.work()
    assert.deepEqual(receiver.received.map(({ path }) => path).sort(), ['/group', '/user'])
    await app.run(removeOrganizationMember, person.principal, { uuid: member.membershipId })
    await app.run(deleteGroup, person.principal, { uuid: group.id })
    app.clock.advance(hour)
    await app.work()
    assert.equal(receiver.received.length, 2)
    assert.deepEqual(
      (await deliveriesOf(person)).map(({ status }: { status: string }) => status),
      ['failed', 'failed'],
    )
    // Nobody sees that of the group any more. What cleans up deletes it, and its key at once.
    while ((await clearHistory(app.context, app.clock.now())).more);
    const ofGroup = await app.context.database.reader
      .selectFrom('webhook_subscriptions')
      .select(['deleted_at', 'signing_key'])
      .where('organization_id', '=', person.principal.organizationId)
      .where('scope', '=', 'group')
      .execute()
    assert.deepEqual(ofGroup, [{ deleted_at: app.clock.now(), signing_key: null }])
  })
})

describe('history', () => {
  test('is kept for 30 days; what is still to be sent, for as long as it takes', async () => {
    const { receiver, happen, person } = await aHook()
    await happen()
    await app.work()
    receiver.behave(() => 500)
    app.clock.advance(29 * 24 * hour)
    await happen()
    await app.work()
    const clear = async (): Promise<void> => {
      while ((await clearHistory(app.context, app.clock.now())).more);
    }
    await clear()
    assert.equal((await deliveriesOf(person)).length, 2)
    app.clock.advance(2 * 24 * hour)
    await clear()
    assert.equal((await deliveriesOf(person)).length, 1)
    app.clock.advance(40 * 24 * hour)
    await clear()
    assert.deepEqual(
      (await deliveriesOf(person)).map(({ status }: { status: string }) => status),
      ['pending'],
    )
    await app.work()
  })

  test('can be sent again: the same ids and bytes, once each', async () => {
    const { receiver, happen, hook, person } = await aHook()
    await happen()
    await happen()
    await app.work()
    const sent = receiver.received.map(({ id, text }) => `${id} ${text}`).sort()
    const { replayed } = await app.run(replayWebhookDeliveries, person.principal, {
      subscription: hook.id,
      to: hook.id,
    })
    assert.equal(replayed, 2)
    await app.work()
    const again = receiver.received.slice(2).map(({ id, text }) => `${id} ${text}`)
    assert.deepEqual(again.sort(), sent)
    const one = receiver.received[0]?.id
    assert.deepEqual(await app.run(replayWebhookDeliveries, person.principal, { delivery: one, to: hook.id }), {
      replayed: 1,
    })
    await app.work()
    assert.deepEqual([receiver.received.length, receiver.received.at(-1)?.id], [5, one])
  })

  test('of a disabled subscription is sent to the one that replaced it (C8)', async () => {
    const { receiver, happen, hook, person } = await aHook()
    receiver.behave(() => 500)
    for (let count = 0; count < 3; count += 1) await happen()
    await app.work()
    app.clock.advance(24 * hour)
    await app.work()
    await assert.rejects(app.run(replayWebhookDeliveries, person.principal, { subscription: hook.id, to: hook.id }))
    assertStatus(await app.ask(`DELETE ${hook.uri}`, { token: person.token }), 204)
    const next = await aSubscription(app, person, receiver.url, {
      events: ['event_type.created'],
      signing_key: 'new key',
    })
    receiver.behave(() => 200)
    const before = receiver.received.length
    assert.deepEqual(
      await app.run(replayWebhookDeliveries, person.principal, {
        subscription: hook.id,
        to: next.id,
        status: 'failed',
      }),
      { replayed: 3 },
    )
    await app.work()
    app.clock.advance(2 * hour)
    await app.work()
    const received = receiver.received.slice(before)
    assert.deepEqual([received.length, new Set(received.map(({ id }) => id)).size], [3, 3])
    assert.ok(received.every((one) => isSignedWith('new key', one)))
  })

  test('that waits to be tried again is sent at once, and once', async () => {
    const { receiver, happen, hook, person } = await aHook()
    receiver.behave(() => 500)
    await happen()
    await app.work()
    receiver.behave(() => 200)
    assert.deepEqual(
      await app.run(replayWebhookDeliveries, person.principal, { subscription: hook.id, status: 'pending' }),
      { replayed: 1 },
    )
    await app.work()
    assert.equal(receiver.received.length, 2)
    app.clock.advance(2 * hour)
    await app.work()
    assert.equal(receiver.received.length, 2)
  })

  test('of another organization is not there to be sent', async () => {
    const [mine, theirs] = [await aHook(), await aHook()]
    await theirs.happen()
    await app.work()
    const [delivery] = await deliveriesOf(theirs.person)
    for (const id of [delivery.uuid, randomUUID()])
      await assert.rejects(
        app.run(replayWebhookDeliveries, mine.person.principal, { delivery: id, to: mine.hook.id }),
        /could not find the requested resource/,
      )
    await assert.rejects(
      app.run(replayWebhookDeliveries, mine.person.principal, { subscription: mine.hook.id, to: theirs.hook.id }),
    )
  })
})
