import { Field } from '#ui/forms.tsx'
import type { Language } from '../../languages/language.ts'
import { type ListedZone, listedZones, regions } from './listed-zones.ts'

interface ZoneFieldProps {
  readonly language: Pick<Language, 'locale'>
  readonly label: string
  readonly value: string
  /** The browser knows better: the page's script puts its zone here. */
  readonly isGuess?: boolean
}

/** The time zones of each part of the world, by the names of their cities. */
export const ZoneField = ({ language: { locale }, label, value, isGuess = false }: ZoneFieldProps) => {
  const option = ({ zone, city, also = [] }: Pick<ListedZone, 'zone' | 'city'> & Partial<ListedZone>) => (
    <option
      key={zone}
      value={zone}
      selected={zone === value}
      data-also={isGuess && also.length > 0 ? also.join(' ') : undefined}
    >
      {city}
    </option>
  )
  const zones = listedZones(locale, value)
  const others = ['UTC', ...(regions.includes(value.split('/')[0] ?? '') ? [] : [value])]
  return (
    <Field name="timezone" label={label}>
      <select id="timezone" name="timezone" autocomplete="off" data-browser-zone={isGuess ? '' : undefined}>
        {[...new Set(others)].map((zone) => option({ zone, city: zone }))}
        {regions.map((region) => (
          <optgroup key={region} label={region}>
            {zones.filter((one) => one.region === region).map(option)}
          </optgroup>
        ))}
      </select>
    </Field>
  )
}
