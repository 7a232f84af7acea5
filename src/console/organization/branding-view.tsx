import { describedBy, Field, Form, PictureField, SaveButton, SavedSign, TextField } from '#ui/forms.tsx'
import { type NamedColor, Swatch } from '#ui/swatch.tsx'
import type { AdministrationTexts } from '../../../languages/console/administration.ts'
import { OrganizationTabs } from './tabs.tsx'

interface BrandingProps {
  readonly texts: AdministrationTexts
  /** Texts of the account pages, whose picture form is the same. */
  readonly accountTexts: Readonly<
    Record<'saved' | 'pictureForm' | 'upload' | 'remove' | 'logoAlt' | 'tooLarge', string>
  >
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

/** The name, color, and logo of the organization, next to a preview of a booking page. */
export const Branding = ({
  texts: { tabs, branding: texts },
  accountTexts,
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
      <SavedSign text={accountTexts.saved} />
    </div>
    <p class="soft measure">{texts.hint}</p>
    <div class="branding">
      <div>
        <Form token={token} action={action} savesFields id="branding-form">
          <TextField name="name" label={texts.name} value={name} maxLength={255} wrong={errors.name} refreshes />
          <Field name="color" label={texts.color} hint={texts.colorHint} wrong={errors.color} isGroup refreshes>
            <div class="row">
              <Swatch value="" color={standard} name={texts.defaultColor} isChosen={color === null} />
              {colors.map((one) => (
                <Swatch key={one.color} {...one} isChosen={one.color === color} />
              ))}
            </div>
          </Field>
          <Field name="own" label={texts.customColor} refreshes>
            <input id="own" name="own" type="color" value={color ?? standard} aria-describedby={describedBy('own')} />
          </Field>
          <SaveButton text={texts.save} />
        </Form>
        <section class="part">
          <h2>{texts.logo}</h2>
          {logo !== undefined && <img class="logo" src={logo} alt={accountTexts.logoAlt} />}
          <Form token={token} action={`${action}/logo`} takesFiles>
            <PictureField
              {...{ name: 'logo', label: accountTexts.pictureForm, wrong: errors.logo }}
              {...{ maxBytes: mostLogoBytes, tooLarge: accountTexts.tooLarge }}
            />
            <div class="row">
              <button type="submit" class="second">
                {accountTexts.upload}
              </button>
              {hasLogo && (
                <button type="submit" class="plain" name="remove" value="yes" formnovalidate>
                  {accountTexts.remove}
                </button>
              )}
            </div>
          </Form>
        </section>
      </div>
      <figure>
        <iframe title={texts.preview} src={preview} inert />
        <figcaption class="hint">{texts.preview}</figcaption>
      </figure>
    </div>
  </>
)
