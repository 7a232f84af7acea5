// seconds: 90
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { buildHttp } from '#app.ts'
import { loadConsoleAssets } from '#console/assets.ts'
import { screens } from '#console/screens.ts'
import { idOf } from '#contract/wire.ts'
import { Metrics } from '#http/metrics.ts'
import { readConfig } from '#platform/config.ts'
import { tidy } from '#platform/db/upkeep.ts'
import { MemoryLimiter } from '#platform/limits/memory.ts'
import { collectionOf } from '../../support/answers.ts'
import { askOver, type TestApp, testApp } from '../../support/app.ts'
import { openWindow } from '../../support/browser.ts'
import { aCast, type Cast } from '../../support/cast.ts'
import { eventually } from '../../support/eventually.ts'
import { fillOrganization } from '../../support/many-meetings.ts'
import { recordedLog } from '../../support/recorded-log.ts'
import { givePassword, rightPassword, signedInAs } from '../../support/visitor.ts'

// Figures of the console with 10,000 meetings. Bytes are asserted; times are printed.

let app: TestApp
let cast: Cast
let address: string

before(async () => {
  app = await testApp()
  cast = await aCast(app)
  // In the year before now: about ten a week for each of twenty hosts.
  await fillOrganization(app, cast, { users: 20, meetings: 10_000, from: '2025-03-02T09:00:00Z', every: 17 * 60 })
  // As the service does it by itself while nothing else happens, a table at a time.
  for (let table = 0; table < 10; table += 1) await app.context.database.session(tidy)
  await givePassword(app, cast.owner)
  address = await app.server.listen({ port: 0, host: '127.0.0.1' })
})
after(() => app.server.close())

/** Every screen that shows more with more meetings, hosts or types, and some of the others. */
const pathsOf = async (): Promise<string[]> => {
  const first = async (list: string): Promise<string> =>
    idOf(
      collectionOf(
        await app.ask(`GET ${list}`, {
          token: cast.owner.token,
          query: { organization: cast.organization, count: '1' },
        }),
      )[0],
    )
  return [
    '/app',
    `/app/types/${await first('/event_types')}`,
    '/app/types/bulk',
    '/app/meetings?who=all&state=past',
    '/app/meetings?who=all&state=past&q=Demo+Invitee+77',
    '/app/meetings?who=all&state=past&only=missed&from=2025-03-03&to=2026-03-02',
    '/app/meetings?who=all&state=past&only=lead-0&from=2025-03-03&to=2026-03-02',
    '/app/meetings?who=all&state=past&only=hour-23&from=2025-03-03&to=2026-03-02',
    '/app/meetings?who=all&state=canceled&only=canceled&from=2025-03-03&to=2026-03-02',
    '/app/meetings?who=all&state=all&only=booked&from=2025-03-03&to=2025-03-10',
    '/app/meetings?who=all&view=week&at=2026-02-23',
    `/app/meetings?who=all&state=past&open=${await first('/scheduled_events')}`,
    '/app/meetings/new',
    '/app/availability',
    '/app/integrations',
    '/app/forms',
    '/app/organization',
    '/app/organization/activity',
    '/app/organization/mail',
    '/app/developers',
    '/app/insights',
    '/app/insights?days=365',
  ]
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

interface PageTimes {
  readonly paint: number
  readonly interactive: number
}

const timesOf = async (page: Page, target: string): Promise<PageTimes> => {
  await page.goto(target, { waitUntil: 'load' })
  await eventually('it is painted', () =>
    page.evaluate<boolean>("performance.getEntriesByName('first-contentful-paint').length > 0"),
  )
  return page.evaluate(
    "({ paint: performance.getEntriesByName('first-contentful-paint')[0].startTime, interactive: performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd })",
  )
}

/** The same bytes, from a server that does nothing else. */
const asFiles = async (page: Page, path: string): Promise<{ readonly url: string; close(): void }> => {
  const answer = await page.goto(address + path)
  const html = (await answer?.body()) ?? Buffer.alloc(0)
  const { files } = await loadConsoleAssets()
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    response.setHeader('content-type', file?.type ?? 'text/html; charset=utf-8')
    response.end(file?.plain ?? html)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => void server.close().closeAllConnections(),
  }
}

