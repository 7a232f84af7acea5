import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TimeSlices } from '#platform/time-slices.ts'
import { FeedReader } from './icalendar/feed.ts'
import { readItem } from './icalendar/read-item.ts'
import { readMultistatus } from './providers/caldav/multistatus.ts'

/** How often others get their turn while it works. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0
  let next = setImmediate(function count() {
    turns += 1
    next = setImmediate(count)
  })
  await work()
  clearImmediate(next)
  return turns
}

/** They pause whenever they may, so that the pauses can be counted. */
const slices = (): TimeSlices => new TimeSlices(0)

describe('what a server sends leaves the event loop to others while it is read', () => {
  const event = 'BEGIN:VEVENT\r\nUID:a\r\nDTSTART;TZID=Our office:20261005T090000\r\nEND:VEVENT\r\n'
  const calendar = `BEGIN:VCALENDAR\r\n${event.repeat(1000)}DESCRIPTION:${'x'.repeat(1024 * 1024)}\r\nEND:VCALENDAR\r\n`

  test('an answer in XML, and each response in it', async () => {
    const response = '<response><href>/one</href><status>HTTP/1.1 404 Gone</status></response>'
    const text = `<multistatus xmlns="DAV:">${response.repeat(1000)}${' '.repeat(1024 * 1024)}</multistatus>`
    assert.ok((await turnsDuring(() => readMultistatus(text, slices()))) >= 1000 + 16)
  })
  test('one item, and each event in it', async () => assert.ok((await turnsDuring(() => readItem(calendar, new Set(), slices()))) >= 1000 + 16))
  test('a feed, and each event that waits for its zone', async () => {
    const reader = new FeedReader(new Set())
    assert.ok((await turnsDuring(() => reader.push(Buffer.from(calendar), slices()))) >= 64)
    assert.ok((await turnsDuring(() => reader.end(slices()))) >= 1000)
  })
})
