import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Zone } from './zone.ts'
import { findZone, isZoneName, zoneNameOf, zoneNames } from './zones.ts'

const zoneOf = (name: string): Zone => {
  const zone = findZone(name)
  assert.ok(zone, name)
  return zone
}

const hour = 3_600_000
const wall = (text: string): number => Date.parse(`${text}Z`)
const utc = (instant: number): string => new Date(instant).toISOString().slice(0, 16)

describe('a wall-clock time', () => {
  test('is one instant on an ordinary day', () => {
    assert.deepEqual(zoneOf('Europe/Lisbon').instantsOf(wall('2026-06-01T09:00')).map(utc), ['2026-06-01T08:00'])
  })

  test('moves forward by the gap when the clock skips it', () => {
    const zone = zoneOf('America/New_York')
    assert.deepEqual(zone.instantsOf(wall('2027-03-14T02:30')), [])
    assert.equal(utc(zone.instantOf(wall('2027-03-14T02:30'))), '2027-03-14T07:30')
    assert.equal(zone.localAt(zone.instantOf(wall('2027-03-14T02:30'))), wall('2027-03-14T03:30'))
  })

  test('is two instants in the hour that comes twice, the earlier first', () => {
    const zone = zoneOf('Europe/Berlin')
    assert.deepEqual(zone.instantsOf(wall('2027-10-31T02:30')).map(utc), ['2027-10-31T00:30', '2027-10-31T01:30'])
    assert.equal(utc(zone.instantOf(wall('2027-10-31T02:30'))), '2027-10-31T00:30')
  })

  test('the edges of both: the gap ends at 03:00 sharp, the second hour at 03:00 sharp', () => {
    const zone = zoneOf('Europe/Berlin')
    assert.deepEqual(zone.instantsOf(wall('2027-03-28T03:00')).map(utc), ['2027-03-28T01:00'])
    assert.deepEqual(zone.instantsOf(wall('2027-10-31T03:00')).map(utc), ['2027-10-31T02:00'])
    assert.equal(zone.instantsOf(wall('2027-10-31T02:00')).length, 2)
  })
})

describe('the year 9999', () => {
  test('has the clocks of the years before it, by the rule, on both sides of every cycle of the calendar', () => {
    for (const name of [
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'America/Asuncion',
      'Asia/Kathmandu',
    ]) {
      const zone = zoneOf(name)
      for (const year of [2498, 2499, 2500, 2501, 2899, 2900, 2901, 9998, 9999]) {
        const from = Date.UTC(year, 0, 1)
        const to = Date.UTC(year + 1, 0, 1)
        const cycles = Math.ceil((year - 2400) / 400) * 146_097 * 24 * hour
        const earlier = zone.changesBetween(from - cycles, to - cycles)
        assert.deepEqual(
          zone.changesBetween(from, to),
          earlier.map(({ at, ...offsets }) => ({ at: at + cycles, ...offsets })),
          `${name} ${year}`,
        )
        for (let at = from; at < to; at += 30 * 24 * hour)
          assert.equal(zone.offsetAt(at), zone.offsetAt(at - cycles), `${name} ${utc(at)}`)
      }
    }
    assert.deepEqual(zoneOf('Europe/Berlin').instantsOf(wall('9999-10-31T02:30')).map(utc), [
      '9999-10-31T00:30',
      '9999-10-31T01:30',
    ])
    assert.deepEqual(zoneOf('Europe/Berlin').instantsOf(wall('9999-03-28T02:30')), [])
  })
})

