import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findZone } from '#platform/time/zones.ts'
import { expandItems, newSyncBudget } from '../busy-times.ts'
import type { WallClock } from './clock.ts'
import { FeedReader } from './feed.ts'
import { readItem } from './read-item.ts'

/** The calendar itself is in Berlin: two hours ahead of UTC until 25 October, one afterwards. */
const clock = findZone('Europe/Berlin') as WallClock
const window = { start: Date.parse('2026-10-01T00:00Z'), end: Date.parse('2026-12-01T00:00Z') }
const always = '10-01T00:00 12-01T00:00'

const textOf = (instant: number): string => new Date(instant).toISOString().slice(5, 16)

const busyIn = async (
  text: string | Buffer,
): Promise<{ readonly spans: readonly string[]; readonly isCounted: boolean }> => {
  const bytes = Buffer.from(text)
  const feed = new FeedReader(new Set())
  await feed.push(bytes)
  const read = await feed.end()
  assert.equal(read.state, 'complete')
  const [item] = await expandItems(
    [{ key: 'one', etag: '', events: read.events }],
    { clock, window, countsTentative: true },
    new Map(),
    newSyncBudget(),
  )
  return {
    spans: (item?.spans ?? []).map(({ start, end }) => `${textOf(start)} ${textOf(end)}`),
    isCounted: item?.isOpaque === true,
  }
}

const calendar = (inside: string): string =>
  `BEGIN:VCALENDAR\r\n${inside.replaceAll('\n', '\r\n')}\r\nEND:VCALENDAR\r\n`
const event = (lines: string): string => `BEGIN:VEVENT\nUID:one\n${lines}\nEND:VEVENT`
const own = (tzid: string, daylight = true): string =>
  `BEGIN:VTIMEZONE\nTZID:${tzid}\nBEGIN:STANDARD\nDTSTART:19701101T020000\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU\nTZOFFSETFROM:-0400\nTZOFFSETTO:-0500\nEND:STANDARD\n${
    daylight
      ? 'BEGIN:DAYLIGHT\nDTSTART:19700308T020000\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU\nTZOFFSETFROM:-0500\nTZOFFSETTO:-0400\nEND:DAYLIGHT\n'
      : ''
  }END:VTIMEZONE`

const nine = ['10-05T07:00 10-05T08:00']
const nineInUtc = ['10-05T09:00 10-05T10:00']
const nineInNewYork = ['10-05T13:00 10-05T14:00']
const weekly = 'DTSTART:20261005T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=3'
const threeWeeks = ['10-05T09:00 10-05T10:00', '10-12T09:00 10-12T10:00', '10-19T09:00 10-19T10:00']
const zoned = (tzid: string): string => event(`DTSTART;TZID=${tzid}:20261005T090000\nDURATION:PT1H`)

type Shape = readonly [shape: string, inside: string, spans: readonly string[]]

