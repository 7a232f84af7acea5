import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DavClient } from './caldav/dav-client.ts'
import { lookAt as lookAtCaldav } from './caldav/look.ts'
import { lookAt as lookAtGoogle } from './google/look.ts'
import { lookAt as lookAtMicrosoft } from './microsoft/look.ts'
import type { LookFrom } from './provider.ts'
import type { RestClient } from './rest-client.ts'

const url = 'https://calendar.test/own/'
const from: LookFrom = { foreignId: url, cursor: null, window: { start: 0, end: 1 }, known: async () => new Map() }
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
    const look = async (last: number) => {
      const { asked, next } = pages(last)
      const client = {
        report: async () => ({ url, syncToken: `after ${asked.pages}`, responses: next() ? [{ href: url, status: 507, properties: new Map() }] : [] }),
        propfind: async () => {
          asked.others += 1
          return { url, responses: [{ href: url, status: undefined, properties: new Map() }] }
        },
      }
      return { asked, found: await lookAtCaldav(client as unknown as DavClient, from, new Set(), deadline) }
    }
    const nothing = { changed: [], removed: [], isComplete: true }
    assert.deepEqual(await look(1_000), { asked: { pages: 1_000, others: 0 }, found: { ...nothing, cursor: 'after 999' } })
    assert.deepEqual(await look(Number.POSITIVE_INFINITY), { asked: { pages: 1_000, others: 1 }, found: { ...nothing, cursor: null } })
  })

  const services = {
    Google: { most: 500, lookAt: lookAtGoogle, more: { nextPageToken: 'next' }, end: { nextSyncToken: 'end' } },
    Microsoft: {
      most: 1_000,
      lookAt: lookAtMicrosoft,
      more: { value: [], '@odata.nextLink': 'https://graph.microsoft.com/v1.0/next' },
      end: { value: [], '@odata.deltaLink': 'end' },
    },
  }
  for (const [name, { most, lookAt, more, end }] of Object.entries(services))
    test(`at ${name} is too large after ${most} pages`, async () => {
      const look = async (last: number) => {
        const { asked, next } = pages(last)
        const client = { ask: async () => ({ status: 200, body: next() ? more : end }) }
        const found = await lookAt(client as unknown as RestClient, from)
        return { asked: asked.pages, found }
      }
      assert.deepEqual(await look(most), { asked: most, found: { changed: [], removed: [], cursor: 'end', isComplete: true } })
      const endless = await look(Number.POSITIVE_INFINITY)
      assert.equal(endless.asked, most)
      assert.ok('fault' in endless.found && endless.found.fault === 'too_large')
    })
})
