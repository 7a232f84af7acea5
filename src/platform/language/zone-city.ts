import cities from '../../../languages/zone-cities.json' with { type: 'json' }

const locales = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'uk']
const known: Readonly<Record<string, string>> = cities

/**
 * A time zone as people name it: the city that it is named after, as the language writes it. `Europe/Kiev` is `Київ`.
 */
export const cityOf = (locale: string, zone: string): string => {
  const names = Object.hasOwn(known, zone) ? (known[zone] ?? '').split(',') : []
  return names[locales.indexOf(locale)] || names[0] || zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