describe('a shape that is valid is read as it is meant', () => {
  const shapes: readonly Shape[] = [
    [
      'an offset in place of a zone',
      event('DTSTART:20261005T090000+0100\nDTEND:20261005T100000+01:00'),
      ['10-05T08:00 10-05T09:00'],
    ],
    ['an offset of hours alone', event('DTSTART:20261005T090000+01\nDURATION:PT1H'), ['10-05T08:00 10-05T09:00']],
    [
      'an offset west of Greenwich',
      event('DTSTART:2026-10-05T09:00:00-05:00\nDURATION:PT1H'),
      ['10-05T14:00 10-05T15:00'],
    ],
    [
      'a day that ends on itself',
      event('DTSTART;VALUE=DATE:20261005\nDTEND;VALUE=DATE:20261005'),
      ['10-04T22:00 10-05T22:00'],
    ],
    ...['P0D', 'PT0S'].map(
      (duration): Shape => [
        `a day that lasts ${duration}`,
        event(`DTSTART;VALUE=DATE:20261005\nDURATION:${duration}`),
        ['10-04T22:00 10-05T22:00'],
      ],
    ),
    [
      'a day that ends on the clock when it begins',
      event('DTSTART;VALUE=DATE:20261005\nDTEND:20261005T000000'),
      ['10-04T22:00 10-05T22:00'],
    ],
    [
      'a zone whose offsets are written with colons',
      `${own('Our office').replaceAll(/([+-]\d{2})(\d{2})$/gm, '$1:$2')}\n${zoned('Our office')}`,
      nineInNewYork,
    ],
    [
      'a zone whose name is escaped where it is defined',
      `${own('(UTC-05:00) Our office\\, upstairs')}\n${zoned('"(UTC-05:00) Our office, upstairs"')}`,
      nineInNewYork,
    ],
    [
      'a zone that is written in capitals where it is used',
      `${own('Our office')}\n${zoned('OUR OFFICE')}`,
      nineInNewYork,
    ],
    ['a known zone in other letter case', zoned('EUROPE/london'), ['10-05T08:00 10-05T09:00']],
    [
      'a zone with a colon in its name, without quotes',
      `${own('(UTC-05:00) Our office')}\n${zoned('(UTC-05:00) Our office')}`,
      nineInNewYork,
    ],
    ['EST, defined with summer time', `${own('EST')}\n${zoned('EST')}`, nineInNewYork],
    ['EST, defined with summer time after the event', `${zoned('EST')}\n${own('EST')}`, nineInNewYork],
    ['EST, defined without summer time', `${own('EST', false)}\n${zoned('EST')}`, ['10-05T14:00 10-05T15:00']],
    ['EST, not defined', zoned('EST'), ['10-05T14:00 10-05T15:00']],
    ['what Windows shows for a zone', zoned('"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"'), nine],
    ['what Windows shows for a zone, without quotes', zoned('(UTC+01:00) Brussels, Copenhagen, Madrid, Paris'), nine],
    [
      'what Windows shows for a zone of the United States',
      zoned('"(UTC-05:00) Eastern Time (US & Canada)"'),
      nineInNewYork,
    ],
    ['a region without its offset', zoned('Eastern Time (US & Canada)'), nineInNewYork],
    [
      'what Windows shows for a zone by a name that is no city',
      zoned('"(UTC-10:00) Hawaii"'),
      ['10-05T19:00 10-05T20:00'],
    ],
    [
      'busy times in place of events',
      'BEGIN:VFREEBUSY\nUID:one\nFREEBUSY;FBTYPE=BUSY:20261005T090000Z/20261005T100000Z,20261006T090000Z/PT1H\nEND:VFREEBUSY',
      [...nineInUtc, '10-06T09:00 10-06T10:00'],
    ],
    [
      'busy times without their type, beside free ones',
      'BEGIN:VFREEBUSY\nFREEBUSY;FBTYPE=FREE:20261007T090000Z/PT1H\nFREEBUSY:20261005T090000Z/PT1H\nEND:VFREEBUSY',
      nineInUtc,
    ],
    [
      'busy times that may be',
      'BEGIN:VFREEBUSY\nFREEBUSY;FBTYPE=BUSY-TENTATIVE:20261005T090000Z/PT1H\nEND:VFREEBUSY',
      nineInUtc,
    ],
    [
      'a series moved to a later day from one occurrence on, seen from the day it was moved to',
      [
        event('DTSTART:20260701T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20260823T090000Z'),
        event('RECURRENCE-ID;RANGE=THISANDFUTURE:20260801T090000Z\nDTSTART:20260910T090000Z\nDURATION:PT1H'),
      ].join('\n'),
      ['10-01T09:00 10-01T10:00', '10-02T09:00 10-02T10:00'],
    ],
    [
      'a series moved to an earlier day from one occurrence on, whose last one was beyond the window',
      [
        event('DTSTART:20261008T090000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;COUNT=3'),
        event('RECURRENCE-ID;RANGE=THISANDFUTURE:20261108T090000Z\nDTSTART:20261028T090000Z\nDURATION:PT1H'),
      ].join('\n'),
      ['10-08T09:00 10-08T10:00', '10-28T09:00 10-28T10:00', '11-27T09:00 11-27T10:00'],
    ],
    [
      'a series moved by a day, from the day before the clock changes on',
      [
        event('DTSTART;TZID=Europe/Berlin:20261024T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=2'),
        event(
          'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261024T090000\nDTSTART;TZID=Europe/Berlin:20261025T090000\nDURATION:PT1H',
        ),
      ].join('\n'),
      ['10-25T08:00 10-25T09:00', '11-01T08:00 11-01T09:00'],
    ],
    [
      'the second of three days of each week, of which the first begins with that day',
      event('DTSTART:20261007T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2;COUNT=3'),
      ['10-07T09:00 10-07T10:00', '10-14T09:00 10-14T10:00', '10-21T09:00 10-21T10:00'],
    ],
  ]
  for (const [shape, inside, spans] of shapes)
    test(shape, async () => assert.deepEqual(await busyIn(calendar(inside)), { spans, isCounted: false }))

  test('a letter of two bytes that is folded in its middle', async () => {
    const zone = 'Büro'
    const folded = (name: string): Buffer => {
      const bytes = Buffer.from(name)
      const at = bytes.indexOf(0xc3) + 1
      return Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)])
    }
    const [before, after] = calendar(`${own(zone)}\n${zoned('#')}`).split('#') as [string, string]
    const text = Buffer.concat([Buffer.from(before), folded(zone), Buffer.from(after)])
    assert.deepEqual(await busyIn(text), { spans: nineInNewYork, isCounted: false })
  })
})

