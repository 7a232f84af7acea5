import {
  changePassword,
  endOtherSessions,
  endSession,
  getSecondFactor,
  hashNewPassword,
  listSessions,
  requestEmailChange,
  updateUser,
  whyNotPassword,
} from '#accounts/index.ts'
import { invalid } from '#contract/problem.ts'
import { html, type Markup } from '#http/markup.ts'
import { listPersonalAccessTokens } from '#oauth/index.ts'
import { getCurrentUser } from '#organizations/index.ts'
import { counted } from '#ui/format.ts'
import { attemptsOn } from './attempts.ts'
import { confirmPassword } from './confirm-password.ts'
import { formOn } from './errors.ts'
import { errorSummary, type FieldErrors, field, usernameField } from './fields.ts'
import { formTo } from './layout.ts'
import { mailSection, takeMailPreferences } from './mail-preferences.ts'
import { dayOf, minuteOf } from './moments.ts'
import { noteOf, withNote } from './notes.ts'
import { pictureSection, takeAvatar } from './pictures.ts'
import { profileForm, sentProfile } from './profile.ts'
import { list, run } from './run-operation.ts'
import { filled } from './texts.ts'
import { type PageTable, type ShownPage, type SignedInVisit, signedIn } from './visit.ts'
import { recipientCaps } from './visitor-caps.ts'

const accountPage = async (visit: SignedInVisit, errors: FieldErrors = {}): Promise<ShownPage> => {
  const { language } = visit
  const { profile, factor, tokens, apps, calendars } = language.account
  const [user, sessions, secondFactor, ownTokens] = await Promise.all([
    run(visit, getCurrentUser, {}),
    list(visit, listSessions),
    run(visit, getSecondFactor, {}),
    list(visit, listPersonalAccessTokens),
  ])
  const isOn = secondFactor.status === 'on'
  return {
    title: profile.title,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    body: html`${noteOf(visit)}<h1>${profile.title}</h1>
${errorSummary(errors)}
<section><h2>${profile.about}</h2>${profileForm(visit, user, errors)}</section>
${await mailSection(visit)}
${await pictureSection(visit, errors)}
${signInSections(visit, errors)}
<section><h2>${factor.title}</h2>
<p>${isOn ? `${factor.on} ${counted(language, secondFactor.recovery_codes_left, factor.codesLeft)}` : factor.off}</p>
<a class="button second" href="/account/second-factor">${isOn ? factor.change : factor.turnOn}</a>
</section>
<section><h2>${calendars.title}</h2><p>${calendars.hint}</p>
<a class="button second" href="/app/calendars">${calendars.see}</a>
</section>
<section><h2>${tokens.title}</h2><p>${tokens.aboutThem}</p>
${ownTokens.length > 0 && html`<ul class="list">${ownTokens.slice(0, 5).map(({ name, hint, created_at }) => html`<li><div>${name}<small>${hint} · ${filled(tokens.since, { day: dayOf(language, created_at) })}</small></div></li>`)}</ul>`}
<a class="button second" href="/account/tokens">${ownTokens.length > 0 ? tokens.seeAll : tokens.make}</a>
</section>
<section><h2>${apps.title}</h2><p>${apps.hint}</p>
<a class="button second" href="/account/apps">${apps.see}</a>
</section>
<section><h2>${profile.sessions}</h2><p>${profile.sessionsHint}</p>
<ul class="list">${sessions.map((session) => sessionLine(visit, session))}</ul>
${sessions.length > 1 && formTo(visit, '/account/sessions/end-others', html`<button class="second" type="submit">${profile.signOutOthers}</button>`)}
</section>`,
  }
}

