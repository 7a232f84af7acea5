import { getMailPreferences, meetingChangeKinds, setMailPreferences } from '#notifications/index.ts'
import { Choice, Form } from '#ui/forms.tsx'
import { withNote } from './member-page.tsx'
import { run } from './run-operation.ts'
import { type SignedInVisit, signedIn } from './visit.ts'

/** Which mails about their meetings the signed-in user wants as a host. */
export const mailSection = async (visit: SignedInVisit) => {
  const { mails, profile } = visit.language.account
  const { wanted } = await run(visit, getMailPreferences, {})
  return (
    <section>
      <h2>{mails.title}</h2>
      <p>{mails.hint}</p>
      <Form token={visit.formToken} action="/account/mails">
        <fieldset>
          <legend class="unseen">{mails.title}</legend>
          {meetingChangeKinds.map((kind) => (
            <Choice key={kind} name="wanted" value={kind} checked={wanted.includes(kind)}>
              {mails[kind]}
            </Choice>
          ))}
        </fieldset>
        <button class="second" type="submit">
          {profile.save}
        </button>
      </Form>
    </section>
  )
}

export const takeMailPreferences = signedIn(async (visit) => {
  const sent = visit.form.getAll('wanted')
  await run(visit, setMailPreferences, { wanted: meetingChangeKinds.filter((kind) => sent.includes(kind)) })
  return { to: withNote('/account', 'profile-changed') }
})
