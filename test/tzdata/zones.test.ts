// seconds: 2
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readZoneFile } from '#platform/time/tzif.ts'
import { Zone } from '#platform/time/zone.ts'
import { findZone, zoneDataVersion, zoneNames } from '#platform/time/zones.ts'
import { sized } from '../support/sized.ts'

const folder = '/usr/share/zoneinfo'

const day = 86_400_000
const firstDay = Date.UTC(2000, 0, 1)
const lastDay = Date.UTC(2038, 0, 1)

/** Zones and links of the installed release. Factory says only that nobody has set a zone. */
const installedNames = readFileSync(`${folder}/tzdata.zi`, 'utf8')
  .split('\n')
  .flatMap((line) =>
    line.startsWith('Z ')
      ? [line.split(' ')[1] as string]
      : line.startsWith('L ')
        ? [line.split(' ')[2] as string]
        : [],
  )
  .filter((name) => name !== 'Factory')

interface Clock {
  readonly firstOffset: number
  readonly changes: readonly { readonly at: number; readonly offset: number }[]
}

/** `05`, `05:45` and `+0545` in milliseconds. */
const milliseconds = (text: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = (text.match(/\d\d/g) ?? []).map(Number)
  return (text.startsWith('-') ? -1 : 1) * ((hours * 60 + minutes) * 60 + seconds) * 1000
}

/**
 * What zdump reads out of the compiled files: the first offset, then each change in local time with the offset it
 * brings.
 */
const zdump = (names: readonly string[], years: string): Map<string, Clock> => {
  const text = execFileSync('zdump', ['-i', '-c', years, ...names], { encoding: 'utf8', maxBuffer: 1 << 28 })
  return new Map(
    text.split(/^TZ=/m).flatMap((section): [string, Clock][] => {
      const [head = '', first = '', ...lines] = section.trim().split('\n')
      const name = /^"(.+)"$/.exec(head)?.[1]
      if (name === undefined) return []
      const changes = lines.map((line) => {
        const [date = '', time = '', offset = ''] = line.split('\t')
        return {
          at: Date.parse(`${date}T00:00:00Z`) + milliseconds(time) - milliseconds(offset),
          offset: milliseconds(offset),
        }
      })
      return [[name, { firstOffset: milliseconds(first.split('\t')[2] ?? ''), changes }]]
    }),
  )
}

/**
 * Every change that either side knows and the second before it, and every day at noon: what zdump says and what ours
 * says.
 */
const differencesOf = (name: string, zone: Zone, expected: Clock, from: number, to: number): string[] => {
  const ours = zone.changesBetween(from, to).map(({ at }) => at)
  const instants = [...ours, ...expected.changes.map(({ at }) => at)].flatMap((at) => [at - 1000, at, at + 1000])
  for (let noon = from + day / 2; noon < to; noon += day) instants.push(noon)
  let next = 0
  let offset = expected.firstOffset
  return instants
    .sort((a, b) => a - b)
    .flatMap((at) => {
      for (; (expected.changes[next]?.at ?? Number.POSITIVE_INFINITY) <= at; next += 1)
        offset = expected.changes[next]?.offset ?? offset
      const found = zone.offsetAt(at)
      return found === offset
        ? []
        : [`${name} ${new Date(at).toISOString()}: ${found / 60_000} minutes instead of ${offset / 60_000}`]
    })
}

const triedNames = installedNames.filter((_, index) => index % sized(10, 1) === 0)

test(`H1: ${triedNames.length} names of the installed tzdata have the same clock here, daily 2000–2037 and one second around every change`, () => {
  assert.deepEqual([...zoneNames()], installedNames.sort())
  // Links are copies of a zone's file: zdump reads each content once.
  const contents = new Map<string, string>()
  const representatives = new Map(
    triedNames.map((name) => {
      const content = readFileSync(`${folder}/${name}`, 'latin1')
      if (!contents.has(content)) contents.set(content, name)
      return [name, contents.get(content) as string]
    }),
  )
  const expected = zdump([...contents.values()], '2000,2038')
  assert.equal(expected.size, contents.size)
  const differences = triedNames.flatMap((name) => {
    const zone = findZone(name)
    const clock = expected.get(representatives.get(name) ?? '')
    assert.ok(zone && clock, name)
    return differencesOf(name, zone, clock, firstDay, lastDay)
  })
  assert.equal(
    differences.length,
    0,
    `${differences.length} differences, ours is tzdata ${zoneDataVersion()}: ${differences.slice(0, 20).join('\n')}`,
  )
  console.log(`${triedNames.length} names, ${contents.size} clocks, tzdata ${zoneDataVersion()}`)
})

test('the reader of zone files agrees with zdump as well, from 1900 on', () => {
  const names = [
    'Europe/Lisbon',
    'America/New_York',
    'Africa/Casablanca',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Asia/Gaza',
    'America/Nuuk',
  ]
  const expected = zdump(names, '1901,2038')
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
  const differences = names.flatMap((name) => {
    const zone = zones.get(name)
    const clock = expected.get(name)
    assert.ok(zone && clock, name)
    return differencesOf(name, zone, clock, Date.UTC(1901, 0, 1), lastDay)
  })
  assert.deepEqual(differences, [])
})
