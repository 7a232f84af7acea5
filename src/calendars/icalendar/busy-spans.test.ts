import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findZone } from '#platform/time/zones.ts'
import type { Clock } from './clock.ts'
import { busySpansOf, Unreadable } from './occurrences.ts'
import { readItem } from './read-item.ts'

const window = { start: Date.parse('2026-10-01T00:00Z'), end: Date.parse('2026-12-01T00:00Z') }
const own = new Set(['host@acme.test'])

const busyIn = async (body: string, { countsTentative = true, zone = 'Europe/Berlin' } = {}): Promise<string[]> => {
  const { state, events } = await readItem(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${body.trim().replaceAll('\n', '\r\n')}\r\nEND:VCALENDAR\r\n`, own)
  assert.equal(state, 'complete')
  const clock = findZone(zone) as Clock
  const short = (instant: number): string => new Date(instant).toISOString().slice(5, 16)
  return [...busySpansOf(events, { clock, window, countsTentative })].flatMap((span) => (span ? [`${short(span.start)} ${short(span.end)}`] : []))
}

const event = (lines: string, uid = 'a'): string => `BEGIN:VEVENT\nUID:${uid}\n${lines}\nEND:VEVENT`
const timed = 'DTSTART:20261005T090000Z\nDTEND:20261005T100000Z'
const busy = ['10-05T09:00 10-05T10:00']

describe('whether an event makes busy', () => {
  test('one that says nothing does', async () => assert.deepEqual(await busyIn(event(timed)), busy))
  for (const line of [
    'TRANSP:TRANSPARENT',
    'STATUS:CANCELLED',
    'X-MICROSOFT-CDO-BUSYSTATUS:FREE',
    'X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE',
    'ATTENDEE;PARTSTAT=DECLINED:mailto:Host@acme.test',
  ])
    test(`not with ${line}`, async () => assert.deepEqual(await busyIn(event(`${timed}\n${line}`)), []))
  test('what somebody else declined does', async () =>
    assert.deepEqual(await busyIn(event(`${timed}\nATTENDEE;PARTSTAT=DECLINED:mailto:guest@acme.test`)), busy))
  test('tentative does, unless the calendar is set otherwise', async () => {
    assert.deepEqual(await busyIn(event(`${timed}\nSTATUS:TENTATIVE`)), busy)
    assert.deepEqual(await busyIn(event(`${timed}\nSTATUS:TENTATIVE`), { countsTentative: false }), [])
  })
  test('an event without length does not', async () => assert.deepEqual(await busyIn(event('DTSTART:20261005T090000Z')), []))
})

describe('when an event is', () => {
  test('a whole day is local midnight to midnight', async () =>
    assert.deepEqual(await busyIn(event('DTSTART;VALUE=DATE:20261005')), ['10-04T22:00 10-05T22:00']))
  test('days follow the calendar over a change of the clock', async () =>
    assert.deepEqual(await busyIn(event('DTSTART;VALUE=DATE:20261025\nDTEND;VALUE=DATE:20261026')), ['10-24T22:00 10-25T23:00']))
  test('a floating time is on the clock of the calendar', async () =>
    assert.deepEqual(await busyIn(event('DTSTART:20261005T090000\nDURATION:PT1H')), ['10-05T07:00 10-05T08:00']))
  for (const tzid of ['America/New_York', '/mozilla.org/20050126_1/America/New_York', '"America/New_York"', 'Eastern Standard Time', 'america/new_york'])
    test(`in the zone ${tzid}`, async () =>
      assert.deepEqual(await busyIn(event(`DTSTART;TZID=${tzid}:20261005T090000\nDURATION:PT1H`)), ['10-05T13:00 10-05T14:00']))
  test('a zone that the calendar defines itself', async () => {
    const zone = `BEGIN:VTIMEZONE
TZID:Our office
BEGIN:STANDARD
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0530
TZOFFSETTO:+0430
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0430
TZOFFSETTO:+0530
END:DAYLIGHT
END:VTIMEZONE`
    const weekly = event('DTSTART;TZID=Our office:20261019T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=2')
    assert.deepEqual(await busyIn(`${zone}\n${weekly}`), ['10-19T03:30 10-19T04:30', '10-26T04:30 10-26T05:30'])
    // The definition may also come after the events that use it.
    assert.deepEqual(await busyIn(`${weekly}\n${zone}`), ['10-19T03:30 10-19T04:30', '10-26T04:30 10-26T05:30'])
  })
})

describe('a repeated event', () => {
  const weekly = 'DTSTART;TZID=Europe/Berlin:20261012T100000\nDTEND;TZID=Europe/Berlin:20261012T110000\nRRULE:FREQ=WEEKLY;COUNT=4'
  test('keeps its local time over a change of the clock', async () =>
    assert.deepEqual(await busyIn(event(weekly)), ['10-12T08:00 10-12T09:00', '10-19T08:00 10-19T09:00', '10-26T09:00 10-26T10:00', '11-02T09:00 11-02T10:00']))
  test('without what was deleted, with what was moved and what was added', async () => {
    const master = event(`${weekly}\nEXDATE;TZID=Europe/Berlin:20261019T100000\nRDATE;TZID=Europe/Berlin:20261021T100000`)
    const moved = event('RECURRENCE-ID;TZID=Europe/Berlin:20261026T100000\nDTSTART;TZID=Europe/Berlin:20261027T150000\nDURATION:PT30M')
    assert.deepEqual((await busyIn(`${master}\n${moved}`)).sort(), [
      '10-12T08:00 10-12T09:00',
      '10-21T08:00 10-21T09:00',
      '10-27T14:00 10-27T14:30',
      '11-02T09:00 11-02T10:00',
    ])
  })
  test('whose one occurrence was canceled', async () => {
    const canceled = event('RECURRENCE-ID;TZID=Europe/Berlin:20261019T100000\nDTSTART;TZID=Europe/Berlin:20261019T100000\nSTATUS:CANCELLED')
    assert.equal((await busyIn(`${event(weekly)}\n${canceled}`)).length, 3)
  })
  test('all of it moved from one occurrence on', async () => {
    const onward = event(
      'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261026T100000\nDTSTART;TZID=Europe/Berlin:20261026T130000\nDTEND;TZID=Europe/Berlin:20261026T133000',
    )
    assert.deepEqual(await busyIn(`${event(weekly)}\n${onward}`), [
      '10-12T08:00 10-12T09:00',
      '10-19T08:00 10-19T09:00',
      '10-26T12:00 10-26T12:30',
      '11-02T12:00 11-02T12:30',
    ])
  })
  test('an occurrence that differs counts although the event itself is not there', async () =>
    assert.deepEqual(await busyIn(event(`RECURRENCE-ID:20261005T080000Z\n${timed}`)), busy))
  test('its own start counts also where the rule does not name it', async () =>
    assert.deepEqual(await busyIn(event(`${timed}\nRRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=1`)), [...busy, '10-06T09:00 10-06T10:00']))
  test('a date as its end includes that day', async () => assert.equal((await busyIn(event(`${timed}\nRRULE:FREQ=DAILY;UNTIL=20261007`))).length, 3))
  test('a date among its exceptions means the occurrence of that day', async () =>
    assert.equal((await busyIn(event(`${timed}\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20261006`))).length, 2))
  test('a rule that cannot be read is not taken for none', () => assert.rejects(busyIn(event(`${timed}\nRRULE:FREQ=FORTNIGHTLY`)), Unreadable))
})

describe('events that could be taken for one', () => {
  const later = 'DTSTART:20261006T090000Z\nDTEND:20261006T100000Z'
  const both = [...busy, '10-06T09:00 10-06T10:00']
  test('all of those without a UID count', async () =>
    assert.deepEqual(await busyIn([timed, later].map((lines) => `BEGIN:VEVENT\n${lines}\nEND:VEVENT`).join('\n')), both))
  test('of several versions the newest counts, and all that are equally new', async () => {
    const [old, one, other] = [event(`${timed}\nSEQUENCE:1`), event(`${timed}\nSEQUENCE:2`), event(`${later}\nSEQUENCE:2`)]
    assert.deepEqual(await busyIn(`${old}\n${other}`), [both[1]])
    assert.deepEqual(await busyIn(`${old}\n${one}\n${other}`), both)
  })
})
