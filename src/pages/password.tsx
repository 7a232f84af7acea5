import { setTimeout as pause } from 'node:timers/promises'
import { hashNewPassword, requestPasswordReset, resetPassword, whyNotPassword } from '#accounts/index.ts'
import { performOpen } from '#execution/perform.ts'
import { filled } from '#ui/format.ts'
import { type FieldErrors, Form, TextField } from '#ui/forms.tsx'
import { attemptsOn, signInWindowsOf } from './attempts.ts'
import { reasonText } from './errors.ts'
import { newKnownBrowser } from './known-browser.ts'
import { holdingLink } from './mailed-link.ts'
import { MoreLink, memberPage, UsernameField, withNote } from './member-page.tsx'
import type { PageHandler, PageTable, ShownPage, Visit } from './visit.ts'

const forgotForm = (visit: Visit): ShownPage => {
  const { login, reset, email } = visit.language.account
  const { hasServer } = visit.context.mail
  return memberPage(visit, {
    title: login.forgot,
    children: (
      <>
        <p class="soft">{hasServer ? reset.hint : reset.hintWithoutMail}</p>
        <Form token={visit.formToken} action="/password">
          <TextField
            name="email"
            label={email}
            type="email"
            autocomplete="username"
            autofocus
            maxLength={254}
            required
          />
          <button class="full" type="submit">
            {hasServer ? reset.send : reset.sendWithoutMail}
          </button>
        </Form>
        <MoreLink href="/login" text={reset.back} />
      </>
    ),
  })
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
  return memberPage(visit, {
    title: hasServer ? reset.sentTitle : reset.withoutMailTitle,
    children: (
      <>
        <p>{hasServer ? reset.sent : reset.withoutMail}</p>
        {hasServer && <p class="soft">{reset.nothingCame}</p>}
        <MoreLink href="/login" text={reset.back} />
      </>
    ),
  })
}

const newPasswordForm = (visit: Visit, code: string, email: string, errors: FieldErrors = {}): ShownPage => {
  const { reset, newPassword, passwordHint } = visit.language.account
  return memberPage(visit, {
    title: reset.title,
    isCapability: true,
    errors,
    children: (
      <>
        <p class="soft">{filled(reset.consequences, { email })}</p>
        <Form token={visit.formToken} action={`/password/${encodeURIComponent(code)}`}>
          <UsernameField email={email} />
          <TextField
            name="password"
            label={newPassword}
            type="password"
            autocomplete="new-password"
            hint={passwordHint}
            wrong={errors.password}
            autofocus
            required
          />
          <button class="full" type="submit">
            {reset.set}
          </button>
        </Form>
      </>
    ),
  })
}

const deadLink = (visit: Visit): ShownPage => {
  const { reset } = visit.language.account
  return memberPage(visit, {
    title: reset.deadTitle,
    status: 404,
    isCapability: true,
    children: (
      <>
        <p>{reset.dead}</p>
        <MoreLink href="/password" text={reset.again} />
      </>
    ),
  })
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
