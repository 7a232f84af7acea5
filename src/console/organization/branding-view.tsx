import { describedBy, Field, Form, SaveButton, SavedSign, TextField } from '#ui/forms.tsx'
import { type NamedColor, Swatch } from '#ui/swatch.tsx'
import type { AdministrationTexts } from '../../../languages/console/administration.ts'
import { OrganizationTabs } from './tabs.tsx'

interface BrandingProps {
  readonly texts: AdministrationTexts
  /** Of the account pages, which take pictures in the same way. */
  readonly words: Readonly<Record<'saved' | 'pictureForm' | 'upload' | 'remove' | 'theLogo' | 'tooLarge', string>>
  readonly token: string
  readonly action: string
  readonly name: string
  /** Null for the standard one. */
  readonly color: string | null
  readonly standard: string
  readonly colors: readonly NamedColor[]
  readonly logo: string | undefined
  readonly hasLogo: boolean
  readonly mostLogoBytes: number
  readonly preview: string
  readonly errors: Readonly<Record<string, string>>
}

/** What guests see of the organization: its name, its colour and its logo, with a booking page beside it. */
export const Branding = ({
  texts: { tabs, branding: texts },
  words,
  token,
  action,
  name,
  color,
  standard,
  colors,
  logo,
  hasLogo,
  mostLogoBytes,
  preview,
  errors,
}: BrandingProps) => (
  <>
    <OrganizationTabs texts={tabs} current="branding" />
    <div class="head">
      <h1>{texts.title}</h1>
      <SavedSign words={words.saved} />
    </div>
    <p class="soft measure">{texts.hint}</p>
    <div class="branding">
      <div>
        <Form token={token} action={action} savesFields id="branding-form">
          <TextField name="name" label={texts.name} value={name} maxLength={255} wrong={errors.name} refreshes />
          <Field name="color" label={texts.color} hint={texts.colorHint} wrong={errors.color} isGroup refreshes>
            <div class="row">
              <Swatch value="" color={standard} name={texts.standard} isChosen={color === null} />
              {colors.map((one) => (
                <Swatch key={one.color} {...one} isChosen={one.color === color} />
              ))}
            </div>
          </Field>
          <Field name="own" label={texts.own} refreshes>
            <input id="own" name="own" type="color" value={color ?? standard} aria-describedby={describedBy('own')} />
          </Field>
          <SaveButton words={texts.save} />
        </Form>
        <section class="part">
          <h2>{texts.logo}</h2>
          {logo !== undefined && <img class="logo" src={logo} alt={words.theLogo} />}
          <form method="post" action={`${action}/logo`} enctype="multipart/form-data">
            <input type="hidden" name="form_token" value={token} />
            <div class="field">
              <label for="logo">{words.pictureForm}</label>
              <input
                id="logo"
                name="logo"
                type="file"
                accept="image/png,image/jpeg,image/webp"
                data-most-bytes={mostLogoBytes}
                data-too-large={words.tooLarge}
                aria-describedby="logo-wrong"
                aria-invalid={errors.logo !== undefined || undefined}
              />
              <p class="wrong" id="logo-wrong" hidden={errors.logo === undefined}>
                {errors.logo}
              </p>
            </div>
            <div class="row">
              <button type="submit" class="second">
                {words.upload}
              </button>
              {hasLogo && (
                <button type="submit" class="plain" name="remove" value="yes" formnovalidate>
                  {words.remove}
                </button>
              )}
            </div>
          </form>
        </section>
      </div>
      <figure>
        <iframe title={texts.preview} src={preview} inert />
        <figcaption class="hint">{texts.preview}</figcaption>
      </figure>
    </div>
  </>
)
