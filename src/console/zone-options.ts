import { listedZones } from '#pages/listed-zones.ts'

/**
 * By city; with the part of the world, where two have one of that name. UTC and what is chosen are always among them.
 */
export const zoneOptions = (
  locale: string,
  chosen: string,
): readonly { readonly value: string; readonly label: string }[] => {
  const zones = listedZones(locale, chosen)
  const counts = new Map<string, number>()
  for (const { city } of zones) counts.set(city, (counts.get(city) ?? 0) + 1)
  const options = zones.map(({ zone, city, region }) => ({
    value: zone,
    label: counts.get(city) === 1 ? city : `${city} (${region})`,
  }))
  const others = zones.some(({ zone }) => zone === chosen) ? ['UTC'] : ['UTC', chosen]
  return [
    ...[...new Set(others)].map((zone) => ({ value: zone, label: zone })),
    ...options.sort((one, other) => one.label.localeCompare(other.label, locale)),
  ]
}
