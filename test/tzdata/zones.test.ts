import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readZoneFile } from '#platform/time/tzif.ts'
import { Zone } from '#platform/time/zone.ts'
import { findZone, zoneDataVersion, zoneNames } from '#platform/time/zones.ts'

const folder = '/usr/share/zoneinfo'

/** What the system's own reader says: the offset just before and at every change of the clock. */
const said = (names: readonly string[], years: string): { name: string; at: number; offset: number }[] =>
  execFileSync('zdump', ['-v', '-c', years, ...names], { encoding: 'utf8', maxBuffer: 1 << 28 })
    .split('\n')
    .flatMap((line) => {
      const match = /^(\S+)\s+\w+ (\w+ +\d+ [\d:]+ \d+) UT = .* gmtoff=(-?\d+)$/.exec(line)
      return match ? [{ name: match[1] as string, at: Date.parse(`${match[2]} UTC`), offset: Number(match[3]) * 1000 }] : []
    })

const firstDay = Date.UTC(2024, 0, 1)

test('H1: at every change of the clock 2024–2037, in every zone, our engine and the newest tzdata agree', () => {
  const expected = said(zoneNames(), '2024,2038').filter(({ at }) => at >= firstDay)
  assert.ok(expected.length > 5_000, `zdump told of ${expected.length} instants only`)
  const wrong = expected.filter(({ name, at, offset }) => findZone(name)?.offsetAt(at) !== offset)
  assert.deepEqual(wrong, [], `ours is tzdata ${zoneDataVersion()}`)
  console.log(`${expected.length} instants in ${zoneNames().length} zones, tzdata ${zoneDataVersion()}`)
})

test('the reader of zone files agrees with zdump as well, from 1900 on', () => {
  const names = ['Europe/Lisbon', 'America/New_York', 'Africa/Casablanca', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Gaza', 'America/Nuuk']
  const expected = said(names, '1900,2038').filter(({ at }) => at >= Date.UTC(1901, 0, 1))
  const zones = new Map(
    names.map((name) => {
      const { firstOffset, changes, rule } = readZoneFile(readFileSync(`${folder}/${name}`))
      return [
        name,
        new Zone(
          name,
          firstOffset * 1000,
          changes.map(({ at, offset }) => ({ at: at * 1000, offset: offset * 1000 })),
          rule,
        ),
      ]
    }),
  )
  assert.ok(expected.length > 1_000)
  assert.deepEqual(
    expected.filter(({ name, at, offset }) => zones.get(name)?.offsetAt(at) !== offset),
    [],
  )
})
