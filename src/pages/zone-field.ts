import { html, type Markup } from '#http/markup.ts'
import type { Language } from '../../languages/language.ts'
import { type ListedZone, listedZones, regions } from './listed-zones.ts'

interface ZoneField {
  readonly label: string
  readonly value: string
  /** The browser knows better: the page's script puts its zone here. */
  readonly isGuess?: boolean
}

/** The time zones of each part of the world, by the names of their cities. */
export const zoneField = ({ locale }: Language, { label, value, isGuess = false }: ZoneField): Markup => {
  const option = ({ zone, city, also = [] }: Pick<ListedZone, 'zone' | 'city'> & Partial<ListedZone>): Markup =>
    html`<option value="${zone}"${zone === value && html` selected`}${isGuess && also.length > 0 && html` data-also="${also.join(' ')}"`}>${city}</option>`
  const zones = listedZones(locale, value)
  const others = ['UTC', ...(regions.includes(value.split('/')[0] ?? '') ? [] : [value])]
  return html`<div class="field"><label for="timezone">${label}</label><select id="timezone" name="timezone" autocomplete="off"${isGuess && html` data-browser-zone`}>
${[...new Set(others)].map((zone) => option({ zone, city: zone }))}
${regions.map((region) => html`<optgroup label="${region}">${zones.filter((one) => one.region === region).map(option)}</optgroup>`)}
</select></div>`
}
