import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TimeSlices } from '#platform/time-slices.ts'
import { type Clock, clockFrom } from './icalendar/clock.ts'
import { FeedReader } from './icalendar/feed.ts'
import { busySpansOf } from './icalendar/occurrences.ts'
import { readItem } from './icalendar/read-item.ts'
import { readRule } from './icalendar/recurrence-rule.ts'
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

describe('a rule that is much work', () => {
  const window = { start: Date.parse('2026-10-01T00:00Z'), end: Date.parse('2026-12-01T00:00Z') }
  const clock: Clock = { instantOf: (local) => local, localAt: (instant) => instant }

  test('gives others their turn while its exceptions are found', async () => {
    const lines = 'DTSTART:19000101T090000Z\r\nDURATION:PT1H\r\nEXRULE:FREQ=DAILY;COUNT=5000'
    const { events } = await readItem(`BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\n${lines}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`, new Set())
    assert.ok([...busySpansOf(events, { clock, window, countsTentative: true })].length >= 5000)
  })
  test('has each number of a list once, however long the list is', () => {
    const rule = readRule(`FREQ=YEARLY;BYDAY=${'MO,'.repeat(1000)}TU;BYMONTHDAY=${'1,'.repeat(1000)}2;BYSETPOS=${'-1,'.repeat(1000)}1`)
    assert.deepEqual([rule?.byDay.length, rule?.byMonthDay, rule?.bySetPosition], [2, [1, 2], [-1, 1]])
  })
  test('in a zone of its own has the same clock as others in that zone', () => {
    const zone = (after: number) => ({ kind: 'own' as const, observances: [{ start: 0, rule: null, dates: [], before: 0, after }] })
    assert.equal(clockFrom(zone(3_600_000)), clockFrom(zone(3_600_000)))
    assert.equal(clockFrom(zone(7_200_000))?.localAt(0), 7_200_000)
    for (let other = 1; other <= 100; other += 1) assert.equal(clockFrom(zone(other))?.localAt(0), other)
  })
})
