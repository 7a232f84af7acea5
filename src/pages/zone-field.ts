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

/** The time zones of each part of the world, by the names of their cities. */
export const zoneField = ({ locale }: Language, { label, value, isGuess = false }: ZoneField): Markup => {
  const option = ({ zone, city }: { readonly zone: string; readonly city: string }): Markup =>
    html`<option value="${zone}"${zone === value && html` selected`}>${city}</option>`
  const inRegion = (region: string) =>
    zoneNames()
      .filter((zone) => zone.startsWith(`${region}/`))
      .map((zone) => ({ zone, city: cityOf(locale, zone) }))
      .sort((one, other) => one.city.localeCompare(other.city, locale))
  const others = ['UTC', ...(regions.includes(value.split('/')[0] ?? '') ? [] : [value])]
  return html`<div class="field"><label for="timezone">${label}</label><select id="timezone" name="timezone" autocomplete="off"${isGuess && html` data-browser-zone`}>
${[...new Set(others)].map((zone) => option({ zone, city: zone }))}
${regions.map((region) => html`<optgroup label="${region}">${inRegion(region).map(option)}</optgroup>`)}
</select></div>`
}
