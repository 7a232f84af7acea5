import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minute } from './durations.ts'
import { readZoneFile } from './tzif.ts'
import { Zone } from './zone.ts'
import shipped from './zone-table.json' with { type: 'json' }

/** Zone data from one release of tzdata, such as 2026f. */
interface ZoneSource {
  readonly version: string
  readonly names: readonly string[]
  /** Undefined for a name it does not have. */
  load(name: string): Zone | undefined
}

const tableStart = Date.UTC(2000, 0, 1)

/** The table that comes with this release, so that every machine agrees on what time it is where. */
const shippedSource = (): ZoneSource => {
  const descriptions = new Map<string, string>()
  for (const [names = '', description = ''] of shipped.zones)
    for (const name of names.split(' ')) descriptions.set(name, description)
  return {
    version: shipped.version,
    names: [...descriptions.keys()].sort(),
    load: (name) => {
      const description = descriptions.get(name)
      return description === undefined ? undefined : zoneFrom(name, description)
    },
  }
}

/** See scripts/zones.ts, which writes it. */
const zoneFrom = (name: string, description: string): Zone => {
  const [first = '0', offsets = '', times = '', rule = ''] = description.split('|')
  const numbers = (text: string): number[] =>
    text === '' ? [] : text.split(' ').map((number) => Number.parseInt(number, 36) * minute)
  const offset = numbers(offsets)
  let at = tableStart
  const changes = numbers(times).map((since, index) => {
    at += since
    return { at, offset: offset[index] as number }
  })
  return new Zone(name, Number.parseInt(first, 36) * minute, changes, rule)
}

/** Compiled zone files, as systems keep them up to date. Undefined where there are none. */
const fileSource = (folder: string): ZoneSource | undefined => {
  const index = join(folder, 'tzdata.zi')
  if (!existsSync(index)) return undefined
  const text = readFileSync(index, 'utf8')
  const version = /^# version (\d{4}[a-z]+)/.exec(text)?.[1]
  if (version === undefined) return undefined
  const listed = text
    .split('\n')
    .flatMap((line) =>
      line.startsWith('Z ') ? [line.split(' ')[1]] : line.startsWith('L ') ? [line.split(' ')[2]] : [],
    )
    .filter((name): name is string => name !== undefined && name !== 'Factory')
  // Some systems list old names here and keep their files in a package of its own: for those the shipped table counts.
  const fallback = shippedSource()
  const inFiles = new Set(listed.filter((name) => existsSync(join(folder, name))))
  return {
    version,
    names: [...new Set([...inFiles, ...fallback.names])].sort(),
    load: (name) => {
      if (!inFiles.has(name)) return fallback.load(name)
      const { firstOffset, changes, rule } = readZoneFile(readFileSync(join(folder, name)))
      return new Zone(
        name,
        firstOffset * 1000,
        changes.map(({ at, offset }) => ({ at: at * 1000, offset: offset * 1000 })),
        rule,
      )
    },
  }
}

let source = shippedSource()
let zones = new Map<string, Zone>()
let spellings = spellingsOf(source)

function spellingsOf({ names }: ZoneSource): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [name.toLowerCase(), name]))
}

/** The release of tzdata that times are computed with. */
export const zoneDataVersion = (): string => source.version

export const zoneNames = (): readonly string[] => source.names

/** Whether this names a time zone: `Europe/Lisbon`, `US/Pacific`, `utc`. */
export const isZoneName = (name: string): boolean => spellings.has(name.toLowerCase())

/** `europe/lisbon` → `Europe/Lisbon`; undefined for what is no zone. */
export const zoneNameOf = (name: string): string | undefined => spellings.get(name.toLowerCase())

/** The zone with this name, aliases included. */
export const findZone = (name: string): Zone | undefined => {
  const known = zones.get(name)
  if (known) return known
  // Kept by its one spelling: names come from strangers, and every letter has two cases.
  const spelling = spellings.get(name.toLowerCase())
  if (spelling === undefined) return undefined
  const zone = zones.get(spelling) ?? source.load(spelling)
  if (zone) zones.set(spelling, zone)
  return zone
}

const use = (next: ZoneSource): void => {
  source = next
  zones = new Map()
  spellings = spellingsOf(next)
}

/** Takes the zone files of a folder when they are newer than what is in use; no restart is needed. True when it did. */
export const useNewerZoneFiles = (folder = '/usr/share/zoneinfo'): boolean => {
  const found = fileSource(folder)
  if (!found || found.version <= source.version) return false
  use(found)
  return true
}

/** Back to the table that comes with this release. */
export const useShippedZones = (): void => use(shippedSource())
