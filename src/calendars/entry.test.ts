import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { digestOf, entryOf, type MeetingInEntry, otherPeopleIn } from './entry.ts'

const meeting: MeetingInEntry = {
  uid: 'one@openslot',
  name: 'Intro',
  place: null,
  isGroup: false,
  startsAt: new Date(Date.UTC(2026, 9, 5, 9)),
  endsAt: new Date(Date.UTC(2026, 9, 5, 10)),
  invitees: [{ name: 'Demo Invitee', email: 'invitee@client.test' }],
  answers: [{ question: 'What is it about?', answer: 'Prices' }],
}
const host = (name: string) => ({ name, email: `${name}@acme.test` })
const textOf = (entry: MeetingInEntry): string => entryOf(entry, 0, new Date(0)).text.replaceAll('\r\n ', '')

describe('the entry of a meeting', () => {
  test('keeps its digest without guests and with one host, so that entries already written are not rewritten', () => {
    const alone = { ...meeting, ...otherPeopleIn('en', [], [host('one')]) }
    assert.equal(digestOf(alone).toString('hex'), '58d7d2f3f42dd1b504eb0afe15d2b1a9d16d4fd966837027b68afa3dc1939336')
  })

  test('names guests, and the hosts if there are several, in its description and not as attendees', () => {
    const others = otherPeopleIn('de', ['a@client.test', 'b@client.test'], [host('one'), host('two')])
    const text = textOf({ ...meeting, ...others })
    assert.match(
      text,
      /DESCRIPTION:Demo Invitee <invitee@client\.test>\\nGäste: <a@client\.test>\\, <b@client\.test>\\nGastgeber: one <one@acme\.test>\\, two <two@acme\.test>\\n\\nWhat is it about\?: Prices/,
    )
    assert.doesNotMatch(text, /ATTENDEE|ORGANIZER/)
  })
})
