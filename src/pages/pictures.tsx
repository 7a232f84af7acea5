import { setAvatar } from '#accounts/index.ts'
import { invalid, Problem } from '#contract/problem.ts'
import { findMembershipOfUser } from '#organizations/index.ts'
import { maxPictureBytes } from '#platform/pictures/picture.ts'
import { type FieldErrors, Form, PictureField } from '#ui/forms.tsx'
import { withNote } from './member-page.tsx'
import { run } from './run-operation.ts'
import type { PageHandler, SignedInVisit } from './visit.ts'

/** The picture of the signed-in user. */
export const pictureSection = async (visit: SignedInVisit, errors: FieldErrors) => {
  const { session, context, language, formToken } = visit
  const membership = await findMembershipOfUser(context.database.reader, session.organizationId, session.userId)
  const current = membership?.user.avatarUrl ?? null
  const { profile, refusals } = language.account
  return (
    <section>
      <h2>{profile.picture}</h2>
      <p>{profile.pictureHint}</p>
      {/* One that is kept elsewhere would be a request to another site from a page of the account. */}
      {current?.startsWith('/') && (
        <p>
          <img class="picture" src={current} alt={profile.yourPicture} />
        </p>
      )}
      <Form token={formToken} action="/account/avatar" takesFiles>
        <PictureField
          name="avatar"
          label={profile.pictureForm}
          maxBytes={maxPictureBytes}
          tooLarge={refusals.pictureTooLarge}
          wrong={errors.avatar}
        />
        <button class="second" type="submit">
          {profile.upload}
        </button>{' '}
        {current !== null && (
          <button class="quiet" type="submit" name="remove" value="yes" formNoValidate>
            {profile.remove}
          </button>
        )}
      </Form>
    </section>
  )
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
