import { setTimeout as pause } from 'node:timers/promises'
import { hashNewPassword, requestPasswordReset, resetPassword, whyNotPassword } from '#accounts/index.ts'
import { performOpen } from '#execution/perform.ts'
import { html } from '#http/markup.ts'
import { attemptsOn, signInWindowsOf } from './attempts.ts'
import { reasonText } from './errors.ts'
import { errorSummary, type FieldErrors, field, usernameField } from './fields.ts'
import { newKnownBrowser } from './known-browser.ts'
import { formTo } from './layout.ts'
import { holdingLink } from './mailed-link.ts'
import { withNote } from './notes.ts'
import { filled } from './texts.ts'
import type { PageHandler, PageTable, ShownPage, Visit } from './visit.ts'

const forgotForm = (visit: Visit): ShownPage => {
  const { login, reset, email } = visit.language.account
  const { hasServer } = visit.context.mail
  return {
    title: login.forgot,
    body: html`<h1>${login.forgot}</h1>
<p class="soft">${hasServer ? reset.hint : reset.hintWithoutMail}</p>
${formTo(
  visit,
  '/password',
  html`${field({ name: 'email', label: email, type: 'email', autocomplete: 'username', autofocus: true, maxlength: 254 })}
<button class="full" type="submit">${hasServer ? reset.send : reset.sendWithoutMail}</button>`,
)}
<p class="more"><a href="/login">${reset.back}</a></p>`,
  }
}

/** About twice the time of the work, so that the response time does not reveal whether there was an account. */
const answerMilliseconds = 250

const requestReset: PageHandler = async (visit) => {
  const email = (visit.form.get('email') ?? '').trim().slice(0, 320)
  // Not the window of bookings: with those a stranger could keep the owner of an account from a new password.
  await visit.count(...attemptsOn(visit, 'reset', email))
  await Promise.all([performOpen(visit.context, requestPasswordReset, { email }), pause(answerMilliseconds)])
  const { reset } = visit.language.account
  const { hasServer } = visit.context.mail
  const title = hasServer ? reset.sentTitle : reset.withoutMailTitle
  return {
    title,
    body: html`<h1>${title}</h1>
<p>${hasServer ? reset.sent : reset.withoutMail}</p>
${hasServer && html`<p class="soft">${reset.nothingCame}</p>`}
<p class="more"><a href="/login">${reset.back}</a></p>`,
  }
}

const newPasswordForm = (visit: Visit, code: string, email: string, errors: FieldErrors = {}): ShownPage => {
  const { reset, newPassword, passwordHint } = visit.language.account
  return {
    title: reset.title,
    isCapability: true,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    body: html`<h1>${reset.title}</h1>
${errorSummary(errors)}
<p class="soft">${filled(reset.consequences, { email })}</p>
${formTo(
  visit,
  `/password/${encodeURIComponent(code)}`,
  html`${usernameField(email)}
${field({ name: 'password', label: newPassword, type: 'password', autocomplete: 'new-password', hint: passwordHint, autofocus: true, wrong: errors.password })}
<button class="full" type="submit">${reset.set}</button>`,
)}`,
  }
}

const deadLink = ({ language }: Pick<Visit, 'language'>): ShownPage => {
  const { reset } = language.account
  return {
    title: reset.deadTitle,
    status: 404,
    isCapability: true,
    body: html`<h1>${reset.deadTitle}</h1>
<p>${reset.dead}</p>
<p class="more"><a href="/password">${reset.again}</a></p>`,
  }
}

/** Only shows: mail scanners follow links, too. */
const showNewPassword = holdingLink<ShownPage>('password_reset', deadLink, async (visit, { code, email }) =>
  newPasswordForm(visit, code, email),
)

const setPassword = holdingLink<ShownPage>('password_reset', deadLink, async (visit, { code, email, userId }) => {
  const password = visit.form.get('password') ?? ''
  const reason = whyNotPassword(password, { email })
  if (reason) return newPasswordForm(visit, code, email, { password: reasonText(visit.language, { reason }) })
  await performOpen(visit.context, resetPassword, { code, password_hash: await hashNewPassword(password) })
  await visit.forget(...signInWindowsOf(visit, email))
  return {
    to: withNote('/login', 'password-set'),
    cookie: 'end',
    knownBrowser: newKnownBrowser(visit.context.codes, userId),
  }
})

export const passwordPages: PageTable = {
  'GET /password': async (visit) => forgotForm(visit),
  'POST /password': requestReset,
  'GET /password/:code': showNewPassword,
  'POST /password/:code': setPassword,
}
