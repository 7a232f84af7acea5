import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CalendarReader, type Component, propertyOf } from './reader.ts'

const read = (pieces: readonly string[]): { state: string; components: Component[] } => {
  const components: Component[] = []
  const reader = new CalendarReader(['UID', 'DTSTART', 'ATTENDEE'], (component) => components.push(component))
  for (const piece of pieces) reader.push(piece)
  return { state: reader.end(), components }
}

const calendar = (lines: string): string => `BEGIN:VCALENDAR\n${lines}\nEND:VCALENDAR\n`
const uids = ({ components }: { components: Component[] }): string[] =>
  components
    .filter(({ name }) => name === 'VEVENT')
    .map(({ properties }) => properties.find(({ name }) => name === 'UID')?.value ?? '')

describe('a calendar is read', () => {
  const text = calendar(
    'BEGIN:VEVENT\nUID:a long\n  id\nSUMMARY:secret\nBEGIN:VALARM\nUID:alarm\nEND:VALARM\nEND:VEVENT',
  ).replaceAll('\n', '\r\n')
  test('in pieces of any size', () => {
    for (const size of [1, 2, 7, 1000]) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
        text.slice(index * size, (index + 1) * size),
      )
      assert.deepEqual(uids(read(pieces)), ['a long id'], `pieces of ${size}`)
    }
  })
  test('only what is wanted is kept', () => assert.ok(!JSON.stringify(read([text])).includes('secret')))
  for (const [what, other] of [
    ['with a byte order mark', `\uFEFF${text}`],
    ['with bare line feeds', text.replaceAll('\r\n', '\n')],
    ['with bare carriage returns', text.replaceAll('\r\n', '\r')],
    ['in lower case', text.replaceAll('BEGIN:V', 'begin:v').replaceAll('END:V', 'end:v')],
    ['after empty lines and with spaces at the ends of lines', `\r\n\r\n${text.replaceAll('VEVENT', 'VEVENT  ')}`],
  ])
    test(what as string, () => assert.deepEqual(uids(read([other as string])), ['a long id']))
  test('parameters with quotes, colons and lists', () => {
    const { components } = read([
      calendar('BEGIN:VEVENT\nATTENDEE;CN="Doe, J: x";PARTSTAT=ACCEPTED;MEMBER="a","b":mailto:x@acme.test\nEND:VEVENT'),
    ])
    const property = components[0]?.properties[0]
    assert.equal(property?.value, 'mailto:x@acme.test')
    assert.equal(property.parameters.get('PARTSTAT'), 'ACCEPTED')
  })
})

describe('a list that was cut off is not the whole list', () => {
  test('complete', () => assert.equal(read([calendar('')]).state, 'complete'))
  test('several calendars in one', () => assert.equal(read([calendar('') + calendar('')]).state, 'complete'))
  test('cut off within an event', () => assert.equal(read(['BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a']).state, 'truncated'))
  test('cut off between events', () =>
    assert.equal(read(['BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nEND:VEVENT\n']).state, 'truncated'))
  for (const text of ['', '<html></html>', '{"error": 1}'])
    test(`no calendar: ${text}`, () => assert.equal(read([text]).state, 'no_calendar'))
  test('a line of 20 MB without an end does not fill the memory', () => {
    const piece = 'x'.repeat(1_000_000)
    const { state } = read([
      'BEGIN:VCALENDAR\nDESCRIPTION:',
      ...Array.from({ length: 20 }, () => piece),
      '\nEND:VCALENDAR\n',
    ])
    assert.equal(state, 'complete')
  })
})

