import { beginSession, deviceOf, endSession, findCredentials, provesPassword } from '#accounts/index.ts'
import { performOpen } from '#contract/perform.ts'
import { html } from '#http/markup.ts'
import { attemptsOn } from './attempts.ts'
import { type Complaints, errorSummary, field } from './fields.ts'
import { formTo } from './layout.ts'
import { ownPath } from './return-to.ts'
import { run } from './running.ts'
import type { Page, PageTable, ShownPage, Visit } from './visit.ts'

const home = '/account'

const loginForm = (visit: Visit, email = '', complaints: Complaints = {}): ShownPage => {
  const back = ownPath(visit.form.get('return_to') ?? visit.query.get('return_to'))
  const isWrong = Object.keys(complaints).length > 0
  return {
    title: 'Sign in',
    status: isWrong ? 400 : 200,
    body: html`<h1>Sign in</h1>
${errorSummary(complaints)}
${formTo(
  visit,
  '/login',
  html`${back !== undefined && html`<input type="hidden" name="return_to" value="${back}">`}
${field({ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: email, autofocus: !isWrong, maxlength: 254 })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', autofocus: isWrong })}
<button class="full" type="submit">Sign in</button>`,
)}
<p class="more"><a href="/password">Forgot your password?</a></p>`,
  }
}

const showLogin: Page = async (visit) => (visit.session ? { to: ownPath(visit.query.get('return_to')) ?? home } : loginForm(visit))

/** The same words, status and time whatever was wrong: nobody learns here who has an account. */
const signIn: Page = async (visit) => {
  const { ground, form } = visit
  const email = (form.get('email') ?? '').trim()
  await visit.count(...attemptsOn(visit, 'sign-in', email))
  const account = await findCredentials(ground.database.reader, email)
  const isRight = await provesPassword(form.get('password') ?? '', account?.passwordHash)
  if (!account?.passwordHash || !isRight) return loginForm(visit, email, { base: 'The e-mail address or the password is not right.' })

  const begun = await performOpen(ground, beginSession, { user_id: account.userId, password_hash: account.passwordHash, device: deviceOf(visit.userAgent) })
  const back = ownPath(form.get('return_to')) ?? home
  return { to: begun.awaits_code ? `/login/code?${new URLSearchParams({ return_to: back })}` : back, cookie: { key: begun.key, expiresAt: begun.expires_at } }
}

const signOut: Page = async (visit) => {
  const { session } = visit
  if (session) await run({ ...visit, session }, endSession, { uuid: session.id })
  return { to: '/login', cookie: 'end' }
}

export const loginPages: PageTable = { 'GET /login': showLogin, 'POST /login': signIn, 'POST /logout': signOut }
