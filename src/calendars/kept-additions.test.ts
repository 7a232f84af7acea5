import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { entryOf } from './entry.ts'
import { withAdditions, withNotes } from './kept-additions.ts'

const meeting = (hour: number, sequence: number, location: string | null) => ({
  uid: 'one@openslot',
  sequence,
  name: 'Intro',
  startsAt: new Date(Date.UTC(2026, 9, 5, hour)),
  endsAt: new Date(Date.UTC(2026, 9, 5, hour + 1)),
  place: location === null ? null : ({ type: 'physical', location, additional_info: null } as never),
  invitees: [{ name: 'Demo Invitee', email: 'invitee@client.test' }],
  isGroup: false,
  answers: [{ question: 'What is it about?', answer: 'Prices; and more, perhaps' }],
})
const textOf = (hour: number, sequence: number, location: string | null = null): string =>
  entryOf(meeting(hour, sequence, location), 0, new Date(0)).text

describe('what a host has added to the entry of a meeting', () => {
  const added = [
    'COLOR:turquoise',
    'ATTENDEE;CN=Colleague:mailto:colleague@acme.test',
    'LOCATION:Room 5',
    'X-OWN;A=b:c',
  ]
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT10M', 'END:VALARM']
  const there = textOf(9, 0)
    .replace(/(DESCRIPTION:[^\r]*(?:\r\n [^\r]*)*)/, '$1\\n\\nBring the contract\\, please')
    .replace('END:VEVENT', [...added, 'RRULE:FREQ=WEEKLY', ...alarm, 'END:VEVENT'].join('\r\n'))

  test('stays when the meeting moves: alarms, people, place, color and notes; times and repetitions are ours', () => {
    const merged = withAdditions(textOf(14, 1), there, 'one@openslot').replace(/\r\n /g, '')
    for (const line of [...added, alarm.join('\r\n'), 'DTSTART:20261005T140000Z', 'SEQUENCE:1'])
      assert.ok(merged.includes(line), line)
    assert.match(merged, /DESCRIPTION:.*Prices\\; and more\\, perhaps.*Bring the contract\\, please/)
    assert.equal(merged.split('Bring the contract').length, 2)
    for (const line of ['RRULE', '20261005T090000Z']) assert.ok(!merged.includes(line), line)
    assert.equal(
      withAdditions(textOf(14, 1), merged, 'one@openslot').replace(/\r\n /g, ''),
      merged,
      'the second time changes nothing',
    )
  })
  test('gives way to a place of the meeting itself', () => {
    const merged = withAdditions(textOf(14, 1, 'Our office'), there, 'one@openslot')
    assert.ok(merged.includes('LOCATION:Our office') && !merged.includes('Room 5'))
  })
  test('is nothing where another event is there', () =>
    assert.equal(withAdditions(textOf(14, 1), there, 'two@openslot'), textOf(14, 1)))
  test('as a note stays behind what we write, without invitees who do not come any more', () =>
    assert.equal(
      withNotes('A <a@client.test>', 'A <a@client.test>\nB <b@client.test>\r\nBring it'),
      'A <a@client.test>\n\nBring it',
    ))
  test('as a note stays without the line of guests who no longer come', () =>
    assert.equal(
      withNotes('A <a@client.test>\nGuests: <b@client.test>', 'Guests: <b@client.test>, <c@client.test>\nBring it'),
      'A <a@client.test>\nGuests: <b@client.test>\n\nBring it',
    ))
})
