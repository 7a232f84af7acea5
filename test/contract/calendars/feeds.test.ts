// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { calendarSyncs } from '#calendars/index.ts'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import { hoursOffered } from '../../support/calendars.ts'
import { aFounder, aMember, lastPart, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { aFeed, aFeedServer, type FeedServer } from '../../support/feed-server.ts'
import { ownWork } from '../../support/own-work.ts'
import { webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()
const traits = { active: true, duration: 60, timezone: 'UTC', scheduling_rules: { start_time_increment: 60 } }
const hours = ['09', '10', '11', '12', '13', '14', '15', '16']
const without = (...taken: string[]): string[] => hours.filter((hour) => !taken.includes(hour))
const day = '2026-03-03'

const connecting = (person: Person, url: string) =>
  app.ask('POST /calendar_connections', { token: person.token, body: { kind: 'ics', url } })

/** A host whose feed was read once. */
const aHostWith = async (feed: string) => {
  const server: FeedServer = await aFeedServer(feed)
  const person = await aFounder(app)
  const type = await anEventType(app, person, traits)
  const connection = resourceOf(await connecting(person, `${server.url}/calendar.ics`))
  await app.work()
  const read = async () => resourceOf(await app.ask(`GET ${connection.uri}`, { token: person.token }))
  const offered = () => hoursOffered(app, person, type, day)
  const sync = async () => {
    await app.ask(`POST ${connection.uri}/read`, { token: person.token })
    await app.work()
    return read()
  }
  return { server, person, type, connection, read, offered, sync }
}

/** An event of a minute. */
const aMinute = (day: string, minute: number): string =>
  `BEGIN:VEVENT\r\nUID:${day}-${minute}@feed.test\r\nDTSTART:${day}T${String(Math.floor(minute / 60)).padStart(2, '0')}${String(minute % 60).padStart(2, '0')}00Z\r\nDURATION:PT1M\r\nEND:VEVENT\r\n`

describe('a feed', () => {
  test('makes its owner busy; what left the feed leaves the busy times; what did not change is not sent again', async () => {
    const { server, connection, offered, sync } = await aHostWith(aFeed('10', '11'))
    assert.equal(connection.account, new URL(server.url).host)
    assert.equal(connection.calendars[0].name, 'Published')
    assert.deepEqual(await offered(), without('10', '11'))
    server.serve(aFeed('11', '15'))
    assert.equal((await sync()).state, 'fresh')
    assert.deepEqual(await offered(), without('11', '15'))
    const before = server.requests.length
    await sync()
    assert.deepEqual(
      server.requests.slice(before).map(({ headers }) => headers['if-none-match'] !== undefined),
      [true],
    )
    assert.deepEqual(await offered(), without('11', '15'))
  })

  test('that changes as a whole is saved in portions: ended after any of them, nobody is free who is busy before and after', async () => {
    const events = 150
    const feed = (first: string, last: string, others: string) =>
      [
        'BEGIN:VCALENDAR',
        ...Array.from({ length: events }, (_, index) => {
          const start =
            index === 0 ? `20260303T${first}` : index === events - 1 ? `20260303T${last}` : `20260304T${others}`
          return `BEGIN:VEVENT\r\nUID:${index}@feed.test\r\nDTSTART:${start}0000Z\r\nDURATION:PT1H\r\nEND:VEVENT`
        }),
        'END:VCALENDAR',
      ].join('\r\n')
    const { server, connection, offered, sync } = await aHostWith(feed('09', '10', '12'))
    assert.deepEqual(await offered(), without('09', '10'))
    server.serve(feed('10', '09', '13'))
    const { database } = app.context
    const kind = calendarSyncs(app.context)
    let isComplete = false
    let syncs = 0
    for (; !isComplete; syncs += 1) {
      const tasks = await database.write((tx) =>
        kind.load(tx, [{ id: 1, subjectId: lastPart(connection.uri) } as never]),
      )
      let portions = 1
      const outcome = await kind.act(tasks.get(1) as never, async () => portions-- > 0)
      isComplete = outcome.syncs[0]?.isComplete ?? false
      assert.deepEqual(await offered(), without('09', '10'))
    }
    assert.ok(syncs > 3, 'it took several portions')
    await sync()
    const spans = await database.reader
      .selectFrom('busy_spans')
      .select('item_key')
      .where('calendar_id', '=', lastPart(connection.calendars[0].uri))
      .execute()
    assert.equal(spans.length, events)
  })

  test('that is read anew while a sync of it is running: the earlier sync changes nothing any more, however much it found', async () => {
    const events = (day: string) => Array.from({ length: 150 }, (_, minute) => aMinute(day, minute)).join('')
    const around = (inside: string) => aFeed('10').replace('END:VCALENDAR', `${inside}END:VCALENDAR`)
    const { server, person, connection, offered } = await aHostWith(aFeed('10'))
    let answerEarlier = (): void => {}
    const asked = new Promise<void>((begun) => {
      server.serve((_, response) => {
        answerEarlier = () =>
          void response.writeHead(200).end(aFeed('12').replace('END:VCALENDAR', `${events('20260305')}END:VCALENDAR`))
        begun()
      })
    })
    const readNow = () => app.ask(`POST ${connection.uri}/read`, { token: person.token })
    await readNow()
    const earlier = app.work()
    await asked
    server.serve(around(events('20260304')))
    await readNow()
    await (await ownWork(app)).work()
    assert.deepEqual(await offered(), without('10'))
    answerEarlier()
    await earlier
    assert.deepEqual(await offered(), without('10'))
    const spans = await app.context.database.reader
      .selectFrom('busy_spans')
      .select('item_key')
      .where('calendar_id', '=', lastPart(connection.calendars[0].uri))
      .execute()
    assert.equal(spans.length, 151)
  })

  test('of a member who was removed is forgotten with all its busy times', async () => {
    const owner = await aFounder(app)
    const member = await aMember(app, owner)
    const server = await aFeedServer(aFeed('10'))
    const connection = resourceOf(await connecting(member, `${server.url}/calendar.ics`))
    await app.work()
    const { reader } = app.context.database
    const kept = async () =>
      (
        await reader
          .selectFrom('busy_spans')
          .select('item_key')
          .where('membership_id', '=', member.membershipId)
          .execute()
      ).length
    assert.equal(await kept(), 2, 'the event, and what is not known of the time after the horizon')
    assert.equal((await app.ask(`DELETE ${member.membershipUri}`, { token: owner.token })).status, 204)
    await app.work()
    assert.deepEqual(
      await reader.selectFrom('calendar_connections').select('id').where('id', '=', lastPart(connection.uri)).execute(),
      [],
    )
    assert.equal(await kept(), 0)
  })

  test('with a NUL in its rules and its name, and without a name, is read', async () => {
    const text = aFeed('10').replace('SUMMARY', 'RRULE:FREQ=DAILY\0;COUNT=2\r\nSUMMARY')
    const named = await aHostWith(text.replace('Published', 'Publ\0ished'))
    assert.equal(named.connection.calendars[0].name, 'Published')
    assert.deepEqual(await named.offered(), without('10'))
    const nameless = await aHostWith(text.replace('Published', ''))
    assert.equal(nameless.connection.calendars[0].name, new URL(nameless.server.url).host)
  })

  test('keeps no titles and never shows its address again, for it may be a secret', async () => {
    const { person, read } = await aHostWith(aFeed('10'))
    const { database } = app.context
    const stored = await database.reader
      .selectFrom('calendar_items')
      .selectAll()
      .where('organization_id', '=', person.principal.organizationId)
      .execute()
    assert.equal(stored.length, 1)
    assert.doesNotMatch(JSON.stringify(stored), /Secret|feed\.test/)
    assert.doesNotMatch(JSON.stringify(await read()), /calendar\.ics/)
  })

  test('that calls itself unchanged although nothing was known of it is not an empty feed', async () => {
    const { server, person, offered, connection, sync } = await aHostWith(aFeed('10'))
    server.serve((_, response) => void response.writeHead(304).end())
    // What counts is read anew.
    const { uri } = connection.calendars[0]
    assertStatus(await app.ask(`PATCH ${uri}`, { token: person.token, body: { counts_tentative: false } }), 200)
    assert.equal((await sync()).state, 'late')
    assert.deepEqual(await offered(), [])
    server.serve(aFeed('10'))
    assert.equal((await sync()).state, 'fresh')
    assert.deepEqual(await offered(), without('10'))
  })

  const failures: Readonly<Record<string, Parameters<FeedServer['serve']>[0]>> = {
    'an error of the server': (_, response) => void response.writeHead(500).end('oops'),
    'an answer that is cut off': aFeed('15').slice(0, -40),
    'a page instead of a calendar': '<!doctype html><title>Sign in</title>',
    'an empty answer': '',
    'an answer that says that it is longer': (_, response) => {
      response.writeHead(200, { 'content-length': '100000' })
      response.write(aFeed('15'))
      response.destroy()
    },
  }
  for (const [name, answer] of Object.entries(failures)) {
    test(`that gives ${name} is not an empty feed: what was known last still counts`, async () => {
      const { server, offered, sync } = await aHostWith(aFeed('10'))
      server.serve(answer)
      const { state, reason } = await sync()
      assert.equal(state, 'late')
      assert.match(reason, /calendar|server/)
      assert.deepEqual(await offered(), without('10'))
      server.serve(aFeed('12'))
      assert.equal((await sync()).state, 'fresh')
      assert.deepEqual(await offered(), without('12'))
    })
  }

  test('that cannot be read for a day is lost: its owner is offered to nobody, unless they choose to stay open', async () => {
    const { server, person, type, connection, sync, read } = await aHostWith(aFeed('10'))
    server.serve((_, response) => void response.writeHead(503).end())
    assert.equal((await sync()).state, 'late')
    app.clock.advance(24 * 60 * 60_000)
    await app.work()
    assert.equal((await read()).state, 'lost')
    assert.deepEqual(await hoursOffered(app, person, type, '2026-03-05'), [])
    const busy = { user: person.uri, start_time: '2026-03-05T00:00:00Z', end_time: '2026-03-06T00:00:00Z' }
    assertStatus(await app.ask('GET /user_busy_times', { token: person.token, query: busy }), 424)
    assertStatus(
      await app.ask(`PATCH ${connection.uri}`, { token: person.token, body: { stays_open_when_lost: true } }),
      200,
    )
    assert.deepEqual(await hoursOffered(app, person, type, '2026-03-05'), hours)
    app.clock.advance(-24 * 60 * 60_000)
  })
})

describe('connecting', () => {
  const refused = async (url: string, pattern: RegExp): Promise<void> => {
    const person = await aFounder(app)
    const answer = await connecting(person, url)
    assertStatus(answer, 400)
    assert.equal(answer.body.details[0].parameter, 'url')
    assert.match(answer.body.details[0].message, pattern)
    assert.deepEqual(
      (await app.ask('GET /calendar_connections', { token: person.token })).body.collection,
      [],
      'nothing half connected stays behind',
    )
  }

  test('a page that is no calendar is refused, and says what a feed is', async () => {
    const server = await aFeedServer('<html></html>')
    await refused(server.url, /no calendar at this URL\./)
  })
  test('an address that is not there is refused', async () => {
    const server = await aFeedServer()
    server.serve((_, response) => void response.writeHead(404).end())
    await refused(server.url, /no calendar at this URL anymore/)
  })
  test('an address inside another network is refused, also behind a redirect', async () => {
    await refused('http://10.0.0.1/feed.ics', /isn’t allowed/)
    const server = await aFeedServer()
    server.serve((_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/feed.ics' }).end())
    await refused(server.url, /isn’t allowed/)
  })
  test('text that is no address is refused', () => refused('not an address', /is not a valid address/))
})