describe('what is in a calendar', () => {
  const inEvent = (lines: string): Component =>
    read([calendar(`BEGIN:VEVENT\n${lines}\nEND:VEVENT`)]).components[0] as Component
  const uidIn = (lines: string): string | undefined => propertyOf(inEvent(lines), 'UID')?.value

  test('events and zones are handed on as they end, then the calendar; what is inside them stays inside', () => {
    const zone = 'BEGIN:VTIMEZONE\nBEGIN:STANDARD\nDTSTART:19700101T000000\nEND:STANDARD\nEND:VTIMEZONE'
    const { components } = read([
      calendar(`${zone}\nBEGIN:VEVENT\nUID:a\nBEGIN:VALARM\nUID:alarm\nEND:VALARM\nEND:VEVENT\nUID:own`),
    ])
    assert.deepEqual(
      components.map(({ name, properties, components: inner }) => [
        name,
        properties.map(({ value }) => value),
        inner.map((one) => one.name),
      ]),
      [
        ['VTIMEZONE', [], ['STANDARD']],
        ['VEVENT', ['a'], ['VALARM']],
        ['VCALENDAR', ['own'], []],
      ],
    )
    assert.equal(components[0]?.components[0]?.properties[0]?.value, '19700101T000000')
  })

  const folded: [name: string, lines: string, expected: string | undefined][] = [
    ['a line that goes on after a space', 'UID:one\n two', 'onetwo'],
    ['a line that goes on after a tab', 'UID:one\n\ttwo', 'onetwo'],
    ['a line that goes on twice', 'UID:one\n two\n three', 'onetwothree'],
    ['spaces around the value', 'UID:  one  ', 'one'],
    ['a colon in the value', 'UID:one:two', 'one:two'],
    ['a name in lower case', 'uid:one', 'one'],
    ['a parameter with a colon in quotes', 'UID;X="a:b;c":one', 'one'],
    ['a list of parameters in quotes', 'UID;X="a:b","c:d":one', 'one'],
    ['no value at all', 'UID', ''],
    ['an empty value', 'UID:', ''],
    ['the first of two', 'UID:one\nUID:two', 'one'],
    ['another name that begins alike', 'UIDX:one', undefined],
    ['a line that has no name', ':one', undefined],
  ]
  for (const [name, lines, expected] of folded) test(name, () => assert.equal(uidIn(lines), expected))

  test('parameters: their names in upper case, without quotes and spaces', () => {
    const { name, parameters } =
      inEvent('attendee;cn="Doe, J: x"; partstat = ACCEPTED;MEMBER="a","b":mailto:x@acme.test').properties[0] ??
      assert.fail()
    assert.equal(name, 'ATTENDEE')
    assert.deepEqual(Object.fromEntries(parameters), { CN: 'Doe, J: x', PARTSTAT: 'ACCEPTED', MEMBER: 'a' })
  })

  test('an end without a beginning is ignored, and what was left open ends with what is around it', () => {
    assert.deepEqual(
      uids(
        read([calendar('END:VTODO\nBEGIN:VEVENT\nUID:a\nBEGIN:VALARM\nEND:VEVENT\nBEGIN:VEVENT\nUID:b\nEND:VEVENT')]),
      ),
      ['a', 'b'],
    )
  })
  test('a property outside of everything is ignored', () =>
    assert.equal(read([`UID:x\n${calendar('')}`]).state, 'complete'))
  test('a last line without an end of line counts', () =>
    assert.equal(read(['BEGIN:VCALENDAR\nEND:VCALENDAR']).state, 'complete'))
  test('a calendar after a whole one that is cut off', () =>
    assert.equal(read([`${calendar('')}BEGIN:VCALENDAR\n`]).state, 'truncated'))
  test('components within components, deeper than anybody writes them, neither fill the memory nor end the event', () => {
    const deep = (depth: number): string => `${'BEGIN:X\n'.repeat(depth)}${'END:X\n'.repeat(depth)}`
    const depthOf = (component: Component | undefined): number => (component ? 1 + depthOf(component.components[0]) : 0)
    const { state, components } = read([calendar(`BEGIN:VEVENT\nUID:a\n${deep(50)}END:VEVENT`)])
    assert.deepEqual([state, uids({ components }), depthOf(components[0])], ['complete', ['a'], 9])
  })
  test('of a line that never stops going on, only the beginning is kept', () => {
    const value = uidIn(`UID:${Array.from({ length: 300 }, () => 'x'.repeat(1000)).join('\n ')}`) ?? ''
    assert.ok(value.length >= 99_000 && value.length <= 101_000, String(value.length))
  })
  test('of a line that never ends, only the beginning is kept', () => {
    const { components } = read([
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:',
      ...Array(20).fill('x'.repeat(50_000)),
      '\nEND:VEVENT\nEND:VCALENDAR\n',
    ])
    const length = components[0]?.properties[0]?.value.length ?? 0
    assert.ok(length >= 99_000 && length <= 201_000, String(length))
  })
})

describe('what is more than anybody writes', () => {
  const taken = (text: string): Component[] => {
    const components: Component[] = []
    const reader = new CalendarReader(['UID', 'EXDATE'], (component) => components.push(component))
    reader.push(`BEGIN:VCALENDAR\n${text}END:VCALENDAR\n`)
    reader.end()
    return components
  }

  test('of the properties of an event 20,000 are kept, and that there were more is said', () => {
    const withLines = (count: number) =>
      taken(`BEGIN:VEVENT\n${'UID:a\n'.repeat(count)}END:VEVENT\nBEGIN:VEVENT\nUID:b\nEND:VEVENT\n`)
    assert.deepEqual(
      [20_000, 20_001].map((count) => withLines(count).map(({ properties, isCut }) => [properties.length, isCut])),
      [
        [
          [20_000, false],
          [1, false],
          [0, false],
        ],
        [
          [20_000, true],
          [1, false],
          [0, false],
        ],
      ],
    )
  })
  test('of the parts of a zone 1,000 are kept', () => {
    const parts = (count: number) =>
      taken(`BEGIN:VTIMEZONE\n${'BEGIN:STANDARD\nEND:STANDARD\n'.repeat(count)}END:VTIMEZONE\n`)[0]?.components.length
    assert.deepEqual([parts(1_000), parts(1_001)], [1_000, 1_000])
  })
  test('of the parameters of a line 50 are kept, and its value', () => {
    const line = (count: number) =>
      `EXDATE${Array.from({ length: count }, (_, index) => `;P${index}=x`).join('')}:20261103`
    const read = (count: number) => taken(`BEGIN:VEVENT\n${line(count)}\nEND:VEVENT\n`)[0]?.properties[0]
    assert.deepEqual(
      [50, 51].map((count) => [read(count)?.parameters.size, read(count)?.value]),
      [
        [50, '20261103'],
        [50, '20261103'],
      ],
    )
  })
})
