import { setTimeout as pause } from 'node:timers/promises'
import { hashNewPassword, requestPasswordReset, resetPassword, whyNotPassword } from '#accounts/index.ts'
import { performOpen } from '#execution/perform.ts'
import { html } from '#http/markup.ts'
import { attemptsOn } from './attempts.ts'
import { type Complaints, errorSummary, field, usernameField } from './fields.ts'
import { formTo } from './layout.ts'
import { holdingLink } from './mailed-link.ts'
import { withNote } from './notes.ts'
import type { PageHandler, PageTable, ShownPage, Visit } from './visit.ts'

const forgotForm = (visit: Visit): ShownPage => ({
  title: 'Forgot your password?',
  body: html`<h1>Forgot your password?</h1>
<p class="soft">Type the address of your account. We send a link there, with which you can set a new password.</p>
${formTo(
  visit,
  '/password',
  html`${field({ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', autofocus: true, maxlength: 254 })}
<button class="full" type="submit">Send the link</button>`,
)}
<p class="more"><a href="/login">Back to signing in</a></p>`,
})

/** About twice the time of the work, so that the response time does not reveal whether there was an account. */
const answerMilliseconds = 250

const requestReset: PageHandler = async (visit) => {
  const email = (visit.form.get('email') ?? '').trim().slice(0, 320)
  // Not the window of bookings: with those a stranger could keep the owner of an account from a new password.
  await visit.count(...attemptsOn(visit, 'reset', email))
  await Promise.all([performOpen(visit.context, requestPasswordReset, { email }), pause(answerMilliseconds)])
  return {
    title: 'Look into your mail',
    body: html`<h1>Look into your mail</h1>
<p>If there is an account with that address, a link to set a new password is on its way to it. It works once, and for an hour.</p>
<p class="soft">Nothing came? Look among unwanted mail, or ask whoever runs this service.</p>
<p class="more"><a href="/login">Back to signing in</a></p>`,
  }
}

const newPasswordForm = (visit: Visit, code: string, email: string, complaints: Complaints = {}): ShownPage => ({
  title: 'Set a new password',
  isCapability: true,
  status: Object.keys(complaints).length > 0 ? 400 : 200,
  body: html`<h1>Set a new password</h1>
${errorSummary(complaints)}
<p class="soft">For ${email}. You will be signed out everywhere, and all your tokens will stop working.</p>
${formTo(
  visit,
  `/password/${encodeURIComponent(code)}`,
  html`${usernameField(email)}
${field({ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: 'At least 10 characters. A few words are good.', autofocus: true, wrong: complaints.password })}
<button class="full" type="submit">Set the password</button>`,
)}`,
})

const deadLink: ShownPage = {
  title: 'This link does not work',
  status: 404,
  isCapability: true,
  body: html`<h1>This link does not work</h1>
<p>It was used before, or it is more than an hour old, or a newer one was sent.</p>
<p class="more"><a href="/password">Ask for a new one</a></p>`,
}

/** Only shows: mail scanners follow links, too. */
const showNewPassword = holdingLink('password_reset', deadLink, async (visit, { code, email }) => newPasswordForm(visit, code, email))

const setPassword = holdingLink('password_reset', deadLink, async (visit, { code, email }) => {
  const password = visit.form.get('password') ?? ''
  const reason = whyNotPassword(password, { email })
  if (reason) return newPasswordForm(visit, code, email, { password: reason })
  await performOpen(visit.context, resetPassword, { code, password_hash: await hashNewPassword(password) })
  return { to: withNote('/login', 'password-set'), cookie: 'end' }
})

export const passwordPages: PageTable = {
  'GET /password': async (visit) => forgotForm(visit),
  'POST /password': requestReset,
  'GET /password/:code': showNewPassword,
  'POST /password/:code': setPassword,
}
