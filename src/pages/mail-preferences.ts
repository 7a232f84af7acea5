import { html, type Markup } from '#http/markup.ts'
import { getMailPreferences, meetingChangeKinds, setMailPreferences } from '#notifications/index.ts'
import { formTo } from './layout.ts'
import { withNote } from './notes.ts'
import { run } from './run-operation.ts'
import { type SignedInVisit, signedIn } from './visit.ts'

/** Which mails about their meetings the signed-in user wants as a host. */
export const mailSection = async (visit: SignedInVisit): Promise<Markup> => {
  const { mails, profile } = visit.language.account
  const { wanted } = await run(visit, getMailPreferences, {})
  const choices = meetingChangeKinds.map(
    (kind) =>
      html`<label class="choice"><input type="checkbox" name="wanted" value="${kind}"${wanted.includes(kind) && html` checked`}><span>${mails[kind]}</span></label>`,
  )
  return html`<section><h2>${mails.title}</h2><p>${mails.hint}</p>
${formTo(visit, '/account/mails', html`<fieldset><legend class="unseen">${mails.title}</legend>${choices}</fieldset><button class="second" type="submit">${profile.save}</button>`)}
</section>`
}

export const takeMailPreferences = signedIn(async (visit) => {
  const sent = visit.form.getAll('wanted')
  await run(visit, setMailPreferences, { wanted: meetingChangeKinds.filter((kind) => sent.includes(kind)) })
  return { to: withNote('/account', 'profile-changed') }
})
