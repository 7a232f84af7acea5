import { setAvatar } from '#accounts/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { invalid, Problem } from '#contract/problem.ts'
import { html, type Markup } from '#http/markup.ts'
import { findBrand, findMembershipOfUser, setLogo } from '#organizations/index.ts'
import type { Complaints } from './fields.ts'
import { uploadTo } from './layout.ts'
import { withNote } from './notes.ts'
import { run } from './run-operation.ts'
import { filled } from './texts.ts'
import type { PageHandler, SignedInVisit } from './visit.ts'

/** The picture of the signed-in user, and for owners and admins the logo of their organization. */
export const pictureSections = async (visit: SignedInVisit, complaints: Complaints): Promise<Markup> => {
  const { session, context } = visit
  const membership = await findMembershipOfUser(context.database.reader, session.organizationId, session.userId)
  const { profile } = visit.language.account
  const brand = isAdmin(session) ? await findBrand(context.database.reader, session.organizationId) : undefined
  return html`<section><h2>${profile.picture}</h2><p>${profile.pictureHint}</p>
${pictureForm(visit, { name: 'avatar', action: '/account/avatar', current: membership?.user.avatarUrl ?? null, wrong: complaints.avatar })}
</section>
${
  brand &&
  html`<section><h2>${filled(profile.logo, { organization: brand.name })}</h2><p>${profile.logoHint}</p>
${pictureForm(visit, { name: 'logo', action: '/account/logo', current: brand.logoUrl, wrong: complaints.logo })}
</section>`
}`
}

interface PictureForm {
  readonly name: 'avatar' | 'logo'
  readonly action: string
  readonly current: string | null
  readonly wrong: string | undefined
}

const pictureForm = (visit: SignedInVisit, { name, action, current, wrong }: PictureForm): Markup => {
  const { profile } = visit.language.account
  // One that is kept elsewhere would be a request to another site from a page of the account.
  const shown = current?.startsWith('/')
    ? html`<p><img class="picture" src="${current}" alt="${name === 'avatar' ? profile.yourPicture : profile.theLogo}"></p>`
    : html``
  return html`${shown}${uploadTo(
    visit,
    action,
    html`<label for="${name}">${profile.pictureForm}</label><input id="${name}" name="${name}" type="file" accept="image/png,image/jpeg,image/webp"${wrong !== undefined && html` aria-invalid="true" aria-describedby="${name}-wrong"`}>
${wrong !== undefined && html`<p class="wrong" id="${name}-wrong">${wrong}</p>`}
<button class="second" type="submit">${profile.upload}</button>${current !== null && html` <button class="quiet" type="submit" name="remove" value="yes">${profile.remove}</button>`}`,
  )}`
}

const sentPicture = ({ form }: SignedInVisit, name: PictureForm['name']): string | null => (form.has('remove') ? null : (form.get(name) ?? ''))

/** Refusals beside the field of the form, in a whole sentence. */
const asComplaint =
  (name: PictureForm['name']) =>
  (error: unknown): never => {
    if (!(error instanceof Problem) || error.details[0]?.parameter !== 'picture') throw error
    throw invalid({ parameter: name, message: `The picture ${error.details[0].message}.` })
  }

export const takeAvatar: PageHandler<SignedInVisit> = async (visit) => {
  await run(visit, setAvatar, { uuid: 'me', picture: sentPicture(visit, 'avatar') }).catch(asComplaint('avatar'))
  return { to: withNote('/account', 'picture-changed') }
}

export const takeLogo: PageHandler<SignedInVisit> = async (visit) => {
  await run(visit, setLogo, { uuid: visit.session.organizationId, picture: sentPicture(visit, 'logo') }).catch(asComplaint('logo'))
  return { to: withNote('/account', 'logo-changed') }
}
