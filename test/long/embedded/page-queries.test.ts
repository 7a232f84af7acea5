// alone
// seconds: 8
import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { aFounder, aMember } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { retainedBytes } from '../../support/fuzz/memory.ts'

const app = await testApp({ settings: { OPENSLOT_RATE_LIMITS: 'on', OPENSLOT_RATE_LIMIT: '100000' } })

const color = (): string => randomBytes(3).toString('hex')
const oddCase = (text: string): string =>
  [...text].map((letter) => (randomInt(2) ? letter.toUpperCase() : letter.toLowerCase())).join('')

/** What a page reads out of its address, and what it does not: never the same twice. */
const anyQuery = (): string =>
  new URLSearchParams({
    [randomBytes(6).toString('hex')]: randomBytes(100).toString('hex'),
    timezone: oddCase('America/Argentina/ComodRivadavia'),
    month: `20${randomInt(10, 99)}-${String(randomInt(1, 13)).padStart(2, '0')}`,
    primary_color: color(),
    background_color: color(),
    text_color: color(),
    utm_source: randomBytes(50).toString('hex'),
    name: randomBytes(50).toString('hex'),
  }).toString()

test('a flood of pages with distinct queries leaves nothing behind in memory', async () => {
  const host = await aMember(app, await aFounder(app))
  const type = await anEventType(app, host, { active: true })
  const { scheduling_url } = (await app.ask(`GET ${type.uri}`, { token: host.token })).body.resource
  const page = new URL(scheduling_url).pathname
  const paths = [
    page,
    page.slice(0, page.lastIndexOf('/')),
    '/login',
    '/nowhere',
    `/api/booking/event_types/${type.id}/months/2026-03`,
  ]
  const statuses = new Map<number, number>()
  const flood = async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent += 1) {
      const language = randomBytes(4).toString('hex')
      const headers = { accept: 'text/html', 'accept-language': language }
      const { statusCode } = await app.server.inject({
        url: `${paths[sent % paths.length]}?${anyQuery()}`,
        headers,
        remoteAddress: `10.1.${sent % 250}.1`,
      })
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
    app.logged.length = 0
  }
  // What is held goes up and down. A leak raises the lowest point.
  const lowest = async (): Promise<number> => {
    let low = Number.POSITIVE_INFINITY
    for (let round = 0; round < 8; round += 1) {
      await flood(75)
      low = Math.min(low, retainedBytes())
    }
    return low
  }
  const before = await lowest()
  const grown = (await lowest()) - before
  console.log(`${(grown / 1e6).toFixed(1)} MB more are held after 600 pages: ${JSON.stringify([...statuses])}`)
  assert.ok(grown < 2_000_000, `${(grown / 1e6).toFixed(1)} MB more`)
  assert.ok([...statuses.keys()].every((status) => status < 500))
})
