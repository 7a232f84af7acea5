import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FeedReader } from './feed.ts'
import { readItem } from './read-item.ts'

const start = 'DTSTART:20261103T090000Z'
const event = (lines: string): string => `BEGIN:VEVENT\nUID:one\n${lines}\nEND:VEVENT\n`

/** Its own zone, which has this many changes. */
const zone = (changes: number): string => {
  const dates = Array.from({ length: changes }, (_, index) => `RDATE:${1970 + (index % 100)}0101T000000\n`).join('')
  return `BEGIN:VTIMEZONE\nTZID:Our office\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+0300\n${dates}END:STANDARD\nEND:VTIMEZONE\n`
}

const repeated = (line: string, count: number): string => Array(count).fill(line).join('\n')

describe('an item is followed up to a weight, and beyond it is one event that cannot be read', () => {
  const isFollowed = async (body: string): Promise<boolean> => {
    const { events } = await readItem(`BEGIN:VCALENDAR\n${body}END:VCALENDAR\n`, new Set())
    return events.every(({ rules }) => !rules.includes('unreadable'))
  }
  const long = `RRULE:FREQ=DAILY;X=${'x'.repeat(80_000)}`
  const inZone = (changes: number, exceptions: number): string =>
    zone(changes) +
    event(`DTSTART;TZID=Our office:20261103T090000\n${repeated('EXDATE;TZID=Our office:20261103T090000', exceptions)}`)
  const cases: Readonly<Record<string, readonly [followed: string, tooHeavy: string]>> = {
    'exceptions weigh 1 each': [
      event(`${start}\n${repeated('EXDATE:20261103', 19_990)}`),
      event(`${start}\n${repeated('EXDATE:20261103', 19_998)}`),
    ],
    'extra dates weigh 2 each': [
      event(`${start}\n${repeated('RDATE:20261103', 9_990)}`),
      event(`${start}\n${repeated('RDATE:20261103', 9_999)}`),
    ],
    'a date in a zone of its own weighs as much as its changes': [inZone(100, 180), inZone(100, 195)],
    'a date in a zone of its own weighs also where that has few changes': [inZone(0, 3_990), inZone(0, 4_000)],
    'rules weigh by their length': [
      event(`${start}\n${repeated(long, 2)}`),
      repeated(event(`${start}\n${repeated(long, 2)}`), 2),
    ],
    'replaced occurrences weigh as much as events': [
      repeated(event(`${start}\nRECURRENCE-ID:20261103T090000Z`), 4_990),
      repeated(event(`${start}\nRECURRENCE-ID:20261103T090000Z`), 5_001),
    ],
  }
  for (const [name, [followed, tooHeavy]] of Object.entries(cases))
    test(name, async () => assert.deepEqual([await isFollowed(followed), await isFollowed(tooHeavy)], [true, false]))
})

test('of a rule that nobody can read no text is kept', async () => {
  const { events } = await readItem(
    `BEGIN:VCALENDAR\n${event(`${start}\nRRULE:whoever wrote this\nEXRULE:FREQ=NEVER;X=or this`)}END:VCALENDAR\n`,
    new Set(),
  )
  assert.deepEqual(
    events.map(({ rules, exceptionRules }) => [rules, exceptionRules]),
    [[['unreadable'], ['unreadable']]],
  )
})

describe('a feed is read up to a weight, and beyond it is too large', () => {
  const stateOf = async (body: string): Promise<string> => {
    const reader = new FeedReader(new Set())
    await reader.push(Buffer.from(`BEGIN:VCALENDAR\n${body}END:VCALENDAR\n`))
    return (await reader.end()).state
  }
  const local = event('DTSTART;TZID=Our office:20261103T090000')

  test('of all its events together', async () => {
    const states = [await stateOf(zone(1_000) + local.repeat(980)), await stateOf(zone(1_000) + local.repeat(1_000))]
    assert.deepEqual(states, ['complete', 'too_large'])
  })
  test('of those that wait for a zone, with all that is kept of them meanwhile', async () => {
    assert.deepEqual(
      [await stateOf(local.repeat(4_000)), await stateOf(local.repeat(58_000))],
      ['complete', 'too_large'],
    )
  })
})
