import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SaxesParser } from 'saxes'
import { TimeSlices } from '#platform/time-slices.ts'
import { clockFrom, type WallClock, zoneNameFrom } from './icalendar/clock.ts'
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

  test('an answer in XML', async () => {
    const response = '<response><href>/one</href><status>HTTP/1.1 404 Gone</status></response>'
    const text = `<multistatus xmlns="DAV:">${response.repeat(1000)}${' '.repeat(1024 * 1024)}</multistatus>`
    assert.ok((await turnsDuring(() => readMultistatus(text, slices()))) >= 64)
    assert.equal((await readMultistatus(text))?.responses.length, 1000)
  })
  const tooMuch: Readonly<Record<string, string>> = {
    'entities in one text': `<response>${'&amp;'.repeat(1_000_000)}</response>`,
    'elements in one response': `<response>${'<a/>'.repeat(1_000_000)}</response>`,
    'elements in the answer': '<a/>'.repeat(300_001),
    'elements in each other': `<response>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</response>`,
    'characters in one comment': `<response><!--${'- '.repeat(20_000)}--></response>`,
    'characters in one processing instruction': `<response><?a ${'? '.repeat(20_000)}?></response>`,
    'characters in the name of an element': `<response><${'a'.repeat(40_000)}/></response>`,
    'characters in an end tag': `<response></response${' '.repeat(40_000)}>`,
    'brackets in one CDATA section': `<response><![CDATA[${'] '.repeat(300_000)}]]></response>`,
    'carriage returns in one text': `<response>${'\r'.repeat(300_000)}</response>`,
    'attributes in one element': `<response ${Array.from({ length: 100_000 }, (_, index) => `a${index}=""`).join(' ')}/>`,
  }
  for (const [what, inner] of Object.entries(tooMuch))
    test(`too many ${what} are no answer, and are not read to their end`, async () => {
      assert.equal(await readMultistatus(`<multistatus xmlns="DAV:">${inner}</multistatus>`, slices()), undefined)
    })
  test('of elements in each other, those below the deepest that is allowed are not even parsed', async (context) => {
    const resolve = context.mock.method(SaxesParser.prototype, 'resolve')
    assert.equal(await readMultistatus(`<multistatus xmlns="DAV:">${'<a>'.repeat(5_000)}`), undefined)
    assert.ok(resolve.mock.callCount() <= 55, `${resolve.mock.callCount()} names were resolved`)
  })
  test('a long text, a long CDATA section and short comments are read', async () => {
    const long = 'x'.repeat(3 * 1024 * 1024)
    const text = `<!-- a --><multistatus xmlns="DAV:"><!-- <b> --><sync-token>${long}<![CDATA[<${long}>]]></sync-token></multistatus>`
    assert.equal((await readMultistatus(text))?.syncToken, `${long}<${long}>`)
  })
  test('a character that XML does not allow stops no answer', async () => {
    const text = '<multistatus xmlns="DAV:"><response><href>/a\u0001b&#x1;c&#11;d&#65;</href></response></multistatus>'
    assert.deepEqual(
      (await readMultistatus(text))?.responses.map(({ href }) => href),
      ['/a\ufffdb\ufffdc\ufffddA'],
    )
    for (let length = 16_300; length < 16_400; length += 1) {
      const token = `<multistatus xmlns="DAV:"><sync-token>${'x'.repeat(length)}&#x1;&amp;</sync-token></multistatus>`
      assert.equal((await readMultistatus(token))?.syncToken, `${'x'.repeat(length)}\ufffd&`)
    }
  })
  test('one item, and each event in it', async () =>
    assert.ok((await turnsDuring(() => readItem(calendar, new Set(), slices()))) >= 1000 + 64))
  test('a feed, and each event that waits for its zone', async () => {
    const reader = new FeedReader(new Set())
    assert.ok((await turnsDuring(() => reader.push(Buffer.from(calendar), slices()))) >= 64)
    assert.ok((await turnsDuring(() => reader.end(slices()))) >= 1000)
  })
})

test('where only the name of a feed is wanted, none of its events is kept', async () => {
  const reader = new FeedReader(new Set(), { keepsEvents: false })
  const event = 'BEGIN:VEVENT\r\nUID:a\r\nDTSTART:20261005T090000Z\r\nEND:VEVENT\r\n'
  await reader.push(Buffer.from(`BEGIN:VCALENDAR\r\nX-WR-CALNAME:Ours\r\n${event}${event}END:VCALENDAR\r\n`))
  const { state, name, events } = await reader.end()
  assert.deepEqual([state, name, events.length], ['complete', 'Ours', 0])
})

