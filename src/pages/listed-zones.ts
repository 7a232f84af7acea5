import { cityOf } from '#platform/language/zone-city.ts'
import { zoneNames } from '#platform/time/zones.ts'

export interface ListedZone {
  /** A part of the world, as zones are named: `Europe`. */
  readonly region: string
  readonly zone: string
  readonly city: string
  /** Further zones of this city, which are older names of this one. */
  readonly also: readonly string[]
}

export const regions = [
  'Africa',
  'America',
  'Antarctica',
  'Asia',
  'Atlantic',
  'Australia',
  'Europe',
  'Indian',
  'Pacific',
]

/**
 * The time zones by the names of their cities, each city of a part of the world once. Where its zone has several names,
 * it has the chosen one.
 */
export const listedZones = (locale: string, chosen: string): readonly ListedZone[] =>
  regions.flatMap((region) => zonesIn(region, locale, chosen))

const zonesIn = (region: string, locale: string, chosen: string): ListedZone[] => {
  const byCity = new Map<string, string[]>()
  for (const zone of zoneNames().filter((name) => name.startsWith(`${region}/`))) {
    const city = cityOf(locale, zone)
    byCity.set(city, [...(byCity.get(city) ?? []), zone])
  }
  return [...byCity]
    .map(([city, zones]) => {
      const zone = zones.find((one) => one === chosen) ?? zones.find(isNamedAfterCity) ?? zones[0] ?? ''
      return { region, zone, city, also: zones.filter((one) => one !== zone) }
    })
    .sort((one, other) => one.city.localeCompare(other.city, locale))
}

/** `Europe/Kyiv`, and not `Europe/Kiev`. */
const isNamedAfterCity = (zone: string): boolean => zone.endsWith(`/${plain(cityOf('en', zone)).replaceAll(' ', '_')}`)

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
