import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RestClient } from '#integrations/index.ts'
import type { DavClient } from './caldav/dav-client.ts'
import { syncCaldav } from './caldav/sync.ts'
import { syncGoogle } from './google/sync.ts'
import { syncMicrosoft } from './microsoft/sync.ts'
import type { SyncFrom } from './provider.ts'

const url = 'https://calendar.test/own/'
const from: SyncFrom = { foreignId: url, cursor: null, window: { start: 0, end: 1 }, known: async () => new Map() }
const deadline = { leftMilliseconds: () => 1_000 }

/** Each page says that there is another one, but for the last. */
const pages = (last: number) => {
  const asked = { pages: 0, others: 0 }
  const next = (): boolean => {
    asked.pages += 1
    return asked.pages < last
  }
  return { asked, next }
}

describe('a list of which every page has another one', () => {
  test('at a CalDAV server is left after 1,000 pages, and the items are listed in another way', async () => {
    const sync = async (last: number) => {
      const { asked, next } = pages(last)
      const client = {
        report: async () => ({
          url,
          syncToken: `after ${asked.pages}`,
          responses: next() ? [{ href: url, status: 507, properties: new Map() }] : [],
        }),
        propfind: async () => {
          asked.others += 1
          return { url, responses: [{ href: url, status: undefined, properties: new Map() }] }
        },
      }
      return { asked, found: await syncCaldav(client as unknown as DavClient, from, new Set(), deadline) }
    }
    const nothing = { changed: [], removed: [], deleted: [], isComplete: true }
    assert.deepEqual(await sync(1_000), {
      asked: { pages: 1_000, others: 0 },
      found: { ...nothing, cursor: 'after 999' },
    })
    assert.deepEqual(await sync(Number.POSITIVE_INFINITY), {
      asked: { pages: 1_000, others: 1 },
      found: { ...nothing, cursor: null },
    })
  })

  const services = {
    Google: {
      most: 500,
      sync: syncGoogle,
      more: { nextPageToken: 'next' },
      end: { nextSyncToken: 'end' },
      deleted: {},
    },
    Microsoft: {
      most: 1_000,
      sync: syncMicrosoft,
      more: { value: [], '@odata.nextLink': 'https://graph.microsoft.com/v1.0/next' },
      end: { value: [], '@odata.deltaLink': 'end' },
      deleted: { deleted: [] },
    },
  }
  for (const [name, { most, sync: syncOnce, more, end, deleted }] of Object.entries(services))
    test(`at ${name} is too large after ${most} pages`, async () => {
      const sync = async (last: number) => {
        const { asked, next } = pages(last)
        const client = { ask: async () => ({ status: 200, body: next() ? more : end }) }
        const found = await syncOnce(client as unknown as RestClient, from)
        return { asked: asked.pages, found }
      }
      assert.deepEqual(await sync(most), {
        asked: most,
        found: { changed: [], removed: [], ...deleted, cursor: 'end', isComplete: true },
      })
      const endless = await sync(Number.POSITIVE_INFINITY)
      assert.equal(endless.asked, most)
      assert.ok('fault' in endless.found && endless.found.fault === 'too_large')
    })
})

describe('a list of more items than a sync keeps is too large', () => {
  const many = Array.from({ length: 100_001 }, (_, index) => index)
  test('at a CalDAV server, however it lists them', async () => {
    const etag = new Map([['{DAV:}getetag', { name: '', children: [], text: '"1"', attributes: {} }]])
    const responses = [
      { href: url, status: undefined, properties: new Map() },
      ...many.map((index) => ({ href: `${url}${index}`, status: undefined, properties: etag })),
    ]
    for (const syncToken of ['token', undefined]) {
      const client = { report: async () => ({ url, syncToken, responses }), propfind: async () => ({ url, responses }) }
      const found = await syncCaldav(client as unknown as DavClient, from, new Set(), deadline)
      assert.ok('fault' in found && found.fault === 'too_large')
    }
  })
  const services = {
    Google: {
      sync: syncGoogle,
      body: { items: many.map((index) => ({ id: `${index}`, status: 'cancelled' })), nextSyncToken: 'end' },
    },
    Microsoft: {
      sync: syncMicrosoft,
      body: { value: many.map((index) => ({ id: `${index}` })), '@odata.deltaLink': 'end' },
    },
  }
  for (const [name, { sync, body }] of Object.entries(services))
    test(`at ${name}`, async () => {
      const found = await sync({ ask: async () => ({ status: 200, body }) } as unknown as RestClient, from)
      assert.ok('fault' in found && found.fault === 'too_large')
    })
})

