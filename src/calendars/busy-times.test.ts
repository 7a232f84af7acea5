import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findZone } from '#platform/time/zones.ts'
import { expandItems, newSyncBudget, type OwnEntries, type SyncBudget } from './busy-times.ts'
import type { WallClock } from './icalendar/clock.ts'
import { busySpansOf, type Expansion } from './icalendar/occurrences.ts'
import { readItem } from './icalendar/read-item.ts'

const window = { start: Date.parse('2026-10-01T00:00Z'), end: Date.parse('2026-12-01T00:00Z') }
const expansion: Expansion = { clock: findZone('UTC') as WallClock, window, countsTentative: true }

const item = async (key: string, lines: string) => {
  const text = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:${key}\nDURATION:PT1H\n${lines}\nEND:VEVENT\nEND:VCALENDAR\n`
  return { key, etag: '', events: (await readItem(text, new Set())).events }
}
const single = (key: string) => item(key, 'DTSTART:20261103T090000Z')
const expand = async (items: ReturnType<typeof item>[], budget: SyncBudget, own: OwnEntries = new Map()) =>
  expandItems(await Promise.all(items), expansion, own, budget)

describe('what a sync may cost', () => {
  test('an item that is too much work, or cannot be read, is busy from its start on, and the others are not', async () => {
    const all = [
      item('endless', 'DTSTART:20261102T000000Z\nRRULE:FREQ=SECONDLY'),
      item('bad', 'DTSTART:20261102T000000Z\nRRULE:FREQ=NEVER'),
      single('one'),
    ]
    const [endless, bad, one] = await expand(all, newSyncBudget())
    const rest = [{ start: Date.parse('2026-11-02T00:00Z'), end: window.end }]
    assert.deepEqual([endless?.isOpaque, endless?.spans], [true, rest])
    assert.deepEqual([bad?.isOpaque, bad?.spans], [true, rest])
    assert.deepEqual([one?.isOpaque, one?.spans.length], [false, 1])
  })

  test('an item is judged by its work, however long the machine stood still meanwhile', async () => {
    const weekly = await item('weekly', 'DTSTART:20201002T000000\nRRULE:FREQ=WEEKLY')
    let isStill = false
    const standingStill: WallClock = {
      localAt: (instant) => instant,
      instantOf: (local) => {
        for (const end = performance.now() + 1_300; !isStill && performance.now() < end; );
        isStill = true
        return local
      },
    }
    const [expanded] = await expandItems(
      [weekly],
      { clock: standingStill, window, countsTentative: true },
      new Map(),
      newSyncBudget(),
    )
    assert.deepEqual([expanded?.isOpaque, expanded?.spans.length], [false, 9])
  })

  for (const [what, less] of Object.entries({ spans: { spans: 12 }, steps: { steps: 0 } })) {
    test(`items that are left when all together used up their ${what} are busy at all times, never free`, async () => {
      const budget = { ...newSyncBudget(), ...less }
      const expanded = await expand(
        [
          item('ten', 'DTSTART:20261102T000000Z\nRRULE:FREQ=DAILY;COUNT=10'),
          single('two'),
          single('three'),
          single('four'),
        ],
        budget,
      )
      assert.deepEqual(
        expanded.map(({ isOpaque }) => isOpaque),
        what === 'spans' ? [false, false, false, true] : [true, true, true, true],
      )
      assert.deepEqual(expanded.at(-1)?.spans, [window])
    })
  }

  test('a meeting of ours counts nothing, whatever is left', async () => {
    const one = single('one')
    const [expanded] = await expand(
      [one],
      { steps: 0, spans: 0 },
      new Map((await one).events.map(({ uid }) => [uid, null])),
    )
    assert.deepEqual([expanded?.isOpaque, expanded?.spans], [false, []])
  })
})

describe('an entry of a meeting of ours, from nine to ten', () => {
  const nine = { start: Date.parse('2026-11-03T09:00Z'), end: Date.parse('2026-11-03T10:00Z') }
  const cases: [name: string, lines: string, expected: string[]][] = [
    ['as it was written counts nothing', 'DTSTART:20261103T090000Z', []],
    ['that was dragged away counts where it is now', 'DTSTART:20261103T140000Z', ['11-03T14:00 11-03T15:00']],
    [
      'that was dragged by half an hour counts beyond its meeting',
      'DTSTART:20261103T093000Z',
      ['11-03T10:00 11-03T10:30'],
    ],
    [
      'that was made to repeat counts on its other days',
      'DTSTART:20261103T090000Z\nRRULE:FREQ=WEEKLY;COUNT=2',
      ['11-10T09:00 11-10T10:00'],
    ],
    [
      'that begins earlier and ends later counts on both sides',
      'DTSTART:20261103T083000Z\nRDATE:20261103T093000Z',
      ['11-03T08:30 11-03T09:00', '11-03T10:00 11-03T10:30'],
    ],
    ['that was set free counts nothing', 'DTSTART:20261103T140000Z\nTRANSP:TRANSPARENT', []],
  ]
  for (const [name, lines, expected] of cases)
    test(name, async () => {
      const one = await item('one', lines)
      const [expanded] = await expand(
        [Promise.resolve(one)],
        newSyncBudget(),
        new Map(one.events.map(({ uid }) => [uid, nine])),
      )
      assert.deepEqual(
        expanded?.spans.map(({ start, end }) =>
          [start, end].map((at) => new Date(at).toISOString().slice(5, 16)).join(' '),
        ),
        expected,
      )
    })
})

describe('the busy times of an item', () => {
  const spansOf = async (lines: string): Promise<string[]> => {
    const [only] = await expand([item('one', lines)], newSyncBudget())
    assert.equal(only?.isOpaque, false)
    return only.spans.map(({ start, end }) =>
      [start, end].map((at) => new Date(at).toISOString().slice(5, 16)).join(' '),
    )
  }
  const cases: [name: string, lines: string, expected: string[]][] = [
    ['those that touch are one', 'DTSTART:20261103T090000Z\nRRULE:FREQ=HOURLY;COUNT=3', ['11-03T09:00 11-03T12:00']],
    [
      'those that overlap are one',
      'DTSTART:20261103T090000Z\nRRULE:FREQ=MINUTELY;INTERVAL=30;COUNT=3',
      ['11-03T09:00 11-03T11:00'],
    ],
    [
      'those with time between them are two',
      'DTSTART:20261103T090000Z\nRRULE:FREQ=MINUTELY;INTERVAL=61;COUNT=2',
      ['11-03T09:00 11-03T10:00', '11-03T10:01 11-03T11:01'],
    ],
    [
      'in order, whatever the order in which they are listed',
      'DTSTART:20261105T090000Z\nRDATE:20261104T090000Z,20261103T090000Z',
      ['11-03T09:00 11-03T10:00', '11-04T09:00 11-04T10:00', '11-05T09:00 11-05T10:00'],
    ],
    [
      'one within another does not end it',
      'DTSTART:20261103T090000Z\nRDATE;VALUE=PERIOD:20261103T083000Z/PT5H',
      ['11-03T08:30 11-03T13:30'],
    ],
    ['none in the time that is asked for', 'DTSTART:20260103T090000Z', []],
  ]
  for (const [name, lines, expected] of cases) test(name, async () => assert.deepEqual(await spansOf(lines), expected))
})

describe('what a sync used', () => {
  test('each time that was found is taken from the budget, and so is each step', async () => {
    const budget = newSyncBudget()
    await expand([item('ten', 'DTSTART:20261102T000000Z\nRRULE:FREQ=DAILY;COUNT=10'), single('one')], budget)
    assert.equal(budget.spans, newSyncBudget().spans - 11)
    assert.ok(budget.steps < newSyncBudget().steps - 11)
  })
  test('the budget may be used to its last span', async () => {
    const [ten] = await expand([item('ten', 'DTSTART:20261102T000000Z\nRRULE:FREQ=DAILY;COUNT=10')], {
      ...newSyncBudget(),
      spans: 10,
    })
    assert.deepEqual([ten?.isOpaque, ten?.spans.length], [false, 10])
    const [eleven] = await expand([item('eleven', 'DTSTART:20261102T000000Z\nRRULE:FREQ=DAILY;COUNT=11')], {
      ...newSyncBudget(),
      spans: 10,
    })
    assert.deepEqual(
      [eleven?.isOpaque, eleven?.spans],
      [true, [{ start: Date.parse('2026-11-02T00:00Z'), end: window.end }]],
    )
    assert.deepEqual([ten?.isPostponed, eleven?.isPostponed], [false, true], 'the next sync has enough for it')
  })
  test("what cannot be read and begins after the time that is asked for is in nobody's way; what began before is from its beginning on", async () => {
    const [later, before] = await expand(
      [
        item('later', 'DTSTART:20261202T000000Z\nRRULE:FREQ=NEVER'),
        item('before', 'DTSTART:20250101T000000Z\nRRULE:FREQ=NEVER'),
      ],
      newSyncBudget(),
    )
    assert.deepEqual([later?.isOpaque, later?.spans], [true, []])
    assert.deepEqual([before?.isOpaque, before?.spans], [true, [window]])
  })
})

describe('what nobody would honestly write', () => {
  const from = 'DTSTART:20261102T000000Z'
  const rest = [{ start: Date.parse('2026-11-02T00:00Z'), end: window.end }]
  const upTo = (last: number): string => [...Array(last + 1).keys()].join(',')
  const everySecond = `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${upTo(23)};BYMINUTE=${upTo(59)};BYSECOND=${upTo(59)}`
  const dates = (count: number, name: string): string =>
    Array.from(
      { length: count },
      (_, index) =>
        `${name}:${new Date(Date.UTC(2027, 0, 1) + index * 60_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
    ).join('\n')
  const hostile: Readonly<Record<string, string>> = {
    'every second, a thousand million times': `${from}\nRRULE:FREQ=SECONDLY;COUNT=1000000000`,
    'every second of a year, counted': `${from}\nRRULE:${everySecond};COUNT=1000000000`,
    'a hundred thousand dates': `${from}\n${dates(100_000, 'RDATE')}`,
    'a hundred thousand exceptions': `${from}\nRRULE:FREQ=DAILY\n${dates(100_000, 'EXDATE')}`,
    'ten thousand rules that end before they begin': `${from}\n${'RRULE:FREQ=DAILY;UNTIL=19700101\n'.repeat(10_000)}`,
    'more lines than are kept': `${from}\n${'TRANSP:OPAQUE\n'.repeat(20_000)}RDATE:20261103T000000Z`,
    'more times than an item may have': `${from}\nRRULE:FREQ=MINUTELY;INTERVAL=4`,
    'exceptions by a rule without an end': `${from}\nRRULE:FREQ=DAILY\nEXRULE:FREQ=SECONDLY`,
  }
  for (const [name, lines] of Object.entries(hostile))
    test(`${name}: busy from its start on, and little of it is kept`, async () => {
      const one = await item('one', lines)
      assert.ok(JSON.stringify(one.events).length < 2_000)
      const [only] = await expandItems([one], expansion, new Map(), newSyncBudget())
      assert.deepEqual([only?.isOpaque, only?.spans], [true, rest])
    })

  test('a rule that is at its last second in its first year: the caller has its turn before that', async () => {
    const { events } = await item('one', `DTSTART:20261231T235959Z\nRRULE:${everySecond}`)
    const steps = busySpansOf(events, expansion)
    for (let step = 0; step < 1_000; step += 1) assert.deepEqual(steps.next(), { done: false, value: undefined })
  })

  const replaced = 'BEGIN:VEVENT\nUID:one\nDTSTART:20270101\nRECURRENCE-ID;RANGE=THISANDFUTURE:20270101\nEND:VEVENT\n'
  test('changes of all that follows, each over the other: some are followed, and too many are busy from the first start on', async () => {
    const series = `BEGIN:VEVENT\nUID:one\n${from}\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3\nEND:VEVENT\n`
    const read = async (count: number) => ({
      key: 'one',
      etag: '',
      ...(await readItem(`BEGIN:VCALENDAR\n${series}${replaced.repeat(count)}END:VCALENDAR\n`, new Set())),
    })
    const [few, many] = await expandItems([await read(100), await read(20_000)], expansion, new Map(), newSyncBudget())
    assert.deepEqual([few?.isOpaque, few?.spans.length], [false, 3])
    assert.deepEqual([many?.isOpaque, many?.item.events.length], [true, 1])
    // A day before, whatever their zones are.
    assert.deepEqual(many?.spans, [{ start: Date.parse('2026-11-01T00:00Z'), end: window.end }])
  })

  test('an event that lasts longer than any calendar is busy to the end of time, and can be kept', async () => {
    for (const length of [
      'DURATION:P99999999999999999D',
      `DURATION:P${'9'.repeat(400)}D`,
      `DURATION:PT${'9'.repeat(400)}S`,
      'DURATION:P9999999999W',
    ]) {
      const text = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:one\n${from}\n${length}\nEND:VEVENT\nEND:VCALENDAR\n`
      const stored = JSON.parse(JSON.stringify((await readItem(text, new Set())).events))
      const [only] = await expandItems(
        [{ key: 'one', etag: '', events: stored }],
        expansion,
        new Map(),
        newSyncBudget(),
      )
      assert.equal(only?.spans[0]?.start, rest[0]?.start)
      assert.match(new Date(only?.spans[0]?.end as number).toISOString(), /^\d{4}-/)
    }
  })

  test('very many times that are over must be counted to know the last: busy, as nobody counts them', async () => {
    const [only] = await expand(
      [item('one', 'DTSTART:20200101T000000Z\nRRULE:FREQ=SECONDLY;COUNT=201000')],
      newSyncBudget(),
    )
    assert.deepEqual([only?.isOpaque, only?.spans], [true, [window]])
  })

  test('an event that has always been and never ends is kept within what every database takes', async () => {
    const [only] = await expand([item('one', 'DTSTART:00010101T000000Z\nDTEND:99991231T235959Z')], newSyncBudget())
    assert.deepEqual(only?.spans, [{ start: Date.UTC(1970, 0, 1), end: Date.UTC(9999, 11, 31) }])
  })

  test('whatever number of a version an event has, it counts', async () => {
    for (const sequence of ['-1', `-${'9'.repeat(400)}`, '9'.repeat(400), 'none']) {
      const read = await item('one', `DTSTART:20261103T090000Z\nSEQUENCE:${sequence}`)
      const stored = { ...read, events: JSON.parse(JSON.stringify(read.events)) }
      const [only] = await expandItems([stored], expansion, new Map(), newSyncBudget())
      assert.equal(only?.spans.length, 1, sequence)
    }
  })
})