describe('a shape that cannot be read is busy where it may be, and counted', () => {
  const shapes: readonly Shape[] = [
    ['a start that is no time', event('DTSTART:tomorrow\nDURATION:PT1H'), [always]],
    ['a start without a value', event('DTSTART\nDURATION:PT1H'), [always]],
    [
      'a start of which only the day can be read',
      event('DTSTART:20261005T99\nDURATION:P3D'),
      ['10-03T22:00 10-09T22:00'],
    ],
    [
      'a start of which only the day can be read, for an hour',
      event('DTSTART:20261005T99\nDURATION:PT1H'),
      ['10-03T22:00 10-06T23:00'],
    ],
    [
      'an end on another clock, before the start',
      event('DTSTART;TZID=America/New_York:20261005T090000\nDTEND;TZID=Europe/Berlin:20261005T100000'),
      ['10-05T13:00 10-06T13:00'],
    ],
    [
      'an end without a zone, before the start',
      event('DTSTART;TZID=America/New_York:20261005T090000\nDTEND:20261005T100000'),
      ['10-05T13:00 10-06T13:00'],
    ],
    [
      'an end that is a day, before the start',
      event('DTSTART:20261005T090000Z\nDTEND;VALUE=DATE:20261005'),
      ['10-05T09:00 10-06T09:00'],
    ],
    [
      'an extra period that ends before it begins',
      event('DTSTART:20261005T090000Z\nDURATION:PT1H\nRDATE;VALUE=PERIOD:20261012T090000Z/20261012T080000Z'),
      ['10-05T09:00 10-05T10:00', '10-12T09:00 10-13T09:00'],
    ],
    [
      'a busy time that ends before it begins',
      'BEGIN:VFREEBUSY\nFREEBUSY:20261005T090000Z/20261005T080000Z,20261012T090000Z/-PT1H\nEND:VFREEBUSY',
      ['10-05T09:00 10-06T09:00', '10-12T09:00 10-13T09:00'],
    ],
    [
      'an occurrence that moved, whose end is no time',
      [event(weekly), event('RECURRENCE-ID:20261012T090000Z\nDTSTART:20261014T090000Z\nDTEND:later')].join('\n'),
      ['10-05T09:00 10-05T10:00', '10-14T09:00 12-01T00:00'],
    ],
    [
      'an occurrence that moved to a start that is no time',
      [event(weekly), event('RECURRENCE-ID:20261012T090000Z\nDTSTART:tomorrow\nDURATION:PT1H')].join('\n'),
      [always],
    ],
    [
      'occurrences that moved with all later ones, whose end is no time',
      [
        event(weekly),
        event('RECURRENCE-ID;RANGE=THISANDFUTURE:20261012T090000Z\nDTSTART:20261013T090000Z\nDTEND:later'),
      ].join('\n'),
      ['10-05T09:00 10-05T10:00', '10-13T09:00 12-01T00:00'],
    ],
    [
      'a zone of which one change cannot be read: that of the calendar',
      `${own('Our office').replace('TZOFFSETTO:-0400', 'TZOFFSETTO:summer')}\n${zoned('Our office')}`,
      nine,
    ],
    [
      'a zone of which one rule cannot be read: that of the calendar',
      `${own('Our office').replace('BYMONTH=3;', 'BYMONTH=March;')}\n${zoned('Our office')}`,
      nine,
    ],
    [
      'EST, defined with summer time that cannot be read: the zone of the calendar',
      `${own('EST').replace('TZOFFSETTO:-0400', 'TZOFFSETTO:summer')}\n${zoned('EST')}`,
      nine,
    ],
    [
      'a rule that counts in the months of another calendar',
      event('DTSTART:20261005T090000Z\nDURATION:PT1H\nRRULE:RSCALE=HEBREW;FREQ=MONTHLY'),
      ['10-05T09:00 12-01T00:00'],
    ],
    [
      'a start of which only the day can be read, without an end',
      event('DTSTART:20261005Tnoon'),
      ['10-03T22:00 10-06T22:00'],
    ],
    ['an end that is no time', event('DTSTART:20261005T090000Z\nDTEND:later'), ['10-05T09:00 12-01T00:00']],
    [
      'an end of which only the day can be read',
      event('DTSTART:20261005T090000Z\nDTEND:20261005T9'),
      ['10-05T09:00 10-06T22:00'],
    ],
    ['an end before the start', event('DTSTART:20261005T090000Z\nDTEND:20261005T080000Z'), ['10-05T09:00 10-06T09:00']],
    ['a duration that is none', event('DTSTART:20261005T090000Z\nDURATION:1h'), ['10-05T09:00 12-01T00:00']],
    ['a duration that runs backwards', event('DTSTART:20261005T090000Z\nDURATION:-PT1H'), ['10-05T09:00 10-06T09:00']],
    [
      'an extra date that is none',
      event('DTSTART:20261005T090000Z\nDURATION:PT1H\nRDATE:20261012T090000Z,soon'),
      ['10-05T09:00 12-01T00:00'],
    ],
    [
      'an extra period whose end is none',
      event('DTSTART:20261005T090000Z\nDURATION:PT1H\nRDATE;VALUE=PERIOD:20261012T090000Z/later'),
      ['10-05T09:00 12-01T00:00'],
    ],
    ['an exception that is none', event(`${weekly}\nEXDATE:never`), threeWeeks],
    [
      'an occurrence that does not say which',
      [event(weekly), event('RECURRENCE-ID:that one\nDTSTART:20261014T090000Z\nDURATION:PT1H')].join('\n'),
      [...threeWeeks.slice(0, 2), '10-14T09:00 10-14T10:00', ...threeWeeks.slice(2)],
    ],
    [
      'a newer occurrence that does not say which',
      [event(weekly), event('SEQUENCE:5\nRECURRENCE-ID:\nDTSTART:20261005T090000Z\nDURATION:PT1H')].join('\n'),
      threeWeeks,
    ],
    [
      'an event without its end, before another one',
      `BEGIN:VEVENT\nUID:two\nDTSTART:20261006T090000Z\nDURATION:PT1H\n${event('DTSTART:20261005T090000Z\nDURATION:PT1H')}`,
      [...nineInUtc, '10-06T09:00 10-06T10:00'],
    ],
    ['the last event without its end', 'BEGIN:VEVENT\nUID:one\nDTSTART:20261005T090000Z\nDURATION:PT1H', nineInUtc],
    [
      'an event without its end, with an alarm',
      'BEGIN:VEVENT\nUID:one\nDTSTART:20261005T090000Z\nDURATION:PT1H\nBEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM',
      nineInUtc,
    ],
    ['a zone that nobody knows: that of the calendar', zoned('Our office'), nine],
    [
      'what Windows shows, with an offset that no such zone has: that of the calendar',
      zoned('"(UTC+07:00) Amsterdam, Berlin"'),
      nine,
    ],
    ['a busy time that is none', 'BEGIN:VFREEBUSY\nFREEBUSY:20261005T090000Z/later\nEND:VFREEBUSY', [always]],
  ]
  for (const [shape, inside, spans] of shapes)
    test(shape, async () => assert.deepEqual(await busyIn(calendar(inside)), { spans, isCounted: true }))

  test('unless it does not count at all', async () => {
    for (const line of ['STATUS:CANCELLED', 'TRANSP:TRANSPARENT'])
      assert.deepEqual(await busyIn(calendar(event(`DTSTART:tomorrow\n${line}`))), { spans: [], isCounted: false })
  })
  test('an event without any start is in no calendar', async () =>
    assert.deepEqual(await busyIn(calendar(event('SUMMARY:Nothing'))), { spans: [], isCounted: false }))
})

test('what is read of a whole calendar and of one item is the same', async () => {
  const text = calendar(
    `${own('Our office')}\n${zoned('our office')}\nBEGIN:VFREEBUSY\nFREEBUSY:20261007T090000Z/PT1H\nEND:VFREEBUSY`,
  )
  const feed = new FeedReader(new Set())
  await feed.push(Buffer.from(text))
  assert.deepEqual((await feed.end()).events, (await readItem(text, new Set())).events)
})
