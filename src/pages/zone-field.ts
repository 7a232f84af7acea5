import { html, type Markup } from '#http/markup.ts'
import { cityOf } from '#platform/language/zone-city.ts'
import { zoneNames } from '#platform/time/zones.ts'
import type { Language } from '../../languages/language.ts'

interface ZoneField {
  readonly label: string
  readonly value: string
  /** The browser knows better: the page's script puts its zone here. */
  readonly isGuess?: boolean
}

const regions = ['Africa', 'America', 'Antarctica', 'Asia', 'Atlantic', 'Australia', 'Europe', 'Indian', 'Pacific']

/**
 * The time zones of each part of the world, by the names of their cities. Each city is there once: older names of its zone lead to the
 * same option.
 */
export const zoneField = ({ locale }: Language, { label, value, isGuess = false }: ZoneField): Markup => {
  const option = ({ zone, city, also = '' }: ListedZone): Markup =>
    html`<option value="${zone}"${zone === value && html` selected`}${isGuess && also !== '' && html` data-also="${also}"`}>${city}</option>`
  const others = ['UTC', ...(regions.includes(value.split('/')[0] ?? '') ? [] : [value])]
  return html`<div class="field"><label for="timezone">${label}</label><select id="timezone" name="timezone" autocomplete="off"${isGuess && html` data-browser-zone`}>
${[...new Set(others)].map((zone) => option({ zone, city: zone }))}
${regions.map((region) => html`<optgroup label="${region}">${zonesIn(region, locale, value).map(option)}</optgroup>`)}
</select></div>`
}

interface ListedZone {
  readonly zone: string
  readonly city: string
  /** Its other names. */
  readonly also?: string
}

const zonesIn = (region: string, locale: string, chosen: string): ListedZone[] => {
  const byCity = new Map<string, string[]>()
  for (const zone of zoneNames().filter((name) => name.startsWith(`${region}/`))) {
    const city = cityOf(locale, zone)
    byCity.set(city, [...(byCity.get(city) ?? []), zone])
  }
  return [...byCity]
    .map(([city, zones]) => {
      const zone = zones.find((one) => one === chosen) ?? zones.find(isNamedAfterCity) ?? zones[0] ?? ''
      return { zone, city, also: zones.filter((one) => one !== zone).join(' ') }
    })
    .sort((one, other) => one.city.localeCompare(other.city, locale))
}

/** `Europe/Kyiv`, and not `Europe/Kiev`. */
const isNamedAfterCity = (zone: string): boolean => zone.endsWith(`/${plain(cityOf('en', zone)).replaceAll(' ', '_')}`)

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
