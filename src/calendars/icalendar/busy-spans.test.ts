import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findZone } from '#platform/time/zones.ts'
import type { WallClock } from './clock.ts'
import { busySpansOf, earliestStart, Unreadable } from './occurrences.ts'
import { readItem } from './read-item.ts'

const window = { start: Date.parse('2026-10-01T00:00Z'), end: Date.parse('2026-12-01T00:00Z') }
const own = new Set(['host@acme.test'])

const busyIn = async (body: string, { countsTentative = true, zone = 'Europe/Berlin' } = {}): Promise<string[]> => {
  const { state, events } = await readItem(
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${body.trim().replaceAll('\n', '\r\n')}\r\nEND:VCALENDAR\r\n`,
    own,
  )
  assert.equal(state, 'complete')
  const clock = findZone(zone) as WallClock
  const short = (instant: number): string => new Date(instant).toISOString().slice(5, 16)
  return [...busySpansOf(events, { clock, window, countsTentative })].flatMap((span) =>
    span ? [`${short(span.start)} ${short(span.end)}`] : [],
  )
}

const eventsIn = async (body: string) => (await readItem(`BEGIN:VCALENDAR\n${body}\nEND:VCALENDAR\n`, own)).events

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
  test('an event without length does not', async () =>
    assert.deepEqual(await busyIn(event('DTSTART:20261005T090000Z')), []))
})

describe('when an event is', () => {
  test('a whole day is local midnight to midnight', async () =>
    assert.deepEqual(await busyIn(event('DTSTART;VALUE=DATE:20261005')), ['10-04T22:00 10-05T22:00']))
  test('days follow the calendar over a change of the clock', async () =>
    assert.deepEqual(await busyIn(event('DTSTART;VALUE=DATE:20261025\nDTEND;VALUE=DATE:20261026')), [
      '10-24T22:00 10-25T23:00',
    ]))
  test('a floating time is on the clock of the calendar', async () =>
    assert.deepEqual(await busyIn(event('DTSTART:20261005T090000\nDURATION:PT1H')), ['10-05T07:00 10-05T08:00']))
  for (const tzid of [
    'America/New_York',
    '/mozilla.org/20050126_1/America/New_York',
    '"America/New_York"',
    'Eastern Standard Time',
    'america/new_york',
  ])
    test(`in the zone ${tzid}`, async () =>
      assert.deepEqual(await busyIn(event(`DTSTART;TZID=${tzid}:20261005T090000\nDURATION:PT1H`)), [
        '10-05T13:00 10-05T14:00',
      ]))
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
    // As Windows writes it: since 1601.
    assert.deepEqual(await busyIn(`${zone.replaceAll('DTSTART:1970', 'DTSTART:1601')}\n${weekly}`), [
      '10-19T03:30 10-19T04:30',
      '10-26T04:30 10-26T05:30',
    ])
    // A rule may name days before its first.
    const twice = zone.replace('RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'RRULE:FREQ=YEARLY;BYMONTH=4,10;BYDAY=-1SU')
    assert.deepEqual(await busyIn(`${twice}\n${weekly}`), ['10-19T04:30 10-19T05:30', '10-26T04:30 10-26T05:30'])
    // The definition may also come after the events that use it.
    assert.deepEqual(await busyIn(`${weekly}\n${zone}`), ['10-19T03:30 10-19T04:30', '10-26T04:30 10-26T05:30'])
  })
})

describe('a repeated event', () => {
  const weekly =
    'DTSTART;TZID=Europe/Berlin:20261012T100000\nDTEND;TZID=Europe/Berlin:20261012T110000\nRRULE:FREQ=WEEKLY;COUNT=4'
  test('keeps its local time over a change of the clock', async () =>
    assert.deepEqual(await busyIn(event(weekly)), [
      '10-12T08:00 10-12T09:00',
      '10-19T08:00 10-19T09:00',
      '10-26T09:00 10-26T10:00',
      '11-02T09:00 11-02T10:00',
    ]))
  test('without what was deleted, with what was moved and what was added', async () => {
    const master = event(
      `${weekly}\nEXDATE;TZID=Europe/Berlin:20261019T100000\nRDATE;TZID=Europe/Berlin:20261021T100000`,
    )
    const moved = event(
      'RECURRENCE-ID;TZID=Europe/Berlin:20261026T100000\nDTSTART;TZID=Europe/Berlin:20261027T150000\nDURATION:PT30M',
    )
    assert.deepEqual((await busyIn(`${master}\n${moved}`)).sort(), [
      '10-12T08:00 10-12T09:00',
      '10-21T08:00 10-21T09:00',
      '10-27T14:00 10-27T14:30',
      '11-02T09:00 11-02T10:00',
    ])
  })
  test('whose one occurrence was canceled', async () => {
    const canceled = event(
      'RECURRENCE-ID;TZID=Europe/Berlin:20261019T100000\nDTSTART;TZID=Europe/Berlin:20261019T100000\nSTATUS:CANCELLED',
    )
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
    assert.deepEqual(await busyIn(event(`${timed}\nRRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=1`)), [
      ...busy,
      '10-06T09:00 10-06T10:00',
    ]))
  test('a date as its end includes that day', async () =>
    assert.equal((await busyIn(event(`${timed}\nRRULE:FREQ=DAILY;UNTIL=20261007`))).length, 3))
  test('a date among its exceptions means the occurrence of that day', async () =>
    assert.equal((await busyIn(event(`${timed}\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20261006`))).length, 2))
  test('a rule that cannot be read is not taken for none', () =>
    assert.rejects(busyIn(event(`${timed}\nRRULE:FREQ=FORTNIGHTLY`)), Unreadable))
})

describe('events that could be taken for one', () => {
  const later = 'DTSTART:20261006T090000Z\nDTEND:20261006T100000Z'
  const both = [...busy, '10-06T09:00 10-06T10:00']
  test('all of those without a UID count', async () =>
    assert.deepEqual(
      await busyIn([timed, later].map((lines) => `BEGIN:VEVENT\n${lines}\nEND:VEVENT`).join('\n')),
      both,
    ))
  test('of several versions the newest counts, and all that are equally new', async () => {
    const [old, one, other] = [
      event(`${timed}\nSEQUENCE:1`),
      event(`${timed}\nSEQUENCE:2`),
      event(`${later}\nSEQUENCE:2`),
    ]
    assert.deepEqual(await busyIn(`${old}\n${other}`), [both[1]])
    assert.deepEqual(await busyIn(`${old}\n${one}\n${other}`), both)
  })
})

describe('only what reaches into the window is given', () => {
  const cases: [name: string, lines: string, expected: string[]][] = [
    ['it ends as the window begins', 'DTSTART:20260930T230000Z\nDURATION:PT1H', []],
    ['it ends a minute later', 'DTSTART:20260930T230000Z\nDURATION:PT1H1M', ['09-30T23:00 10-01T00:01']],
    [
      'it begins a minute before the window ends',
      'DTSTART:20261130T235900Z\nDURATION:PT1H',
      ['11-30T23:59 12-01T00:59'],
    ],
    ['it begins as the window ends', 'DTSTART:20261201T000000Z\nDURATION:PT1H', []],
    ['it ends before it begins', 'DTSTART:20261005T090000Z\nDTEND:20261005T080000Z', ['10-05T09:00 10-06T09:00']],
    [
      'it began years ago and repeats',
      'DTSTART:20200930T230000Z\nDURATION:PT2H\nRRULE:FREQ=YEARLY',
      ['09-30T23:00 10-01T01:00'],
    ],
    [
      'it is ten days long and repeats',
      'DTSTART:20200925T000000Z\nDURATION:P10D\nRRULE:FREQ=YEARLY',
      ['09-25T00:00 10-05T00:00'],
    ],
    [
      'it is ten days long, and repeats at local times',
      'DTSTART:20200925T020000\nDURATION:P10D\nRRULE:FREQ=YEARLY',
      ['09-25T00:00 10-05T00:00'],
    ],
    [
      'it ends before the window',
      'DTSTART:20200930T230000Z\nDURATION:PT2H\nRRULE:FREQ=YEARLY;UNTIL=20251001T000000Z',
      [],
    ],
  ]
  for (const [name, lines, expected] of cases)
    test(name, async () => assert.deepEqual(await busyIn(event(lines)), expected))
})

describe('how long an occurrence is', () => {
  const cases: [name: string, lines: string, expected: string[]][] = [
    [
      'exact hours over a change of the clock',
      'DTSTART;TZID=Europe/Berlin:20261024T200000\nDURATION:PT12H',
      ['10-24T18:00 10-25T06:00'],
    ],
    [
      'days of the calendar over a change of the clock',
      'DTSTART;TZID=Europe/Berlin:20261024T200000\nDURATION:P1D',
      ['10-24T18:00 10-25T19:00'],
    ],
    [
      'whole days that repeat over a change of the clock',
      'DTSTART;VALUE=DATE:20261018\nDTEND;VALUE=DATE:20261019\nRRULE:FREQ=WEEKLY;COUNT=3',
      ['10-17T22:00 10-18T22:00', '10-24T22:00 10-25T23:00', '10-31T23:00 11-01T23:00'],
    ],
    [
      'an extra time as long as the event, and extra times with lengths of their own',
      `${timed}\nRDATE:20261006T090000Z\nRDATE;VALUE=PERIOD:20261007T090000Z/20261007T110000Z,20261008T090000Z/PT30M`,
      [...busy, '10-06T09:00 10-06T10:00', '10-07T09:00 10-07T11:00', '10-08T09:00 10-08T09:30'],
    ],
  ]
  for (const [name, lines, expected] of cases)
    test(name, async () => assert.deepEqual(await busyIn(event(lines)), expected))
})

describe('what a repeated event leaves out', () => {
  const daily = `${timed}\nRRULE:FREQ=DAILY;COUNT=4`
  const day = (date: number): string => `10-0${date}T09:00 10-0${date}T10:00`
  const cases: [name: string, lines: string, expected: string[]][] = [
    [
      'an extra date that the rule names too is given once',
      `${daily}\nRDATE:20261006T090000Z`,
      [day(5), day(6), day(7), day(8)],
    ],
    ['two rules that name the same time', `${daily}\nRRULE:FREQ=DAILY;COUNT=2`, [day(5), day(6), day(7), day(8)]],
    ['its own start', `${daily}\nEXDATE:20261005T090000Z`, [day(6), day(7), day(8)]],
    ['several times in one line', `${daily}\nEXDATE:20261006T090000Z,20261008T090000Z`, [day(5), day(7)]],
    ['a time at which nothing is', `${daily}\nEXDATE:20261006T091500Z`, [day(5), day(6), day(7), day(8)]],
    ['what a rule excludes', `${daily}\nEXRULE:FREQ=DAILY;INTERVAL=2`, [day(6), day(8)]],
    ['what a rule of few excludes', `${daily}\nEXRULE:FREQ=DAILY;INTERVAL=3;COUNT=1`, [day(6), day(7), day(8)]],
    [
      'a whole day',
      'DTSTART;VALUE=DATE:20261005\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20261006',
      ['10-04T22:00 10-05T22:00', '10-06T22:00 10-07T22:00'],
    ],
    [
      'the day of an exception is that of the event, not that of UTC',
      'DTSTART;TZID=America/New_York:20261005T220000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE;VALUE=DATE:20261006',
      ['10-06T02:00 10-06T03:00'],
    ],
    [
      'an end in UTC',
      'DTSTART;TZID=America/New_York:20261005T220000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20261007T020000Z',
      ['10-06T02:00 10-06T03:00', '10-07T02:00 10-07T03:00'],
    ],
    [
      'an end in UTC, a second too early',
      'DTSTART;TZID=America/New_York:20261005T220000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20261007T015959Z',
      ['10-06T02:00 10-06T03:00'],
    ],
    [
      'an end in UTC of a floating time',
      'DTSTART:20261005T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20261006T065959Z',
      ['10-05T07:00 10-05T08:00'],
    ],
    ['an end in UTC of a time in UTC', `${timed}\nRRULE:FREQ=DAILY;UNTIL=20261006T090000Z`, [day(5), day(6)]],
    [
      'an end on the clock of the event',
      'DTSTART:20261005T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20261006T085959',
      ['10-05T07:00 10-05T08:00'],
    ],
    [
      'an end in UTC of whole days',
      'DTSTART;VALUE=DATE:20261005\nRRULE:FREQ=DAILY;UNTIL=20261005T215959Z',
      ['10-04T22:00 10-05T22:00'],
    ],
  ]
  for (const [name, lines, expected] of cases)
    test(name, async () => assert.deepEqual(await busyIn(event(lines)), expected))
  test('a rule of exceptions that is too much work is not taken for none', () =>
    assert.rejects(busyIn(event(`${daily}\nEXRULE:FREQ=SECONDLY`)), Unreadable))
})

describe('occurrences that differ', () => {
  const daily = event(`${timed}\nRRULE:FREQ=DAILY;COUNT=4`)
  const from = (date: string, time: string, more = ''): string =>
    event(
      `RECURRENCE-ID;RANGE=THISANDFUTURE:202610${date}T090000Z\nDTSTART:202610${date}T${time}00Z\nDURATION:PT30M${more}`,
    )
  const only = (date: string, time: string, more = ''): string =>
    event(`RECURRENCE-ID:202610${date}T090000Z\nDTSTART:202610${date}T${time}00Z\nDURATION:PT30M${more}`)
  const starts = async (...bodies: string[]): Promise<string[]> =>
    (await busyIn(bodies.join('\n'))).map((span) => span.slice(3, 11)).sort()
  test('of two changes for all that follow, each counts until the next, in whatever order they are listed', async () => {
    const expected = ['05T09:00', '06T12:00', '07T15:00', '08T15:00']
    assert.deepEqual(await starts(daily, from('06', '1200'), from('07', '1500')), expected)
    assert.deepEqual(await starts(daily, from('07', '1500'), from('06', '1200')), expected)
  })
  test('one that differs goes before a change for all that follow', async () =>
    assert.deepEqual(await starts(daily, from('06', '1200'), only('07', '1700')), [
      '05T09:00',
      '06T12:00',
      '07T17:00',
      '08T12:00',
    ]))
  test('of two versions of one occurrence the newer counts, in whatever order they are listed', async () => {
    const [old, newer] = [only('06', '1200', '\nSEQUENCE:1'), only('06', '1500', '\nSEQUENCE:2')]
    for (const versions of [
      [old, newer],
      [newer, old],
    ])
      assert.deepEqual(await starts(daily, ...versions), ['05T09:00', '06T15:00', '07T09:00', '08T09:00'])
  })
  test('a change for all that follow counts although the event itself is not there', async () =>
    assert.deepEqual(await starts(from('06', '1200')), ['06T12:00']))
  test('from a canceled one on, nothing follows', async () =>
    assert.deepEqual(await starts(daily, from('07', '0900', '\nSTATUS:CANCELLED')), ['05T09:00', '06T09:00']))
  test('those of one event leave another alone', async () =>
    assert.deepEqual(await starts(event(timed, 'b'), event(`${timed}\nRRULE:FREQ=DAILY;COUNT=2`), only('05', '1200')), [
      '05T09:00',
      '05T12:00',
      '06T09:00',
    ]))
})

test('the earliest start is that of the first event, whole days on the clock of the calendar', async () => {
  const expansion = { clock: findZone('Europe/Berlin') as WallClock, window, countsTentative: true }
  const [dated, later] = [event('DTSTART;VALUE=DATE:20261005'), event('DTSTART:20261005T000000Z', 'b')]
  assert.equal(earliestStart(await eventsIn(`${later}\n${dated}`), expansion), Date.parse('2026-10-04T22:00Z'))
  assert.equal(
    earliestStart(await eventsIn(event('DTSTART;TZID=America/New_York:20261005T090000')), expansion),
    Date.parse('2026-10-05T13:00Z'),
  )
  assert.equal(earliestStart([], expansion), Number.POSITIVE_INFINITY)
})

test('while nothing is found, the caller still has its turn', async () => {
  const none = event(`${timed}\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30`)
  const spans = busySpansOf(await eventsIn(none), {
    clock: findZone('UTC') as WallClock,
    window,
    countsTentative: true,
  })
  assert.notEqual(spans.next().value, undefined)
  for (let turn = 0; turn < 100; turn += 1) assert.deepEqual(spans.next(), { done: false, value: undefined })
})
