// seconds: 60
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { calendarSyncs } from '#calendars/index.ts'
import { resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { calendarsApart } from '../../support/calendars-apart.ts'
import { aFounder, lastPart } from '../../support/cast.ts'
import { inWords, measureSlices, type Slices } from '../../support/slices.ts'

const app = await testApp({ isHeard: true, settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })

/**
 * Reads and expands one calendar, and saves nothing: how long a database of this process takes is another matter.
 * Others are in other processes.
 */
const slicesOf = async (body: object): Promise<Slices> => {
  const person = await aFounder(app)
  const connection = resourceOf(await app.ask('POST /calendar_connections', { token: person.token, body }))
  const kind = calendarSyncs(app.context)
  const tasks = await app.context.database.write((tx) =>
    kind.load(tx, [{ id: 1, subjectId: lastPart(connection.uri) } as never]),
  )
  const slices = await measureSlices(async () => {
    const { fault } = await kind.act(tasks.get(1) as never, async () => false)
    assert.equal(fault, undefined)
  })
  assert.ok(slices.turns > 100, 'others had their turn')
  return slices
}

describe('reading and expanding a calendar of another process', () => {
  const sizes = {
    'a CalDAV calendar of 10,000 events': (url: string) => ({
      kind: 'caldav',
      url: `${url}/calendar/`,
      username: 'host',
      password: 'a password',
    }),
    'a feed of 19 MB': (url: string) => ({ kind: 'ics', url: `${url}/large.ics` }),
    'a feed of 100,000 events': (url: string) => ({ kind: 'ics', url: `${url}/many.ics` }),
  }
  for (const [name, bodyOf] of Object.entries(sizes))
    test(`${name} leaves the event loop to others; the longest slice is printed`, async () => {
      const url = await calendarsApart(10_000)
      const tries = []
      for (let round = 0; round < 2; round += 1) tries.push(await slicesOf(bodyOf(url)))
      console.log(`${name}: ${tries.map(inWords).join('; ')}`)
    })
})
