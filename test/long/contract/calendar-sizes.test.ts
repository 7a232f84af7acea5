// seconds: 60
import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, test } from 'node:test'
import { calendarLooks } from '#calendars/index.ts'
import { resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { connectWithConsent, oauthSettings, useCalendarServices } from '../../support/calendar-services.ts'
import { connect } from '../../support/calendars.ts'
import { aFounder, lastPart } from '../../support/cast.ts'
import { aDavStandIn } from '../../support/dav-stand-in.ts'
import { aFeedServer } from '../../support/feed-server.ts'
import { withoutMail } from '../../support/mail.ts'
import { ownWork } from '../../support/own-work.ts'

const app = await testApp({ isHeard: true, settings: oauthSettings })
const newServices = useCalendarServices(app.context)
const { work } = await ownWork(app, withoutMail(app.context))
const start = Date.parse('2026-03-03T00:00:00Z')
const events = 10_000
const stamp = (index: number): string => new Date(start + index * 3_000_000).toISOString()
const basic = (index: number): string => stamp(index).slice(0, 19).replaceAll(/[-:]/g, '')
const inIcalendar = (index: number, text = ''): string =>
  `BEGIN:VEVENT\r\nUID:e${index}@client.test\r\nDTSTART:${basic(index)}Z\r\nDURATION:PT30M\r\n${text}END:VEVENT\r\n`

/** The longest time that nobody else had a turn, beside how long it took. */
const measured = async (name: string, work: () => Promise<unknown>): Promise<void> => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const began = performance.now()
  delay.enable()
  await work()
  delay.disable()
  console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s, the longest slice ${(delay.max / 1e6).toFixed(0)} ms`)
}

describe(`a calendar of ${events} events`, () => {
  const kinds = {
    google: async () => {
      const { google } = await newServices()
      for (let index = 0; index < events; index += 1)
        google.put({ id: `event${index}`, status: 'confirmed', start: { dateTime: stamp(index) }, end: { dateTime: stamp(index + 0.5) } })
      const person = await aFounder(app)
      return { person, requests: google.requests, connection: await connectWithConsent(app, person, 'google', google) }
    },
    microsoft: async () => {
      const { microsoft } = await newServices()
      const when = (index: number) => ({ dateTime: `${stamp(index).slice(0, 19)}.0000000`, timeZone: 'UTC' })
      for (let index = 0; index < events; index += 1)
        microsoft.put({ id: `event${index}`, type: 'singleInstance', isAllDay: false, showAs: 'busy', start: when(index), end: when(index + 0.5) })
      const person = await aFounder(app)
      return { person, requests: microsoft.requests, connection: await connectWithConsent(app, person, 'microsoft', microsoft) }
    },
  }
  for (const [kind, aHost] of Object.entries(kinds)) {
    test(`at ${kind} is read whole, and a look without changes is at most 3 requests`, async () => {
      const { person, requests, connection } = await aHost()
      await measured(`first look at ${events} events, ${kind}`, work)
      const state = async () => resourceOf(await app.ask(`GET ${connection.uri}`, { token: person.token })).state
      assert.equal(await state(), 'fresh')
      const { count } = await app.context.database.reader
        .selectFrom('calendar_items')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('organization_id', '=', person.principal.organizationId)
        .executeTakeFirstOrThrow()
      assert.equal(Number(count), events)
      const before = requests.length
      await app.ask(`POST ${connection.uri}/read`, { token: person.token })
      await measured(`a look without changes, ${kind}`, work)
      assert.ok(requests.length - before <= 3, `${requests.length - before} requests`)
    })
  }

  test('on a CalDAV server: a look without changes is at most 3 requests', async () => {
    const dav = await aDavStandIn()
    for (let index = 0; index < events; index += 1) dav.put(`/calendar/${index}.ics`, `BEGIN:VCALENDAR\r\n${inIcalendar(index)}END:VCALENDAR\r\n`)
    const person = await aFounder(app)
    const connection = await connect(app, person, dav)
    await measured(`first look at ${events} events, CalDAV`, work)
    const before = dav.requests.length
    await app.ask(`POST ${connection.uri}/read`, { token: person.token })
    await measured('a look without changes, CalDAV', work)
    assert.ok(dav.requests.length - before <= 3)
    assert.equal(resourceOf(await app.ask(`GET ${connection.uri}`, { token: person.token })).state, 'fresh')
  })
})

describe('a feed as large as feeds may be', () => {
  const feeds = {
    'of 19 MB': () => Array.from({ length: 9_500 }, (_, index) => inIcalendar(index, `DESCRIPTION:${'x'.repeat(1_900)}\r\n`)),
    'of 100,000 events': () =>
      Array.from({ length: 100_000 }, (_, index) => inIcalendar(index % 11_000, `SEQUENCE:${index}\r\n`).replace('UID:e', `UID:e${index}-`)),
  }
  for (const [name, lines] of Object.entries(feeds)) {
    test(`${name} is read within its budget, and busy or unknown at all its times`, async () => {
      const text = `BEGIN:VCALENDAR\r\n${lines().join('')}END:VCALENDAR\r\n`
      const server = await aFeedServer(text)
      const person = await aFounder(app)
      const connection = resourceOf(await app.ask('POST /calendar_connections', { token: person.token, body: { kind: 'ics', url: `${server.url}/a.ics` } }))
      const { database } = app.context
      const kind = calendarLooks(app.context)
      const tasks = await database.write((tx) => kind.load(tx, [{ id: 1, subjectId: lastPart(connection.uri) } as never]))
      let outcome: Awaited<ReturnType<typeof kind.act>> | undefined
      await measured(`a feed ${name} (${(text.length / 1e6).toFixed(1)} MB)`, async () => {
        outcome = await kind.act(tasks.get(1) as never)
      })
      assert.equal(outcome?.fault, undefined)
      assert.ok((outcome?.looks[0]?.changed.length ?? 0) > 9_000)
    })
  }
})
