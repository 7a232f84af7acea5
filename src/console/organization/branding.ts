import { h } from 'preact'
import { changeBranding, getBranding, setLogo } from '#organizations/index.ts'
import { errorsIn } from '#pages/errors.ts'
import { asErrorOf, sentPicture } from '#pages/pictures.tsx'
import { run } from '#pages/run-operation.ts'
import { standardColor } from '#pages/theme.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { maxPictureBytes } from '#platform/pictures/picture.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { shellTexts } from '../../../languages/console/shell.ts'
import { colorChoices } from '../colors.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { savingFields, sentFields } from '../saving.ts'
import { Branding } from './branding-view.tsx'
import { administrationTextsFor } from './texts.ts'

const path = '/app/organization/branding'

const brandingPage = async (visit: SignedInVisit, errors: FieldErrors = {}): Promise<ConsolePage> => {
  const texts = administrationTextsFor(visit)
  const { profile, notes, refusals } = visit.language.account
  const { name, color, logo } = await run(visit, getBranding, {})
  const { saved } = inLocale(shellTexts, visit.language.locale)
  return {
    title: texts.branding.title,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    screen: 'organization',
    framesBookingPages: true,
    toast: visit.query.get('done') === 'logo' ? { text: notes['logo-changed'] } : undefined,
    content: h(Branding, {
      texts,
      accountTexts: { saved, tooLarge: refusals.pictureTooLarge, ...profile },
      token: visit.formToken,
      action: path,
      name: visit.form.get('name') ?? name,
      color,
      standard: standardColor,
      // The green is almost the standard one.
      colors: colorChoices(visit.language.locale, color).filter(
        (one) => one.color !== '#0b7a69' || one.color === color,
      ),
      // One that is kept elsewhere would be a request to another site.
      logo: logo?.startsWith('/') ? logo : undefined,
      hasLogo: logo !== null,
      mostLogoBytes: maxPictureBytes,
      preview: `${visit.context.links.site}/${visit.session.slug}`,
      errors,
    }),
  }
}

export const showBranding: ConsoleHandler = (visit) => brandingPage(visit)

/**
 * Without a script both are sent: the swatch that is chosen, and the colour beside them, which is meant if it was
 * changed.
 */
const colorIn = async (visit: SignedInVisit): Promise<string | null> => {
  const own = sentFields(visit).includes('own') ? visit.form.get('own') : null
  if (own !== null && own !== ((await run(visit, getBranding, {})).color ?? standardColor)) return own
  return visit.form.get('color') || null
}

export const changeNameAndColor = savingFields(
  async (visit) => {
    const fields = sentFields(visit)
    const name = fields.includes('name') ? { name: visit.form.get('name') ?? '' } : {}
    const color = fields.includes('color') || fields.includes('own') ? { color: await colorIn(visit) } : {}
    await run(visit, changeBranding, { ...name, ...color })
    return undefined
  },
  brandingPage,
  () => path,
)

export const changeLogo: ConsoleHandler = async (visit) => {
  try {
    await run(visit, setLogo, { uuid: visit.session.organizationId, picture: sentPicture(visit, 'logo') }).catch(
      asErrorOf('logo'),
    )
    return { to: `${path}?done=logo` }
  } catch (error) {
    return brandingPage(visit, errorsIn(visit.language, error))
  }
}
