import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CalendarReader, type Component } from './reader.ts'

const read = (pieces: readonly string[]): { state: string; components: Component[] } => {
  const components: Component[] = []
  const reader = new CalendarReader(['UID', 'DTSTART', 'ATTENDEE'], (component) => components.push(component))
  for (const piece of pieces) reader.push(piece)
  return { state: reader.end(), components }
}

const calendar = (lines: string): string => `BEGIN:VCALENDAR\n${lines}\nEND:VCALENDAR\n`
const uids = ({ components }: { components: Component[] }): string[] =>
  components.filter(({ name }) => name === 'VEVENT').map(({ properties }) => properties.find(({ name }) => name === 'UID')?.value ?? '')

describe('a calendar is read', () => {
  const text = calendar('BEGIN:VEVENT\nUID:a long\n  id\nSUMMARY:secret\nBEGIN:VALARM\nUID:alarm\nEND:VALARM\nEND:VEVENT').replaceAll('\n', '\r\n')
  test('in pieces of any size', () => {
    for (const size of [1, 2, 7, 1000]) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size))
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
    const { components } = read([calendar('BEGIN:VEVENT\nATTENDEE;CN="Doe, J: x";PARTSTAT=ACCEPTED;MEMBER="a","b":mailto:x@acme.test\nEND:VEVENT')])
    const property = components[0]?.properties[0]
    assert.equal(property?.value, 'mailto:x@acme.test')
    assert.equal(property.parameters.get('PARTSTAT'), 'ACCEPTED')
  })
})

describe('a list that was cut off is not the whole list', () => {
  test('complete', () => assert.equal(read([calendar('')]).state, 'complete'))
  test('several calendars in one', () => assert.equal(read([calendar('') + calendar('')]).state, 'complete'))
  test('cut off within an event', () => assert.equal(read(['BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a']).state, 'truncated'))
  test('cut off between events', () => assert.equal(read(['BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nEND:VEVENT\n']).state, 'truncated'))
  for (const text of ['', '<html></html>', '{"error": 1}']) test(`no calendar: ${text}`, () => assert.equal(read([text]).state, 'no_calendar'))
  test('a line of 20 MB without an end does not fill the memory', () => {
    const piece = 'x'.repeat(1_000_000)
    const { state } = read(['BEGIN:VCALENDAR\nDESCRIPTION:', ...Array.from({ length: 20 }, () => piece), '\nEND:VCALENDAR\n'])
    assert.equal(state, 'complete')
  })
})
