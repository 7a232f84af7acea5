import { filled } from '#ui/format.ts'
import { Form, FormButton, TextField } from '#ui/forms.tsx'
import type { WelcomeTexts } from '../../../languages/console/welcome.ts'
import { PageCard, Step } from './steps.tsx'

interface Zone {
  readonly zone: string
  readonly city: string
  /** Its other names. */
  readonly also: readonly string[]
}

interface WhoPageProps {
  readonly texts: WelcomeTexts
  readonly token: string
  readonly action: string
  readonly person: { readonly name: string; readonly email: string; readonly timezone: string }
  /** The browser knows better. */
  readonly isZoneGuessed: boolean
  readonly zones: readonly Zone[]
  readonly errors: Readonly<Record<string, string>>
}

/** Step 1: who people will be meeting. */
export const WhoPage = ({ texts, token, action, person, isZoneGuessed, zones, errors }: WhoPageProps) => (
  <Step
    texts={texts}
    step={1}
    title={texts.titleWho}
    intro={texts.introWho}
    aside={<PageCard texts={texts} name={person.name} />}
  >
    <Form token={token} action={action}>
      <TextField
        name="name"
        label={texts.name}
        value={person.name}
        hint={texts.nameHint}
        wrong={errors.name}
        autocomplete="name"
        maxLength={255}
      />
      <TextField
        name="email"
        type="email"
        label={texts.email}
        value={person.email}
        hint={texts.emailHint}
        wrong={errors.email}
        autocomplete="email"
        maxLength={254}
      />
      <div class="field">
        <label for="timezone">{texts.zone}</label>
        <select
          id="timezone"
          name="timezone"
          data-guess={isZoneGuessed ? '' : undefined}
          aria-invalid={errors.timezone !== undefined || undefined}
        >
          {zones.map(({ zone, city, also }) => (
            <option
              key={zone}
              value={zone}
              selected={zone === person.timezone}
              data-also={also.length > 0 ? also.join(' ') : undefined}
            >
              {city}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" class="large">
        {texts.next}
      </button>
    </Form>
  </Step>
)

interface BackPageProps {
  readonly texts: WelcomeTexts
  readonly token: string
  readonly action: string
  readonly name: string
}

/** For somebody who is no longer new: the link signs them in, when they say so. */
export const BackPage = ({ texts, token, action, name }: BackPageProps) => (
  <Step texts={texts} step={0} title={filled(texts.titleBack, { name })} intro={texts.introBack}>
    <FormButton token={token} action={action} button="large">
      {texts.next}
    </FormButton>
  </Step>
)

export const DeadLinkPage = ({ texts }: { readonly texts: WelcomeTexts }) => {
  const [before = '', command = '', after = ''] = texts.dead.split('`')
  return (
    <Step texts={texts} step={0} title={texts.titleDead} intro="">
      <p>
        {before}
        <code>{command}</code>
        {after}
      </p>
    </Step>
  )
}
