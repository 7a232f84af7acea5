import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { daysIn, readInstant, writeInstant, writeOffset, writeSecond } from './instant.ts'

const accepted: readonly (readonly [text: string, meaning: string])[] = [
  ['2026-01-14T09:12:44Z', '2026-01-14T09:12:44.000Z'],
  ['2026-01-14T09:12:44.018000Z', '2026-01-14T09:12:44.018Z'],
  ['2026-01-14T09:12:44.1Z', '2026-01-14T09:12:44.100Z'],
  ['2026-01-14T09:12:44.12Z', '2026-01-14T09:12:44.120Z'],
  ['2026-01-14T09:12:44.999999999Z', '2026-01-14T09:12:44.999Z'], // cut, never rounded into the next second
  ['2026-01-14t09:12:44z', '2026-01-14T09:12:44.000Z'], // RFC 3339 §5.6: small letters are allowed
  ['2026-01-14T09:12:44+00:00', '2026-01-14T09:12:44.000Z'],
  ['2026-01-14T09:12:44-00:00', '2026-01-14T09:12:44.000Z'],
  ['2026-01-14T09:12:44+05:30', '2026-01-14T03:42:44.000Z'],
  ['2026-01-14T09:12:44+0530', '2026-01-14T03:42:44.000Z'], // strftime's %z, which means only one thing
  ['2026-01-14T00:00:00-08:00', '2026-01-14T08:00:00.000Z'],
  ['2026-12-31T23:59:59-23:59', '2027-01-01T23:58:59.000Z'],
  ['2026-01-01T00:00:00+14:00', '2025-12-31T10:00:00.000Z'],
  ['2028-02-29T12:00:00Z', '2028-02-29T12:00:00.000Z'],
  ['2000-02-29T12:00:00Z', '2000-02-29T12:00:00.000Z'],
  ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['0099-06-15T00:00:00Z', '0099-06-15T00:00:00.000Z'], // not 1999
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
]

const refused: readonly string[] = [
  // Days that are not in the calendar.
  '2026-02-30T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-00-10T00:00:00Z',
  '2026-13-10T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-01-32T00:00:00Z',
  '0000-01-01T00:00:00Z',
  // Times that are not on the clock.
  '2026-01-14T24:00:00Z',
  '2026-01-14T25:00:00Z',
  '2026-01-14T09:60:00Z',
  '2026-01-14T09:12:60Z',
  '2026-01-14T09:12:61Z',
  '2026-01-14T09:12:44+24:00',
  '2026-01-14T09:12:44+05:60',
  // Out of the years that can be written, by the offset alone.
  '9999-12-31T23:59:59-00:01',
  '0001-01-01T00:00:00+00:01',
  // No zone, or a strange one.
  '2026-01-14T09:12:44',
  '2026-01-14T09:12:44.000',
  '2026-01-14T09:12:44 Z',
  '2026-01-14T09:12:44UTC',
  '2026-01-14T09:12:44+5:30',
  '2026-01-14T09:12:44+05',
  '2026-01-14T09:12:44+05:3',
  '2026-01-14T09:12:44−05:00',
  '2026-01-14T09:12:44Z+01:00',
  '2026-01-14T09:12:44Europe/Berlin',
  '2026-01-14T09:12:44Z[Europe/Berlin]',
  // Parts missing, or too much.
  '2026-01-14',
  '2026-01-14T09Z',
  '2026-01-14T09:12Z',
  '2026-01-14T09:12:44.Z',
  '2026-01-14T09:12:44,018Z',
  '2026-01-14T09:12:44.0000000000Z',
  '2026-1-14T09:12:44Z',
  '2026-01-14T9:12:44Z',
  '26-01-14T09:12:44Z',
  '+002026-01-14T09:12:44Z',
  '-2026-01-14T09:12:44Z',
  '12026-01-14T09:12:44Z',
  '20260114T091244Z',
  '2026-W03-3T09:12:44Z',
  '2026-014T09:12:44Z',
  '2026/01/14T09:12:44Z',
  '2026-01-14 09:12:44Z',
  '2026-01-14_09:12:44Z',
  // What V8 or PostgreSQL would make something of.
  '',
  ' ',
  '1',
  '0',
  '1768381964',
  '1768381964000',
  'now',
  'today',
  'tomorrow',
  'infinity',
  '-infinity',
  'epoch',
  'NaN',
  'null',
  'Wed, 14 Jan 2026 09:12:44 GMT',
  'January 14, 2026 09:12:44 UTC',
  // Around and inside of a good one.
  ' 2026-01-14T09:12:44Z',
  '2026-01-14T09:12:44Z ',
  '2026-01-14T09:12:44Z\n',
  '2026-01-14T09:12:44Z\u0000',
  '２０２６-01-14T09:12:44Z',
  '٢٠٢٦-01-14T09:12:44Z',
  '2026-01-14T09:12:44Z;2026-01-15T09:12:44Z',
]

describe('an instant in a request (H3)', () => {
  test(`is read as what it says, in ${accepted.length} forms`, () => {
    for (const [text, meaning] of accepted) assert.equal(readInstant(text)?.toISOString(), meaning, text)
  })

  test(`is refused rather than guessed, in ${refused.length} forms`, () => {
    assert.ok(refused.length >= 60)
    for (const text of refused) assert.equal(readInstant(text), undefined, JSON.stringify(text))
  })
})

describe('an instant in a response', () => {
  test('has six digits, also when they are zeros, and can be read again', () => {
    for (const [text] of accepted) {
      const instant = readInstant(text) as Date
      assert.match(writeInstant(instant), /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}000Z$/)
      assert.deepEqual(readInstant(writeInstant(instant)), instant)
    }
  })

  test('is the same whatever was written before it: days follow one another in any order', () => {
    const day = 86_400_000
    const around = [
      Date.UTC(1, 0, 1) - 1900 * 365.25 * day,
      -day,
      0,
      Date.UTC(2026, 1, 28),
      Date.UTC(2028, 1, 29),
      Date.UTC(9999, 11, 31),
    ].map(Math.floor)
    const instants = around.flatMap((time) =>
      [time, time - 1, time + 1, time + day - 1, time + 45_296_789].map((milliseconds) => new Date(milliseconds)),
    )
    for (const [index, instant] of instants.entries()) {
      const other = instants[(index * 7) % instants.length] as Date
      for (const written of [instant, other]) {
        assert.equal(writeInstant(written), written.toISOString().replace('Z', '000Z'))
        assert.equal(writeSecond(written.getTime()), written.toISOString().replace(/\.\d{3}Z/, 'Z'))
      }
    }
  })
})

test('months have the days of the Gregorian calendar', () => {
  const days = (year: number) => Array.from({ length: 12 }, (_, month) => daysIn(year, month + 1))
  assert.deepEqual(days(2026), [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
  assert.deepEqual(
    [1900, 2000, 2024, 2026, 2100].map((year) => daysIn(year, 2)),
    [28, 29, 29, 28, 28],
  )
})

describe('writeOffset', () => {
  for (const [hours, written] of [
    [0, '2026-01-14T23:30:00+00:00'],
    [14, '2026-01-15T13:30:00+14:00'],
    [5.75, '2026-01-15T05:15:00+05:45'],
    [-3.5, '2026-01-14T20:00:00-03:30'],
  ] as const)
    test(written, () => {
      const instant = new Date('2026-01-14T23:30:00Z')
      assert.equal(writeOffset(instant, hours * 3_600_000), written)
      assert.deepEqual(readInstant(written), instant)
    })
})
