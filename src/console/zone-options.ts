import { listedZones } from '#pages/listed-zones.ts'

/** By city; with the part of the world, where two have one of that name. UTC and what is chosen are always among them. */
export const zoneOptions = (locale: string, chosen: string): readonly { readonly value: string; readonly label: string }[] => {
  const zones = listedZones(locale, chosen)
  const isUnclear = (city: string): boolean => zones.filter((one) => one.city === city).length > 1
  const options = zones.map(({ zone, city, region }) => ({ value: zone, label: isUnclear(city) ? `${city} (${region})` : city }))
  const others = zones.some(({ zone }) => zone === chosen) ? ['UTC'] : ['UTC', chosen]
  return [...[...new Set(others)].map((zone) => ({ value: zone, label: zone })), ...options.sort((one, other) => one.label.localeCompare(other.label, locale))]
}