/** How they sign in: an address and a password. */
const signInSections = (visit: SignedInVisit, errors: FieldErrors): Markup => {
  const { session, form, language, context } = visit
  const { profile, reset, email, password, yourPassword, newPassword, passwordHint } = language.account
  const { hasServer } = context.mail
  const emailHint = filled(hasServer ? profile.emailHint : profile.emailHintWithoutMail, { email: session.email })
  if (!session.hasPassword)
    return html`<section><h2>${email}</h2><p>${emailHint}</p></section>
<section><h2>${password}</h2><p>${profile.noPassword}</p>
<a class="button second" href="/app/welcome/password">${profile.choosePassword}</a>
</section>`
  return html`<section><h2>${email}</h2><p>${emailHint}</p>
<details${(errors.email !== undefined || errors.email_password !== undefined) && html` open`}><summary>${profile.changeEmail}</summary>
${formTo(
  visit,
  '/account/email',
  html`${usernameField(session.email)}
${field({ name: 'email', label: profile.newEmail, type: 'email', autocomplete: 'email', value: form.get('email')?.trim(), maxlength: 254, wrong: errors.email })}
${field({ name: 'email_password', label: yourPassword, type: 'password', autocomplete: 'current-password', wrong: errors.email_password })}
<button class="second" type="submit">${hasServer ? profile.sendLink : reset.sendWithoutMail}</button>`,
)}</details>
</section>
<section><h2>${password}</h2><p>${profile.passwordHint}</p>
<details${(errors.password !== undefined || errors.current_password !== undefined) && html` open`}><summary>${profile.changePassword}</summary>
${formTo(
  visit,
  '/account/password',
  html`${usernameField(session.email)}
${field({ name: 'current_password', label: profile.currentPassword, type: 'password', autocomplete: 'current-password', wrong: errors.current_password })}
${field({ name: 'password', label: newPassword, type: 'password', autocomplete: 'new-password', hint: passwordHint, wrong: errors.password })}
<button class="second" type="submit">${profile.changePassword}</button>`,
)}</details>
</section>`
}

type Session = Awaited<ReturnType<typeof list<(typeof listSessions)['input'], (typeof listSessions)['output']>>>[number]

/** Sessions are noted in English, as `Firefox on Linux`. */
const deviceIn = ({ account: { profile } }: SignedInVisit['language'], noted: string): string => {
  const [name = '', system] = noted.split(' on ')
  const browser = name === 'Unknown browser' ? profile.unknownBrowser : name
  return system === undefined ? browser : filled(profile.deviceOn, { browser, system })
}

const sessionLine = (
  visit: SignedInVisit,
  { uuid, device: noted, is_current: isCurrent, created_at, last_seen_at }: Session,
): Markup => {
  const { language } = visit
  const { profile, signOut } = language.account
  const device = deviceIn(language, noted)
  const times = { since: minuteOf(visit, created_at), last: minuteOf(visit, last_seen_at) }
  return html`<li>
<div>${device}${isCurrent && html` <span class="tag">${profile.thisBrowser}</span>`}<small>${filled(profile.sessionTimes, times)}</small></div>
${!isCurrent && formTo(visit, '/account/sessions/end', html`<input type="hidden" name="session" value="${uuid}"><button class="quiet" type="submit" aria-label="${filled(profile.signOutOf, { device, since: times.since })}">${signOut}</button>`)}
</li>`
}

const taking = formOn(accountPage)

const takeProfile = taking(async (visit) => {
  await run(visit, updateUser, sentProfile(visit))
  return { to: withNote('/account', 'profile-changed') }
})

const takeEmail = taking(async (visit) => {
  const email = (visit.form.get('email') ?? '').trim()
  const proven = await confirmPassword(visit, 'email_password')
  await visit.count(...attemptsOn(visit, 'reset', email), ...recipientCaps(visit.context, [email]))
  await run(visit, requestEmailChange, { proven_hash: proven, email })
  return { to: withNote('/account', visit.context.mail.hasServer ? 'email-requested' : 'email-saved') }
})

const takePassword = taking(async (visit) => {
  const password = visit.form.get('password') ?? ''
  const proven = await confirmPassword(visit)
  const reason = whyNotPassword(password, visit.session)
  if (reason) throw invalid({ parameter: 'password', reason })
  await run(visit, changePassword, { proven_hash: proven, password_hash: await hashNewPassword(password) })
  return { to: withNote('/account', 'password-changed') }
})

const endOne = signedIn(async (visit) => {
  await run(visit, endSession, { uuid: visit.form.get('session') ?? '' })
  return { to: withNote('/account', 'session-ended') }
})

const endOthers = signedIn(async (visit) => {
  await run(visit, endOtherSessions, {})
  return { to: withNote('/account', 'sessions-ended') }
})

export const accountPages: PageTable = {
  'GET /account': signedIn((visit) => accountPage(visit)),
  'POST /account/profile': takeProfile,
  'POST /account/mails': takeMailPreferences,
  'POST /account/avatar': taking(takeAvatar),
  'POST /account/email': takeEmail,
  'POST /account/password': takePassword,
  'POST /account/sessions/end': endOne,
  'POST /account/sessions/end-others': endOthers,
}
