import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesIn, parseYearlyRule } from './posix-rule.ts'

const changes = (rule: string, year: number): string[] =>
  changesIn(parseYearlyRule(rule), year).map(
    ({ at, offset }) => `${new Date(at).toISOString().slice(0, 16)} ${offset / 60_000}`,
  )

const cases: [rule: string, year: number, expected: string[]][] = [
  ['UTC0', 2027, []],
  ['EST5EDT,M3.2.0,M11.1.0', 2027, ['2027-03-14T07:00 -240', '2027-11-07T06:00 -300']],
  ['CET-1CEST,M3.5.0,M10.5.0/3', 2027, ['2027-03-28T01:00 120', '2027-10-31T01:00 60']],
  // The south: summer begins late in the year.
  ['AEST-10AEDT,M10.1.0,M4.1.0/3', 2027, ['2027-04-03T16:00 600', '2027-10-02T16:00 660']],
  // Half an hour, with names in angle brackets.
  ['<+1030>-10:30<+11>-11,M10.1.0,M4.1.0', 2027, ['2027-04-03T15:00 630', '2027-10-02T15:30 660']],
  // A time before midnight, as in Greenland.
  ['<-02>2<-01>,M3.5.0/-1,M10.5.0/0', 2027, ['2027-03-28T01:00 -60', '2027-10-31T01:00 -120']],
  // Ireland writes winter as the exception.
  ['IST-1GMT0,M10.5.0,M3.5.0/1', 2027, ['2027-03-28T01:00 60', '2027-10-31T01:00 0']],
  // Days of the year, with and without 29 February.
  ['AAA0BBB,J60/0,J300/0', 2028, ['2028-03-01T00:00 60', '2028-10-26T23:00 0']],
  ['AAA0BBB,59/0,300/0', 2028, ['2028-02-29T00:00 60', '2028-10-26T23:00 0']],
]

for (const [rule, year, expected] of cases)
  test(`${rule} in ${year}`, () => assert.deepEqual(changes(rule, year), expected))

for (const rule of ['', 'EST', 'EST5EDT,M3.2', 'EST5EDT,M3.2.0,X']) {
  test(`${JSON.stringify(rule)} is refused`, () => assert.throws(() => parseYearlyRule(rule), /Not a/))
}
