import type { z } from 'zod'
import type { updateUser } from '#accounts/index.ts'
import { locales } from '#event-types/index.ts'
import type { UserResource } from '#organizations/index.ts'
import { writeTime } from '#platform/language/moments.ts'
import { hour } from '#platform/time/durations.ts'
import { filled } from '#ui/format.ts'
import { type FieldErrors, Form, SelectField, TextField } from '#ui/forms.tsx'
import { languageOf } from '../../languages/all.ts'
import type { SignedInVisit } from './visit.ts'
import { ZoneField } from './zone-field.tsx'

interface ProfileFormProps {
  readonly visit: SignedInVisit
  readonly user: z.output<typeof UserResource>
  readonly errors: FieldErrors
}

/** What others see of a user, and how times and texts are written for them. */
export const ProfileForm = ({ visit: { form, language, formToken }, user, errors }: ProfileFormProps) => {
  const { profile, timeZone } = language.account
  const sent = (name: 'name' | 'slug' | 'timezone' | 'locale' | 'time_notation'): string => form.get(name) ?? user[name]
  return (
    <Form token={formToken} action="/account/profile">
      <TextField
        name="name"
        label={profile.name}
        value={sent('name')}
        hint={profile.nameHint}
        wrong={errors.name}
        autocomplete="name"
        maxLength={255}
        required
      />
      <TextField
        name="slug"
        label={profile.slug}
        value={sent('slug')}
        hint={profile.slugHint}
        wrong={errors.slug}
        maxLength={255}
        required
        isExact
      />
      <ZoneField language={language} label={timeZone} value={sent('timezone')} />
      <SelectField
        name="locale"
        label={profile.language}
        value={sent('locale')}
        options={locales.map((locale) => ({ value: locale, label: languageOf(locale).name }))}
      />
      <SelectField
        name="time_notation"
        label={profile.clock}
        value={sent('time_notation')}
        options={[
          {
            value: '12h',
            label: filled(profile.clock12, { time: writeTime(language, new Date(14.5 * hour), '12h') }),
          },
          { value: '24h', label: profile.clock24 },
        ]}
      />
      <button class="second" type="submit">
        {profile.save}
      </button>
    </Form>
  )
}

/** Fields that were sent; the others stay as they are. */
export const sentProfile = ({ form }: SignedInVisit): z.input<(typeof updateUser)['input']> => {
  const { name, slug, timezone, locale, time_notation } = Object.fromEntries(form) as Record<string, string>
  return { uuid: 'me', name, slug, timezone, locale, time_notation } as z.input<(typeof updateUser)['input']>
}
