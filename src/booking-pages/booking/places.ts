/**
 * Time zones and the cities in them. A text has all languages, with commas between them: empty where it is as in
 * English; then further spellings.
 */
export interface Places {
  readonly names: readonly (readonly [zone: string, name: string, abbreviations: string])[]
  readonly zones: readonly (readonly [zone: string, country: string, cities: string])[]
}

/** A place to choose a time zone by. */
export interface ListedPlace {
  readonly zone: string
  readonly city: string
  /** Its country, or what its time is called. */
  readonly detail: string
}

interface IndexedPlace extends ListedPlace {
  /** By which it is found, folded. */
  readonly names: readonly string[]
  /** By which the first city of a zone is found after all names: its country and the name of the zone itself. */
  readonly others: readonly string[]
}

const locales = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'uk']

/** The text in a language. */
export const textIn = (all: string, locale: string): string => {
  const texts = all.split(',')
  return texts[locales.indexOf(locale)] || texts[0] || ''
}

/** Without accents, capitals and punctuation: people type `sao paulo`. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const foldAll = (all: string): readonly string[] => [...new Set(all.split(',').filter(Boolean).map(fold))]

/** `countriesIn` names a country in the language of the page and in English. */
export const indexPlaces = (
  { names, zones }: Places,
  locale: string,
  countriesIn: (code: string) => readonly string[],
): readonly IndexedPlace[] => {
  const firstCity = new Map(zones.map(([zone, , cities]) => [zone, cities.split(';')[0] ?? '']))
  const named = names.map(([zone, name, abbreviations]): IndexedPlace => {
    const detail = textIn(name, locale)
    return {
      zone,
      city: textIn(firstCity.get(zone) ?? '', locale),
      detail,
      names: [...foldAll(name), ...fold(abbreviations).split(' ')],
      others: [],
    }
  })
  const inCities = zones.flatMap(([zone, country, cities]) => {
    const countries = countriesIn(country)
    return cities.split(';').map((city, index): IndexedPlace => {
      const others = index === 0 ? [...countries, zone].map(fold) : []
      return { zone, city: textIn(city, locale), detail: countries[0] ?? '', names: foldAll(city), others }
    })
  })
  return [...named, ...inCities]
}

/** How well it fits, 0 best, and the shorter name better; undefined if it does not. */
const rankOf = ({ names, others }: IndexedPlace, wanted: string): number | undefined => {
  const isFirst = others.length > 0
  if (names.includes(wanted)) return isFirst ? 0 : 1
  if (others.includes(wanted)) return 2
  const lengths = names.filter((name) => name.startsWith(wanted)).map(({ length }) => length)
  if (lengths.length > 0) return (isFirst ? 3 : 4) + Math.min(...lengths) / 1000
  if (others.some((name) => name.startsWith(wanted))) return 5
  return [...names, ...others].some((name) => name.includes(` ${wanted}`)) ? 6 : undefined
}

/** The best first; of a place that was found twice, the better. */
export const searchPlaces = (index: readonly IndexedPlace[], text: string): readonly ListedPlace[] => {
  const wanted = fold(text)
  if (wanted === '') return []
  const ranked = index.flatMap((place) => {
    const rank = rankOf(place, wanted)
    return rank === undefined ? [] : [{ place, rank }]
  })
  const found = new Map<string, ListedPlace>()
  for (const { place } of ranked.sort((one, other) => one.rank - other.rank)) {
    const key = `${place.zone} ${place.city}`
    if (!found.has(key)) found.set(key, place)
  }
  return [...found.values()]
}

/** What is shown before anybody searches: the zones that have names. */
export const commonPlaces = (index: readonly IndexedPlace[], { names }: Places): readonly ListedPlace[] =>
  index.slice(0, names.length)