describe('the hard nights', () => {
  const nights: [zone: string, local: string, expected: string[]][] = [
    ['Australia/Lord_Howe', '2027-04-04T01:45', ['2027-04-03T14:45', '2027-04-03T15:15']],
    ['Australia/Lord_Howe', '2027-10-03T02:15', []],
    ['Antarctica/Troll', '2027-03-28T02:30', []],
    ['Antarctica/Troll', '2027-10-31T01:30', ['2027-10-30T23:30', '2027-10-31T01:30']],
    ['Pacific/Apia', '2011-12-30T12:00', []],
    ['Pacific/Apia', '2011-12-31T12:00', ['2011-12-30T22:00']],
    ['Asia/Kathmandu', '2028-02-29T23:59', ['2028-02-29T18:14']],
    ['Pacific/Chatham', '2027-12-31T23:59', ['2027-12-31T10:14']],
    ['Europe/Dublin', '2027-03-28T01:30', []],
    ['Asia/Kolkata', '2100-02-28T12:00', ['2100-02-28T06:30']],
    ['America/New_York', '9999-07-01T12:00', ['9999-07-01T16:00']],
  ]
  for (const [name, local, expected] of nights) {
    test(`${name} ${local} is ${expected.join(' and ') || 'skipped'}`, () => {
      assert.deepEqual(zoneOf(name).instantsOf(wall(local)).map(utc), expected)
    })
  }

  test('Samoa has no 30 December 2011: a whole day moves forward', () => {
    const zone = zoneOf('Pacific/Apia')
    assert.equal(zone.localAt(zone.instantOf(wall('2011-12-30T12:00'))), wall('2011-12-31T12:00'))
  })

  test('Vancouver stays on summer time from November 2026 on, which Node 20 does not know', () => {
    assert.equal(zoneOf('America/Vancouver').offsetAt(wall('2026-12-15T12:00')), -7 * hour)
  })

  test('Havana stays on summer time in the winter of 2026, although its rule names a change', () => {
    assert.equal(zoneOf('America/Havana').offsetAt(wall('2026-12-15T12:00')), -4 * hour)
    assert.equal(zoneOf('America/Havana').offsetAt(wall('2027-12-15T12:00')), -5 * hour)
  })

  test('a rule begins after the last change in the data, even if that one changes the abbreviation only', () => {
    const summer = { at: wall('2026-03-08T07:00'), offset: -4 * hour }
    const renamed = { at: wall('2027-01-01T00:00'), offset: -4 * hour }
    const zone = new Zone('Test/Zone', -5 * hour, [summer, renamed], 'EST5EDT,M3.2.0,M11.1.0')
    assert.deepEqual(
      zone
        .changesBetween(wall('2026-01-01T00:00'), wall('2028-01-01T00:00'))
        .map(({ at, after }) => [utc(at), after / hour]),
      [
        ['2026-03-08T07:00', -4],
        ['2027-11-07T06:00', -5],
      ],
    )
  })
})

describe('zone names', () => {
  test('aliases are accepted and keep their name', () => {
    assert.equal(
      zoneOf('US/Pacific').offsetAt(wall('2026-07-01T00:00')),
      zoneOf('America/Los_Angeles').offsetAt(wall('2026-07-01T00:00')),
    )
    assert.equal(zoneNameOf('asia/calcutta'), 'Asia/Calcutta')
  })

  test('every spelling of a name is one zone in memory', () => {
    for (const name of ['europe/lisbon', 'EUROPE/LISBON', 'eUrOpE/lIsBoN'])
      assert.equal(findZone(name), findZone('Europe/Lisbon'), name)
  })

  for (const name of [
    '',
    'Mars/Phobos',
    '+01:00',
    'Europe',
    'Factory',
    '__proto__',
    'constructor',
    '../../etc/passwd',
    'Europe/Lisbon\0',
  ]) {
    test(`${JSON.stringify(name)} is no zone`, () => assert.equal(isZoneName(name), false))
  }
})

test('in every zone, local time and back is the same instant, at every change of the clock 2024–2037 and around it', () => {
  let checked = 0
  for (const name of zoneNames()) {
    const zone = zoneOf(name)
    for (const { at } of zone.changesBetween(Date.UTC(2024, 0, 1), Date.UTC(2038, 0, 1))) {
      for (const instant of [at - hour, at - 1, at, at + 1, at + hour]) {
        checked += 1
        assert.ok(zone.instantsOf(zone.localAt(instant)).includes(instant), `${name} ${utc(instant)}`)
      }
    }
  }
  assert.ok(checked > 10_000, `only ${checked} instants were checked`)
})