describe('figures of the console', () => {
  test('scripts: at most 80 kB compressed for a screen, and 200 kB in all', async () => {
    const assets = await loadConsoleAssets()
    const sizeOf = (path: string): number => brotliCompressSync(assets.files.get(path)?.plain ?? Buffer.alloc(0)).length
    for (const { name } of screens) {
      const size = assets.scriptsOf(name).reduce((sum, path) => sum + sizeOf(path), 0)
      console.log(`${name}: ${(size / 1000).toFixed(1)} kB of script`)
      assert.ok(size > 0 && size <= 80_000, `${name}: ${size}`)
    }
    const all = [...assets.files.keys()]
      .filter((path) => path.endsWith('.js'))
      .reduce((sum, path) => sum + sizeOf(path), 0)
    console.log(`all: ${(all / 1000).toFixed(1)} kB of script`)
    assert.ok(all <= 200_000)
  })

  test('first paint beside that of a file of the same bytes, and when a page is interactive', async () => {
    const { page } = await openWindow({ locale: 'en-US', viewport: { width: 1280, height: 800 } })
    await page.goto(`${address}/login`)
    await page.locator('#email').fill(cast.owner.email)
    await page.locator('#password').fill(rightPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${address}/app`)
    for (const path of await pathsOf()) {
      const file = await asFiles(page, path)
      const rounds: (readonly [PageTimes, PageTimes])[] = []
      // In turn, so that whatever else the machine does delays both alike.
      for (let round = 0; round < 11; round += 1)
        rounds.push([await timesOf(page, address + path), await timesOf(page, file.url)])
      file.close()
      const paint = median(rounds.map(([own]) => own.paint)).toFixed(0)
      const paintOfFile = median(rounds.map(([, still]) => still.paint)).toFixed(0)
      const ratio = median(rounds.map(([own, still]) => own.paint / still.paint)).toFixed(2)
      const interactive = median(rounds.map(([own]) => own.interactive)).toFixed(0)
      console.log(
        `${path}: first paint ${paint} ms, of a file ${paintOfFile} ms (${ratio}), interactive ${interactive} ms`,
      )
    }
  })

  test('what the list of meetings costs the server, beside the API call under it', async () => {
    // As in production: without the check of every answer against its schema.
    const { server } = buildHttp(readConfig({ OPENSLOT_RATE_LIMITS: 'off' }), app.context, {
      ...{ limiter: new MemoryLimiter(), log: recordedLog(), metrics: new Metrics(app.context.database) },
    })
    const ask = askOver(server, app.context.links.api)
    const visitor = await signedInAs({ ...app, server }, cast.owner)
    const query = {
      organization: cast.organization,
      status: 'active',
      count: '25',
      sort: 'start_time:desc',
      max_start_time: app.clock.now().toISOString(),
    }
    const costOf = async (act: () => Promise<{ readonly status: number }>): Promise<number> => {
      for (let warm = 0; warm < 20; warm += 1) assert.equal((await act()).status, 200)
      const began = process.cpuUsage()
      for (let round = 0; round < 100; round += 1) await act()
      const { user, system } = process.cpuUsage(began)
      return (user + system) / 100_000
    }
    const screen = await costOf(() => visitor.get('/app/meetings?who=all&state=past'))
    const call = await costOf(() => ask('GET /scheduled_events', { token: cast.owner.token, query }))
    console.log(
      `list of meetings ${screen.toFixed(1)} ms of processor time, GET /scheduled_events ${call.toFixed(1)} ms: ${(screen / call).toFixed(1)} times`,
    )
  })
})
