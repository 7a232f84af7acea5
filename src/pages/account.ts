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
import { html } from '#http/markup.ts'
import { listPersonalAccessTokens } from '#oauth/index.ts'
import { attemptsOn } from './attempts.ts'
import { formOn } from './complaints.ts'
import { confirmPassword } from './confirm-password.ts'
import { type Complaints, errorSummary, field, usernameField } from './fields.ts'
import { formTo } from './layout.ts'
import { dayOf, minuteOf } from './moments.ts'
import { noteOf, withNote } from './notes.ts'
import { pictureSections, takeAvatar, takeLogo } from './pictures.ts'
import { list, run } from './run-operation.ts'
import { type PageTable, type ShownPage, type SignedInVisit, signedIn } from './visit.ts'
import { recipientCaps } from './visitor-caps.ts'

const accountPage = async (visit: SignedInVisit, complaints: Complaints = {}): Promise<ShownPage> => {
  const { session, form } = visit
  const [sessions, factor, tokens] = await Promise.all([list(visit, listSessions), run(visit, getSecondFactor, {}), list(visit, listPersonalAccessTokens)])
  const lines = sessions.map(
    ({ uuid, device, is_current: isCurrent, created_at, last_seen_at }) => html`<li>
<div>${device}${isCurrent && html` <span class="tag">this browser</span>`}<small>Since ${minuteOf(created_at)}, last used ${minuteOf(last_seen_at)}</small></div>
${!isCurrent && formTo(visit, '/account/sessions/end', html`<input type="hidden" name="session" value="${uuid}"><button class="quiet" type="submit" aria-label="Sign out ${device}, since ${minuteOf(created_at)}">Sign out</button>`)}
</li>`,
  )
  return {
    title: 'Your account',
    wide: true,
    hasPictures: true,
    status: Object.keys(complaints).length > 0 ? 400 : 200,
    body: html`${noteOf(visit)}<h1>Your account</h1>
${errorSummary(complaints)}
<section><h2>About you</h2>
${formTo(visit, '/account/name', html`${field({ name: 'name', label: 'Name', autocomplete: 'name', value: form.get('name') ?? session.name, hint: 'As people who meet you see it.', maxlength: 255, wrong: complaints.name })}<button class="second" type="submit">Change the name</button>`)}
</section>
${await pictureSections(visit, complaints)}
<section><h2>E-mail address</h2><p>You sign in with ${session.email}. For another address, a link is sent there first.</p>
<details${(complaints.email !== undefined || complaints.email_password !== undefined) && html` open`}><summary>Change the address</summary>
${formTo(
  visit,
  '/account/email',
  html`${usernameField(session.email)}
${field({ name: 'email', label: 'New address', type: 'email', autocomplete: 'email', value: form.get('email')?.trim(), maxlength: 254, wrong: complaints.email })}
${field({ name: 'email_password', label: 'Your password', type: 'password', autocomplete: 'current-password', wrong: complaints.email_password })}
<button class="second" type="submit">Send the link</button>`,
)}</details>
</section>
<section><h2>Password</h2><p>With a new one you are signed out in your other browsers, and all your tokens stop working.</p>
<details${(complaints.password !== undefined || complaints.current_password !== undefined) && html` open`}><summary>Change the password</summary>
${formTo(
  visit,
  '/account/password',
  html`${usernameField(session.email)}
${field({ name: 'current_password', label: 'Password until now', type: 'password', autocomplete: 'current-password', wrong: complaints.current_password })}
${field({ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: 'At least 10 characters. A few words are good.', wrong: complaints.password })}
<button class="second" type="submit">Change the password</button>`,
)}</details>
</section>
<section><h2>Second factor</h2>
${
  factor.status === 'on'
    ? html`<p>On: with your password you type a code from your telephone. ${factor.recovery_codes_left} recovery codes are left.</p>`
    : html`<p>Off. Turned on, your password alone opens nothing: you also type a code from your telephone.</p>`
}
<a class="button second" href="/account/second-factor">${factor.status === 'on' ? 'Change it' : 'Turn it on'}</a>
</section>
<section><h2>Personal access tokens</h2><p>For programs that act in your name.</p>
${tokens.length > 0 && html`<ul class="list">${tokens.slice(0, 5).map((token) => html`<li><div>${token.name}<small>${token.hint} · since ${dayOf(token.created_at)}</small></div></li>`)}</ul>`}
<a class="button second" href="/account/tokens">${tokens.length > 0 ? 'See and make tokens' : 'Make a token'}</a>
</section>
<section><h2>Applications</h2><p>Those you have allowed to act in your name.</p>
<a class="button second" href="/account/apps">See and take back</a>
</section>
<section><h2>Where you are signed in</h2><p>Sign out what you do not know.</p>
<ul class="list">${lines}</ul>
${sessions.length > 1 && formTo(visit, '/account/sessions/end-others', html`<button class="second" type="submit">Sign out all others</button>`)}
</section>`,
  }
}

const taking = formOn(accountPage)

const takeName = taking(async (visit) => {
  await run(visit, updateUser, { uuid: 'me', name: visit.form.get('name') ?? '' })
  return { to: withNote('/account', 'name-changed') }
})

const takeEmail = taking(async (visit) => {
  const email = (visit.form.get('email') ?? '').trim()
  const proven = await confirmPassword(visit, 'email_password')
  await visit.count(...attemptsOn(visit, 'reset', email), ...recipientCaps(visit.context, [email]))
  await run(visit, requestEmailChange, { proven_hash: proven, email })
  return { to: withNote('/account', 'email-requested') }
})

const takePassword = taking(async (visit) => {
  const password = visit.form.get('password') ?? ''
  const proven = await confirmPassword(visit)
  const reason = whyNotPassword(password, visit.session)
  if (reason) throw invalid({ parameter: 'password', message: reason })
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
  'POST /account/name': takeName,
  'POST /account/avatar': taking(takeAvatar),
  'POST /account/logo': taking(takeLogo),
  'POST /account/email': takeEmail,
  'POST /account/password': takePassword,
  'POST /account/sessions/end': endOne,
  'POST /account/sessions/end-others': endOthers,
}
