// seconds: 60
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { calendarSyncs } from '#calendars/index.ts'
import { resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { connectWithConsent, oauthSettings, useCalendarServices } from '../../support/calendar-services.ts'
import { connect } from '../../support/calendars.ts'
import { aFounder, lastPart, type Person } from '../../support/cast.ts'
import { aDavStandIn } from '../../support/dav-stand-in.ts'
import { aFeedServer } from '../../support/feed-server.ts'
import { withoutMail } from '../../support/mail.ts'
import { ownWork } from '../../support/own-work.ts'
import { inWords, measureSlices } from '../../support/slices.ts'

const app = await testApp({ isHeard: true, settings: oauthSettings })
const newServices = useCalendarServices(app.context)
const { work } = await ownWork(app, withoutMail(app.context))
const start = Date.parse('2026-03-03T00:00:00Z')
const events = 10_000
const stamp = (index: number): string => new Date(start + index * 3_000_000).toISOString()
const basic = (index: number): string => stamp(index).slice(0, 19).replaceAll(/[-:]/g, '')
const inIcalendar = (index: number, text = ''): string =>
  `BEGIN:VEVENT\r\nUID:e${index}@client.test\r\nDTSTART:${basic(index)}Z\r\nDURATION:PT30M\r\n${text}END:VEVENT\r\n`

/** The stand-ins of other services are in this process too. */
const measured = async (name: string, work: () => Promise<unknown>): Promise<void> =>
  console.log(`${name}: ${inWords(await measureSlices(work))}`)

const itemsOf = async (person: Person): Promise<number> => {
  const { count } = await app.context.database.reader
    .selectFrom('calendar_items')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organization_id', '=', person.principal.organizationId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

describe(`a calendar of ${events} events`, () => {
  const kinds = {
    google: async () => {
      const { google } = await newServices()
      for (let index = 0; index < events; index += 1)
        google.put({
          id: `event${index}`,
          status: 'confirmed',
          start: { dateTime: stamp(index) },
          end: { dateTime: stamp(index + 0.5) },
        })
      const person = await aFounder(app)
      return { person, requests: google.requests, connection: await connectWithConsent(app, person, 'google', google) }
    },
    microsoft: async () => {
      const { microsoft } = await newServices()
      const when = (index: number) => ({ dateTime: `${stamp(index).slice(0, 19)}.0000000`, timeZone: 'UTC' })
      for (let index = 0; index < events; index += 1)
        microsoft.put({
          id: `event${index}`,
          type: 'singleInstance',
          isAllDay: false,
          showAs: 'busy',
          start: when(index),
          end: when(index + 0.5),
        })
      const person = await aFounder(app)
      return {
        person,
        requests: microsoft.requests,
        connection: await connectWithConsent(app, person, 'microsoft', microsoft),
      }
    },
  }
  for (const [kind, aHost] of Object.entries(kinds)) {
    test(`at ${kind} is read whole, and a sync without changes is at most 3 requests`, async () => {
      const { person, requests, connection } = await aHost()
      await measured(`first sync of ${events} events, ${kind}`, work)
      const state = async () => resourceOf(await app.ask(`GET ${connection.uri}`, { token: person.token })).state
      assert.equal(await state(), 'fresh')
      assert.equal(await itemsOf(person), events)
      const before = requests.length
      await app.ask(`POST ${connection.uri}/read`, { token: person.token })
      await measured(`a sync without changes, ${kind}`, work)
      assert.ok(requests.length - before <= 3, `${requests.length - before} requests`)
    })
  }

  test('on a CalDAV server: a sync without changes is at most 3 requests', async () => {
    const dav = await aDavStandIn()
    for (let index = 0; index < events; index += 1)
      dav.put(`/calendar/${index}.ics`, `BEGIN:VCALENDAR\r\n${inIcalendar(index)}END:VCALENDAR\r\n`)
    const person = await aFounder(app)
    const connection = await connect(app, person, dav)
    await measured(`first sync of ${events} events, CalDAV`, work)
    const before = dav.requests.length
    await app.ask(`POST ${connection.uri}/read`, { token: person.token })
    await measured('a sync without changes, CalDAV', work)
    assert.ok(dav.requests.length - before <= 3)
    assert.equal(resourceOf(await app.ask(`GET ${connection.uri}`, { token: person.token })).state, 'fresh')
  })
})

describe('a feed as large as feeds may be', () => {
  const connectionTo = async (person: Person, lines: readonly string[]) => {
    const server = await aFeedServer(`BEGIN:VCALENDAR\r\n${lines.join('')}END:VCALENDAR\r\n`)
    return resourceOf(
      await app.ask('POST /calendar_connections', {
        token: person.token,
        body: { kind: 'ics', url: `${server.url}/a.ics` },
      }),
    )
  }

  test('of 19 MB is read whole', async () => {
    const person = await aFounder(app)
    const lines = Array.from({ length: 9_500 }, (_, index) =>
      inIcalendar(index, `DESCRIPTION:${'x'.repeat(1_900)}\r\n`),
    )
    const connection = await connectionTo(person, lines)
    await measured('a feed of 19 MB', work)
    assert.equal(resourceOf(await app.ask(`GET ${connection.uri}`, { token: person.token })).state, 'fresh')
    assert.equal(await itemsOf(person), 9_500)
  })

  test('of 100,000 events is read and expanded within its budget', async () => {
    const person = await aFounder(app)
    const lines = Array.from({ length: 100_000 }, (_, index) =>
      inIcalendar(index % 11_000).replace('UID:e', `UID:e${index}-`),
    )
    const connection = await connectionTo(person, lines)
    const kind = calendarSyncs(app.context)
    const tasks = await app.context.database.write((tx) =>
      kind.load(tx, [{ id: 1, subjectId: lastPart(connection.uri) } as never]),
    )
    // Saving all of it takes a minute or two, in syncs that go on where the last one ended. Here the first is ended
    // before that.
    await measured('a feed of 100,000 events, without saving them', async () => {
      const { fault, syncs } = await kind.act(tasks.get(1) as never, async () => false)
      assert.equal(fault, undefined)
      assert.equal(syncs[0]?.isComplete, false)
    })
  })
})
