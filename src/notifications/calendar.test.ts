import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import ICAL from 'ical.js'
import { type CalendarEntry, writeCalendar } from './calendar.ts'

const entry: CalendarEntry = {
  method: 'REQUEST',
  uid: 'one@openslot',
  sequence: 0,
  writtenAt: new Date(Date.UTC(2026, 2, 2, 10)),
  startsAt: new Date(Date.UTC(2026, 2, 3, 9)),
  endsAt: new Date(Date.UTC(2026, 2, 3, 9, 30)),
  summary: 'Intro call',
  description: '',
  location: '',
  organizer: { name: 'Demo Host', email: 'host@acme.test' },
  attendees: [{ name: 'Demo Invitee', email: 'invitee@client.test', role: 'REQ-PARTICIPANT', state: 'ACCEPTED' }],
}

const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one)) }
}

describe('a calendar entry', () => {
  test('has lines of at most 75 octets, ended by CR LF, and splits no character', () => {
    const summary = `${'ä'.repeat(60)}${'😀'.repeat(40)}${'x'.repeat(200)}`
    const text = writeCalendar({ ...entry, summary })
    const lines = text.split('\r\n')
    assert.equal(lines.pop(), '')
    for (const line of lines) {
      assert.ok(Buffer.byteLength(line) <= 75, line)
      assert.ok(!line.includes('\ufffd') && !line.includes('\n') && !line.includes('\r'))
      assert.equal(Buffer.from(line).toString(), line)
    }
    assert.ok(lines.some((line) => Buffer.byteLength(line) === 75))
    assert.equal(read(text).events[0]?.summary, summary)
  })

  test('is in UTC, with method, uid and sequence', () => {
    const { calendar, events } = read(writeCalendar({ ...entry, method: 'CANCEL', sequence: 3 }))
    assert.deepEqual(
      [calendar.getFirstPropertyValue('method'), calendar.getFirstPropertyValue('version')],
      ['CANCEL', '2.0'],
    )
    const [event] = events
    assert.deepEqual(
      [event?.startDate.toString(), event?.endDate.toString(), event?.sequence],
      ['2026-03-03T09:00:00Z', '2026-03-03T09:30:00Z', 3],
    )
    assert.equal(event?.component.getFirstPropertyValue('status'), 'CANCELLED')
  })

  const hostile = [
    'a;b,c\\d',
    'line\nBEGIN:VEVENT\nUID:two\nEND:VEVENT',
    'line\r\nATTENDEE:mailto:victim@elsewhere.test',
    '\rMETHOD:PUBLISH',
    '\\nnot a line',
    '"quoted";CN="x":mailto:victim@elsewhere.test',
    '\u2028ATTACH:https://elsewhere.test/x\u2029\u0085X-EVIL:1',
    'null \u0000 bell \u0007 escape \u001b[31m',
    '\u202eright to left',
  ]

  test('stays one entry, with its own attendees, whatever its texts contain', () => {
    const names = (text: string) =>
      new Set(
        text
          .replaceAll('\r\n ', '')
          .split('\r\n')
          .map((line) => /^[A-Z-]+/.exec(line)?.[0]),
      )
    const usual = names(writeCalendar({ ...entry, location: 'x', url: 'https://book.test/x' }))
    for (const text of hostile) {
      const written = writeCalendar({
        ...entry,
        summary: text,
        description: text,
        location: text,
        url: 'https://book.test/x',
        organizer: { name: text, email: 'host@acme.test' },
        attendees: [{ name: text, email: 'invitee@client.test', role: 'REQ-PARTICIPANT', state: 'ACCEPTED' }],
      })
      assert.deepEqual(names(written), usual)
      const { events } = read(written)
      assert.equal(events.length, 1)
      assert.deepEqual(
        events[0]?.attendees.map((attendee) => attendee.getFirstValue()),
        ['mailto:invitee@client.test'],
      )
      assert.equal(events[0]?.organizer, 'mailto:host@acme.test')
      const shown = text
        .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters.
        .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '')
      assert.equal(events[0]?.summary, shown)
    }
  })
})
