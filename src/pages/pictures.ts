import { setAvatar } from '#accounts/index.ts'
import { invalid, Problem } from '#contract/problem.ts'
import { html, type Markup } from '#http/markup.ts'
import { findMembershipOfUser } from '#organizations/index.ts'
import { maxPictureBytes } from '#platform/pictures/picture.ts'
import type { FieldErrors } from './fields.ts'
import { uploadTo } from './layout.ts'
import { withNote } from './notes.ts'
import { run } from './run-operation.ts'
import type { PageHandler, SignedInVisit } from './visit.ts'

/** The picture of the signed-in user. */
export const pictureSection = async (visit: SignedInVisit, errors: FieldErrors): Promise<Markup> => {
  const { session, context } = visit
  const membership = await findMembershipOfUser(context.database.reader, session.organizationId, session.userId)
  const { profile } = visit.language.account
  return html`<section><h2>${profile.picture}</h2><p>${profile.pictureHint}</p>
${pictureForm(visit, membership?.user.avatarUrl ?? null, errors.avatar)}
</section>`
}

const pictureForm = (visit: SignedInVisit, current: string | null, wrong: string | undefined): Markup => {
  const { profile, refusals } = visit.language.account
  // One that is kept elsewhere would be a request to another site from a page of the account.
  const shown = current?.startsWith('/')
    ? html`<p><img class="picture" src="${current}" alt="${profile.yourPicture}"></p>`
    : html``
  return html`${shown}${uploadTo(
    visit,
    '/account/avatar',
    html`<div class="field"><label for="avatar">${profile.pictureForm}</label><input id="avatar" name="avatar" type="file" accept="image/png,image/jpeg,image/webp" data-most-bytes="${maxPictureBytes}" data-too-large="${refusals.pictureTooLarge}" aria-describedby="avatar-wrong"${wrong !== undefined && html` aria-invalid="true"`}>
<p class="wrong" id="avatar-wrong"${wrong === undefined && html` hidden`}>${wrong ?? ''}</p></div>
<button class="second" type="submit">${profile.upload}</button>${current !== null && html` <button class="quiet" type="submit" name="remove" value="yes" formnovalidate>${profile.remove}</button>`}`,
  )}`
}

/** Null where it is to be removed. */
export const sentPicture = ({ form }: SignedInVisit, name: 'avatar' | 'logo'): string | null =>
  form.has('remove') ? null : (form.get(name) ?? '')

/** Refusals beside the field of the form, in a whole sentence. */
export const asErrorOf =
  (name: 'avatar' | 'logo') =>
  (error: unknown): never => {
    if (!(error instanceof Problem) || error.details[0]?.parameter !== 'picture') throw error
    throw invalid({ ...error.details[0], parameter: name })
  }

export const takeAvatar: PageHandler<SignedInVisit> = async (visit) => {
  await run(visit, setAvatar, { uuid: 'me', picture: sentPicture(visit, 'avatar') }).catch(asErrorOf('avatar'))
  return { to: withNote('/account', 'picture-changed') }
}
