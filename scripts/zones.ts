// Writes src/platform/time/zone-table.json from the compiled zone files of this machine (package tzdata).
// Run with: npm run zones. Only changes since 2000 are kept, and only those that the zone's own rule does not repeat.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readZoneFile } from '#platform/time/tzif.ts'
import { Zone } from '#platform/time/zone.ts'

const folder = process.argv[2] ?? '/usr/share/zoneinfo'
const target = process.argv[3] ?? 'src/platform/time/zone-table.json'
const since = Date.UTC(2000, 0, 1) / 1000

const version = /^# version (\S+)/.exec(readFileSync(join(folder, 'tzdata.zi'), 'utf8'))?.[1]
const names = readFileSync(join(folder, 'tzdata.zi'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [kind, first, second] = line.split(' ')
    return kind === 'Z' ? [first as string] : kind === 'L' ? [second as string] : []
  })
  .filter((name) => name !== 'Factory')
  .sort()

const minutes = (seconds: number): number => {
  if (seconds % 60 !== 0) throw new Error(`${seconds} seconds are no whole minutes.`)
  return seconds / 60
}

/** `first offset|offset changes|minutes between changes|rule`, all in base 36. */
const describe = (name: string): string => {
  const { firstOffset, changes, rule } = readZoneFile(readFileSync(join(folder, name)))
  const before = changes.filter(({ at }) => at < since)
  const start = before.at(-1)?.offset ?? firstOffset
  const kept = withoutRepeats(
    start,
    changes.filter(({ at }) => at >= since),
    rule,
  )
  const times = kept.map(({ at }, place) => minutes(at - (kept[place - 1]?.at ?? since)).toString(36))
  return [
    minutes(start).toString(36),
    kept.map(({ offset }) => minutes(offset).toString(36)).join(' '),
    times.join(' '),
    rule,
  ].join('|')
}

type Change = ReturnType<typeof readZoneFile>['changes'][number]

/**
 * The shortest beginning from which the rule gives exactly the remaining changes: none is missing, and none is added.
 */
const withoutRepeats = (start: number, changes: readonly Change[], rule: string): readonly Change[] => {
  const end = changes.at(-1)?.at ?? since
  const clockOf = (kept: readonly Change[]): string => {
    const inMilliseconds = kept.map(({ at, offset }) => ({ at: at * 1000, offset: offset * 1000 }))
    return JSON.stringify(
      new Zone('', start * 1000, inMilliseconds, rule).changesBetween(since * 1000 - 1, end * 1000 + 1),
    )
  }
  const all = clockOf(changes)
  const moves = changes.filter(({ offset }, index) => offset !== (changes[index - 1]?.offset ?? start))
  for (let length = 0; length <= moves.length; length += 1) {
    const kept = moves.slice(0, length)
    if (clockOf(kept) === all) return kept
  }
  return changes
}

const zones = new Map<string, string[]>()
for (const name of names) {
  const description = describe(name)
  zones.set(description, [...(zones.get(description) ?? []), name])
}
const text = JSON.stringify(
  { version, zones: [...zones].map(([description, alike]) => [alike.join(' '), description]) },
  null,
  0,
).replaceAll('],[', '],\n[')
writeFileSync(target, `${text}\n`)
console.log(`${target}: ${names.length} names, ${zones.size} zones, tzdata ${version}, ${statSync(target).size} bytes`)
