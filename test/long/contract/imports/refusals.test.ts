// seconds: 12
// on: embedded
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { advance } from '#imports/jobs/advance.ts'
import { previewImport } from '#imports/operations/preview-import.ts'
import { DatabaseAway } from '#platform/db/faults.ts'
import { resourceOf } from '../../../support/answers.ts'
import { aBooking, type Booked, hours } from '../../../support/bookings.ts'
import { aCast, type Cast, lastPart, type Made } from '../../../support/cast.ts'
import { anEventType } from '../../../support/event-types.ts'
import { type FaultyProxy, faultyProxy } from '../../../support/faulty-proxy.ts'
import { type ListeningApp, listeningApp } from '../../../support/listening-app.ts'

describe('another side that refuses what it gave an address of', () => {
  let source: ListeningApp
  let proxy: FaultyProxy
  let cast: Cast
  let type: Made
  let booked: Booked

  const start = async (): Promise<string> => {
    const body = { kind: 'calendly', url: proxy.address, token: cast.owner.token }
    const started = await source.app.ask('POST /imports', { token: cast.outsider.token, body })
    assert.equal(started.status, 202, started.text)
    return started.body.resource.uri
  }
  /** Works on it for longer than it takes. */
  const work = async (uri: string) => {
    let result = await advance(source.app.context, lastPart(uri), 10_000)
    for (let rounds = 0; result.kind === 'more' && rounds < 20; rounds += 1)
      result = await advance(source.app.context, lastPart(uri), 10_000)
    return { ...result, import: resourceOf(await source.app.ask(`GET ${uri}`, { token: cast.outsider.token })) }
  }

  before(async () => {
    source = await listeningApp({ OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' })
    proxy = await faultyProxy(source.address, 0)
    cast = await aCast(source.app)
    type = await anEventType(source.app, cast.owner, { active: true })
    // More than a page of them.
    for (let number = 0; number < 26; number += 1) await anEventType(source.app, cast.owner, {})
    booked = await aBooking(source.app, cast.owner, type)
  })

  after(async () => {
    await proxy.close()
    await source.close()
  })

  test('a page that is refused each time ends the import with a sentence; started again, it goes on', async () => {
    proxy.refuse = (address) =>
      address.startsWith('/event_types?') && address.includes('page_token') ? 400 : undefined
    const uri = await start()
    const stopped = await work(uri)
    assert.deepEqual(
      [stopped.kind, stopped.import.state, stopped.import.step],
      ['over', 'failed', 'event_types'],
      JSON.stringify(stopped),
    )
    assert.match(stopped.import.fault, /keeps rejecting a page of a list \(event types\)/)
    let refusals = 1
    proxy.refuse = (address) =>
      address.startsWith('/event_types?') && address.includes('page_token') && refusals-- > 0 ? 400 : undefined
    assert.equal(await start(), uri)
    const finished = await work(uri)
    assert.equal(finished.import.state, 'finished', JSON.stringify(finished))
    assert.equal(finished.import.counts.find((one: { kind: string }) => one.kind === 'event_types').created, 27)
  })

  const until = async (uri: string, isDone: (found: { state: string; fault: string | null }) => boolean) => {
    for (let tries = 1; ; tries += 1) {
      const result = await advance(source.app.context, lastPart(uri), 3_000)
      const found = resourceOf(await source.app.ask(`GET ${uri}`, { token: cast.outsider.token }))
      if (isDone(found)) return { tries, found, ...result }
      assert.ok(tries < 40, JSON.stringify(found))
      source.app.clock.advance(result.kind === 'more' ? result.waitSeconds * 1000 : 0)
    }
  }
  const createdTypes = ({ counts }: { counts: readonly { kind: string; created: number; unchanged: number }[] }) => {
    const types = counts.find(({ kind }) => kind === 'event_types')
    return types ? types.created + types.unchanged : 0
  }

  test('an answer in a form that is not known: that is said at once, then stops the import; started again, it goes on, and nothing is lost', async () => {
    proxy.refuse = () => undefined
    proxy.distort = (address, body) =>
      address.startsWith('/event_types?') && address.includes('page_token')
        ? body.replaceAll('"duration":', '"length":')
        : body
    const uri = await start()
    const waiting = await until(uri, ({ fault }) => fault !== null)
    assert.deepEqual([waiting.found.state, waiting.found.step], ['running', 'event_types'])
    assert.match(
      waiting.found.fault,
      /^The import can’t continue at the moment and retries automatically\. The response of \/event_types has an unknown format \(collection\.0\.duration: /,
    )
    const { requests } = proxy.counts
    assert.deepEqual(
      [await advance(source.app.context, lastPart(uri), 3_000), proxy.counts.requests],
      [{ kind: 'more', waitSeconds: 60 }, requests],
    )
    const stopped = await until(uri, ({ state }) => state === 'failed')
    assert.equal(stopped.kind, 'over')
    assert.match(
      stopped.found.fault,
      /^The response of \/event_types has an unknown format .* Everything imported so far stays\..* import again to continue where it stopped\.$/,
    )
    assert.equal(createdTypes(stopped.found), 25)
    proxy.distort = (_, body) => body
    assert.equal(await start(), uri)
    const { requests: before = 0 } = proxy.counts
    const finished = await until(uri, ({ state }) => state === 'finished')
    assert.equal(finished.found.fault, null)
    assert.equal(createdTypes(finished.found), 27)
    assert.ok((proxy.counts.requests ?? 0) > before)
  })

  test('what goes wrong here is said, and stops the import after some tries; started again, it goes on', async () => {
    proxy.refuse = () => undefined
    const uri = await start()
    const { context, clock } = source.app
    const broken = {
      ...context,
      get outgoing(): never {
        throw new TypeError('a fault of ours')
      },
    }
    const found = async () => resourceOf(await source.app.ask(`GET ${uri}`, { token: cast.outsider.token }))
    const fail = async (): Promise<void> => {
      await assert.rejects(advance(broken, lastPart(uri), 3_000), /a fault of ours/)
      clock.advance(3_600_000)
    }
    await fail()
    const waiting = await found()
    assert.deepEqual(
      [waiting.state, /retries automatically\. An internal error occurred\./.test(waiting.fault)],
      ['running', true],
      waiting.fault,
    )
    const away = new DatabaseAway('nobody answers')
    const without = {
      ...context,
      get outgoing(): never {
        throw away
      },
    }
    for (let tries = 0; tries < 5; tries += 1) await assert.rejects(advance(without, lastPart(uri), 3_000), away)
    assert.equal((await found()).state, 'running', 'a database that is away is no fault')
    for (let tries = 0; tries < 4; tries += 1) await fail()
    const failed = await found()
    assert.deepEqual(
      [failed.state, /^An internal error occurred each time the import retried/.test(failed.fault)],
      ['failed', true],
      failed.fault,
    )
    assert.equal((await advance(context, lastPart(uri), 3_000)).kind, 'over')
    assert.equal(await start(), uri)
    assert.equal((await until(uri, ({ state }) => state !== 'running')).found.state, 'finished')
  })

  test('no answer: that is said, the operator can start the import again, and otherwise it stops after a day', async () => {
    const body = { kind: 'calendly', url: proxy.address, token: cast.owner.token }
    proxy.refuse = () => undefined
    const uri = await start()
    assert.equal(
      (await source.app.ask('POST /imports', { token: cast.outsider.token, body })).status,
      400,
      'one that goes on is not started again',
    )
    proxy.refuse = (address) => (address.startsWith('/event_types') ? 503 : undefined)
    const waiting = await until(uri, ({ fault }) => fault !== null)
    assert.match(waiting.found.fault, /retries automatically\. The source responds with status 503\.$/)
    proxy.refuse = () => undefined
    assert.equal(await start(), uri)
    proxy.refuse = (address) => (address.startsWith('/event_types') ? 503 : undefined)
    await until(uri, ({ fault }) => fault !== null)
    // After a day, in which it was asked less and less often.
    await source.app.context.database.write((tx) =>
      tx.updateTable('imports').set({ failed_tries: 28 }).where('id', '=', lastPart(uri)).execute(),
    )
    source.app.clock.advance(60 * 60_000)
    assert.equal((await advance(source.app.context, lastPart(uri), 1_000)).kind, 'more')
    const stopped = await until(uri, ({ state }) => state === 'failed')
    assert.match(
      stopped.found.fault,
      /^The source responds with status 503\. The import retried for a day\. Everything imported so far stays\./,
    )
    proxy.refuse = () => undefined
    assert.equal(await start(), uri)
    assert.equal((await until(uri, ({ state }) => state !== 'running')).found.state, 'finished')
  })

  test('403 for some lists: which will be missing, or that the token is too weak, is said before anything is written', async () => {
    const { app } = source
    const { organizationId } = cast.outsider.principal
    const written = async () => {
      const { rows } = await sql`
        select (select count(*)::integer from imports where organization_id = ${organizationId}) as imports,
          (select count(*)::integer from import_records where organization_id = ${organizationId}) as records,
          (select count(*)::integer from jobs where organization_id = ${organizationId}) as jobs,
          (select count(*)::integer from facts where organization_id = ${organizationId}) as facts`.execute(
        app.context.database.reader as never,
      )
      return rows[0]
    }
    const body = { kind: 'calendly' as const, url: proxy.address, token: cast.owner.token }
    const expected = ['groups', 'routing forms', 'webhooks'].map(
      (list) => `The token can’t read this list, so it isn’t imported: ${list}.`,
    )
    const before = await written()
    proxy.refuse = (address) => (/^\/(groups|routing_forms|webhook_subscriptions)\b/.test(address) ? 403 : undefined)
    assert.deepEqual((await app.run(previewImport, cast.outsider.principal, body)).remarks, expected)
    proxy.refuse = (address) => (address.startsWith('/users/me') ? 403 : undefined)
    const weak = await app.ask('POST /imports', { token: cast.outsider.token, body })
    assert.deepEqual([weak.status, weak.body.details[0].parameter], [400, 'token'], weak.text)
    assert.match(weak.body.details[0].message, /lacks the scope users:read/)
    assert.deepEqual(await written(), before)
  })

  for (const status of [400, 404]) {
    test(`${status} for the invitees of one meeting: the meeting stays out, the import goes on, and that is said`, async () => {
      proxy.refuse = (address) => (address.includes(`${booked.eventId}/invitees`) ? status : undefined)
      const uri = await start()
      const finished = await work(uri)
      assert.equal(finished.import.state, 'finished', JSON.stringify(finished))
      assert.match(
        finished.import.remarks.join('\n'),
        new RegExp(`The meeting ${booked.eventId} wasn’t imported or updated`),
      )
    })
  }

  test('50 requests a minute, which a free plan takes: the import ends, though a minute has fewer than a page of event types or meetings needs', async () => {
    const next = hours()
    next() // taken by the one before
    for (let number = 0; number < 50; number += 1) await aBooking(source.app, cast.owner, type, { start_time: next() })
    let left = 50
    proxy.headers = { 'x-ratelimit-limit': '50', 'retry-after': '60' }
    proxy.refuse = () => (left-- > 0 ? undefined : 429)
    const uri = await start()
    let minutes = 0
    for (; minutes < 10; minutes += 1) {
      left = 50
      // A minute is over whenever it is to wait for the next.
      if ((await advance(source.app.context, lastPart(uri), 10_000)).kind === 'over') break
    }
    const finished = resourceOf(await source.app.ask(`GET ${uri}`, { token: cast.outsider.token }))
    assert.equal(finished.state, 'finished', JSON.stringify(finished))
    assert.equal(finished.counts.find((one: { kind: string }) => one.kind === 'scheduled_events').created, 50)
  })
})