describe('a rule that is much work', () => {
  const window = { start: Date.parse('2026-10-01T00:00Z'), end: Date.parse('2026-12-01T00:00Z') }
  const clock: WallClock = { instantOf: (local) => local, localAt: (instant) => instant }

  test('gives others their turn while its exceptions are found', async () => {
    const lines = 'DTSTART:19000101T090000Z\r\nDURATION:PT1H\r\nEXRULE:FREQ=DAILY;COUNT=5000'
    const { events } = await readItem(
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\n${lines}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
      new Set(),
    )
    assert.ok([...busySpansOf(events, { clock, window, countsTentative: true })].length >= 5000)
  })
  test('gives others their turn after each rule, also of those that end before they begin', async () => {
    const lines = `DTSTART:20261005T090000Z\r\n${'RRULE:FREQ=DAILY;UNTIL=19700101\r\n'.repeat(5000)}`
    const { events } = await readItem(
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\n${lines}END:VEVENT\r\nEND:VCALENDAR\r\n`,
      new Set(),
    )
    assert.ok([...busySpansOf(events, { clock, window, countsTentative: true })].length >= 5000)
  })
  test('has each number of a list once, however long the list is', () => {
    const rule = readRule(
      `FREQ=YEARLY;BYDAY=${'MO,'.repeat(1000)}TU;BYMONTHDAY=${'1,'.repeat(1000)}2;BYSETPOS=${'-1,'.repeat(1000)}1`,
    )
    assert.deepEqual([rule?.byDay.length, rule?.byMonthDay, rule?.bySetPosition], [2, [1, 2], [-1, 1]])
  })
  test('in a zone of its own has the same clock as others in that zone, of which few are kept', () => {
    const zone = (after: number) => ({
      kind: 'own' as const,
      observances: [{ start: 0, rule: null, dates: [], before: 0, after }],
    })
    const first = clockFrom(zone(3_600_000))
    assert.equal(clockFrom(zone(3_600_000)), first)
    assert.equal(clockFrom(zone(7_200_000))?.localAt(0), 7_200_000)
    for (let other = 1; other <= 100; other += 1) assert.equal(clockFrom(zone(other))?.localAt(0), other)
    assert.notEqual(clockFrom(zone(3_600_000)), first, 'a hundred others later it is kept no more')
  })
  test('in a zone of its own follows 500 changes of each rule of the zone, and after 2,000 changes no further rule', () => {
    const at = Date.parse('2000-01-01T00:00Z')
    const daily = { start: 0, rule: 'FREQ=DAILY', dates: [], before: 0, after: 1 }
    const last = { start: at, rule: null, dates: [], before: 0, after: 2 }
    const offsetLater = (count: number) =>
      (clockFrom({ kind: 'own', observances: [...Array(count).fill(daily), last] })?.localAt(2 * at) ?? 0) - 2 * at
    assert.deepEqual([offsetLater(1), offsetLater(3), offsetLater(4)], [2, 2, 1])
  })
  test('in a zone of its own that is longer than any real one is read without that zone', async () => {
    const changes = Array.from(
      { length: 3_000 },
      (_, index) => `RDATE:${2000 + Math.floor(index / 300)}0101T${String(index % 24).padStart(2, '0')}0000\r\n`,
    ).join('')
    const zone = (dates: string) =>
      `BEGIN:VTIMEZONE\r\nTZID:Our office\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0300\r\n${dates}END:STANDARD\r\nEND:VTIMEZONE\r\n`
    const inZone = (dates: string) =>
      readItem(
        `BEGIN:VCALENDAR\r\n${zone(dates)}BEGIN:VEVENT\r\nUID:a\r\nDTSTART;TZID=Our office:20261005T090000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
        new Set(),
      )
    const startsIn = async (dates: string) =>
      [
        ...busySpansOf(
          (await inZone(dates)).events.map((event) => ({
            ...event,
            length: { kind: 'duration' as const, days: 0, milliseconds: 1 },
          })),
          { clock, window, countsTentative: true },
        ),
      ].flatMap((span) => span?.start ?? [])
    assert.deepEqual(await startsIn(''), [Date.parse('2026-10-05T06:00Z')])
    assert.deepEqual(await startsIn(changes), [Date.parse('2026-10-05T09:00Z')])
  })
  test('in a zone whose name is longer than any name has none', () =>
    assert.equal(zoneNameFrom(`${'a/'.repeat(50_000)}Europe/Berlin`), undefined))
})
