import type { z } from 'zod'
import type { updateUser } from '#accounts/index.ts'
import { locales } from '#event-types/index.ts'
import { html, type Markup } from '#http/markup.ts'
import type { UserResource } from '#organizations/index.ts'
import { writeTime } from '#platform/language/moments.ts'
import { hour } from '#platform/time/durations.ts'
import { languageOf } from '../../languages/all.ts'
import { type FieldErrors, field } from './fields.ts'
import { formTo } from './layout.ts'
import { filled } from './texts.ts'
import type { SignedInVisit } from './visit.ts'
import { zoneField } from './zone-field.ts'

/** What others see of a user, and how times and texts are written for them. */
export const profileForm = (visit: SignedInVisit, user: z.output<typeof UserResource>, errors: FieldErrors): Markup => {
  const { form, language } = visit
  const { profile, timeZone } = language.account
  const sent = (name: 'name' | 'slug' | 'timezone' | 'locale' | 'time_notation'): string => form.get(name) ?? user[name]
  return formTo(
    visit,
    '/account/profile',
    html`${field({ name: 'name', label: profile.name, autocomplete: 'name', value: sent('name'), hint: profile.nameHint, maxlength: 255, wrong: errors.name })}
${field({ name: 'slug', label: profile.slug, value: sent('slug'), hint: profile.slugHint, maxlength: 255, wrong: errors.slug })}
${zoneField(language, { label: timeZone, value: sent('timezone') })}
${choice(
  'locale',
  profile.language,
  sent('locale'),
  locales.map((locale) => [locale, languageOf(locale).name]),
)}
${choice('time_notation', profile.clock, sent('time_notation'), [
  ['12h', filled(profile.clock12, { time: writeTime(language, new Date(14.5 * hour), '12h') })],
  ['24h', profile.clock24],
])}
<button class="second" type="submit">${profile.save}</button>`,
  )
}

const choice = (
  name: string,
  label: string,
  value: string,
  options: readonly (readonly [value: string, label: string])[],
): Markup =>
  html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}" autocomplete="off">${options.map(([one, words]) => html`<option value="${one}"${one === value && html` selected`}>${words}</option>`)}</select></div>`

/** Fields that were sent; the others stay as they are. */
export const sentProfile = ({ form }: SignedInVisit): z.input<(typeof updateUser)['input']> => {
  const { name, slug, timezone, locale, time_notation } = Object.fromEntries(form) as Record<string, string>
  return { uuid: 'me', name, slug, timezone, locale, time_notation } as z.input<(typeof updateUser)['input']>
}