test('a CalDAV sync that has read as much as it may keep ends, and the next one goes on', async () => {
  const dates = Array.from(
    { length: 8_000 },
    (_, index) => `${2000 + Math.floor(index / 300)}0101T${String(index % 24).padStart(2, '0')}0000Z`,
  ).join(',')
  const text = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260101T000000Z\r\nRDATE:${dates}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
  const property = (value: string) => ({ name: '', children: [], text: value, attributes: {} })
  const keys = Array.from({ length: 300 }, (_, index) => `${url}${index}`)
  const listed = keys.map((href) => ({
    href,
    status: undefined,
    properties: new Map([['{DAV:}getetag', property('"1"')]]),
  }))
  const client = {
    report: async (_: string, __: number, body: string) =>
      body.includes('sync-collection')
        ? { url, syncToken: 'token', responses: listed }
        : {
            url,
            responses: [...body.matchAll(/<href>([^<]+)<\/href>/g)].map(([, href = '']) => ({
              href,
              status: undefined,
              properties: new Map([
                ['{DAV:}getetag', property('"1"')],
                ['{urn:ietf:params:xml:ns:caldav}calendar-data', property(text)],
              ]),
            })),
          },
  }
  const found = await syncCaldav(client as unknown as DavClient, from, new Set(), { leftMilliseconds: () => 60_000 })
  assert.ok('changed' in found)
  assert.deepEqual([found.changed.length, found.isComplete, found.cursor], [100, false, null])
})

describe('one event that cannot be read', () => {
  const good = {
    id: 'good',
    iCalUID: 'good',
    etag: '"1"',
    status: 'confirmed',
    start: { dateTime: '2026-10-05T09:00:00Z' },
    end: { dateTime: '2026-10-05T10:00:00Z' },
  }
  const bad = [
    { id: 'without times' },
    { id: 'wrong', start: 5 },
    { id: 'no end', start: { date: '2026-10-05' } },
    { id: 'no date', start: { date: 'x' }, end: { date: 'y' } },
  ]
  test('at Google is busy and counted, and stops no other', async () => {
    const body = { items: [good, ...bad, { id: 'deleted', status: 'cancelled' }], nextSyncToken: 'end' }
    const found = await syncGoogle({ ask: async () => ({ status: 200, body }) } as unknown as RestClient, from)
    assert.ok('changed' in found)
    assert.deepEqual(
      found.changed.map(({ key, events }) => [key, events.map(({ isUnsure }) => isUnsure === true)]),
      [['good', [false]], ...bad.map(({ id }) => [id, [true]])],
    )
  })
  test('at Microsoft is busy and counted, and stops no other', async () => {
    const when = (dateTime: string) => ({ dateTime, timeZone: 'UTC' })
    const value = [
      { id: 'good', type: 'singleInstance', start: when('2026-10-05T09:00:00'), end: when('2026-10-05T10:00:00') },
      ...bad,
    ]
    const body = { value, '@odata.deltaLink': 'end' }
    const found = await syncMicrosoft({ ask: async () => ({ status: 200, body }) } as unknown as RestClient, from)
    assert.ok('changed' in found)
    assert.deepEqual(
      found.changed.map(({ key, events }) => [key, events.map(({ isUnsure }) => isUnsure === true)]),
      [['good', [false]], ...bad.map(({ id }) => [id, [true]])],
    )
  })
  test('at Microsoft is busy at its time, when it is an occurrence whose series cannot be read', async () => {
    const times = {
      start: { dateTime: '2026-10-05T09:00:00', timeZone: 'UTC' },
      end: { dateTime: '2026-10-05T10:00:00', timeZone: 'UTC' },
    }
    const value = [
      { id: 'of no series', type: 'occurrence', ...times },
      { id: 'of one that cannot be read', type: 'occurrence', seriesMasterId: 'series', ...times },
    ]
    const ask = async ({ url: asked }: { url: string }) => ({
      status: 200,
      body: asked.includes('/events/series') ? { id: 5 } : { value, '@odata.deltaLink': 'end' },
    })
    const found = await syncMicrosoft({ ask } as unknown as RestClient, from)
    assert.ok('changed' in found, JSON.stringify(found))
    assert.deepEqual(
      found.changed.map(({ key, events }) => [key, events.map(({ busy, start }) => [busy, start])]),
      value.map(({ id }) => [id, [['yes', { kind: 'utc', instant: Date.parse('2026-10-05T09:00:00Z') }]]]),
    )
  })
})
