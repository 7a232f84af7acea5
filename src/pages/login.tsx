import { setTimeout as pause } from 'node:timers/promises'
import {
  type BrowserSession,
  beginSession,
  companySignOutUrl,
  deviceOf,
  endSession,
  findCredentials,
  noteFailedSignIn,
  proveSecondFactor,
  provesPassword,
} from '#accounts/index.ts'
import { performOpen } from '#execution/perform.ts'
import { type FieldErrors, Form, TextField } from '#ui/forms.tsx'
import { attemptsOn, browserAccount } from './attempts.ts'
import { CompanyButton, leavingPage } from './company-sign-in.tsx'
import { errorsIn } from './errors.ts'
import { knownBrowserOf, newKnownBrowser } from './known-browser.ts'
import { MoreLink, memberPage } from './member-page.tsx'
import { loginPath, ownPath } from './return-to.ts'
import { run } from './run-operation.ts'
import type { CookieChange, PageHandler, PageTable, ShownPage, Visit } from './visit.ts'

const home = '/app'

/** Where to continue, if it is a path of ours. */
const backOf = ({ form, query }: Visit): string | undefined => ownPath(form.get('return_to') ?? query.get('return_to'))

/** Sends it on with the form. */
const backFields = (visit: Visit): Readonly<Record<string, string>> => {
  const back = backOf(visit)
  return back === undefined ? {} : { return_to: back }
}

const loginForm = (visit: Visit, email = '', errors: FieldErrors = {}): ShownPage => {
  const isWrong = Object.keys(errors).length > 0
  const { login, email: address, password } = visit.language.account
  return memberPage(visit, {
    title: login.title,
    errors,
    children: (
      <>
        <Form token={visit.formToken} action="/login" fields={backFields(visit)}>
          <TextField
            name="email"
            label={address}
            type="email"
            autocomplete="username"
            value={email}
            autofocus={!isWrong}
            maxLength={254}
            required
          />
          <TextField
            name="password"
            label={password}
            type="password"
            autocomplete="current-password"
            autofocus={isWrong}
            required
          />
          <button class="full" type="submit">
            {login.title}
          </button>
        </Form>
        <MoreLink href="/password" text={login.forgot} />
        <CompanyButton visit={visit} back={backOf(visit)} />
      </>
    ),
  })
}

const showLogin: PageHandler = async (visit) => (visit.session ? { to: backOf(visit) ?? home } : loginForm(visit))

/** The same text, status and time whatever was wrong, so that nobody learns who has an account. */
const signIn: PageHandler = async (visit) => {
  const { context, form } = visit
  const email = (form.get('email') ?? '').trim()
  const account = await findCredentials(context.database.reader, email)
  const known = knownBrowserOf(context.codes, account?.userId, visit.knownBrowser)
  await visit.count(...attemptsOn(visit, 'sign-in', known === undefined ? email : browserAccount(known)))
  const isRight = await provesPassword(form.get('password') ?? '', account?.passwordHash)
  const begun =
    account?.passwordHash && isRight
      ? await performOpen(context, beginSession, {
          user_id: account.userId,
          password_hash: account.passwordHash,
          device: deviceOf(visit.userAgent),
        })
      : null
  if (!begun) {
    await noteFailure(visit, account?.userId)
    return loginForm(visit, email, { base: visit.language.account.refusals.wrongSignIn })
  }
  await leave(visit)
  const back = backOf(visit) ?? home
  if (begun.awaits_code)
    return { to: `/login/code?${new URLSearchParams({ return_to: back })}`, cookie: cookieOf(begun) }
  return { to: back, cookie: cookieOf(begun), ...remembering(visit, account?.userId) }
}

const noteMilliseconds = 30

/** For an address without an account nothing is recorded, but it takes as long. */
const noteFailure = async ({ context }: Visit, userId: string | undefined): Promise<void> => {
  await Promise.all([
    userId === undefined ? undefined : performOpen(context, noteFailedSignIn, { user_id: userId }),
    pause(noteMilliseconds),
  ])
}

const remembering = ({ context }: Visit, userId = ''): { readonly knownBrowser: string } => ({
  knownBrowser: newKnownBrowser(context.codes, userId),
})

const cookieOf = ({
  key,
  expires_at: expiresAt,
}: {
  readonly key: string
  readonly expires_at: Date
}): CookieChange => ({ key, expiresAt })

const codeForm = (visit: Visit, errors: FieldErrors = {}): ShownPage => {
  const { login, factor } = visit.language.account
  return memberPage(visit, {
    title: factor.title,
    errors,
    children: (
      <>
        <p class="soft">{login.codeHint}</p>
        <Form token={visit.formToken} action="/login/code" fields={backFields(visit)}>
          <TextField
            name="code"
            label={login.code}
            autocomplete="one-time-code"
            hint={login.codeForm}
            wrong={errors.code}
            maxLength={100}
            isExact
            autofocus
            required
          />
          <button class="full" type="submit">
            {login.continue}
          </button>
        </Form>
        <MoreLink href="/login" text={login.otherAccount} />
      </>
    ),
  })
}

/** A visitor who has not given their password is asked for that first. */
const halfway =
  (page: (visit: Visit, session: BrowserSession) => ReturnType<PageHandler>): PageHandler =>
  async (visit) => {
    const back = backOf(visit)
    if (visit.session) return { to: back ?? home }
    return visit.halfway ? page(visit, visit.halfway) : { to: back === undefined ? '/login' : loginPath(back) }
  }

const askForCode = halfway(async (visit) => codeForm(visit))

const giveCode = halfway(async (visit, { id, userId }) => {
  await visit.count(...attemptsOn(visit, 'code', userId))
  const input = {
    user_id: userId,
    session_id: id,
    code: visit.form.get('code') ?? '',
    device: deviceOf(visit.userAgent),
  }
  try {
    const begun = await performOpen(visit.context, proveSecondFactor, input)
    return { to: backOf(visit) ?? home, cookie: cookieOf(begun), ...remembering(visit, userId) }
  } catch (error) {
    const errors = errorsIn(visit.language, error)
    await noteFailure(visit, userId)
    return codeForm(visit, errors)
  }
})

const signOut: PageHandler = async (visit) => {
  const { context, addresses } = visit
  const session = visit.session
  const returnUrl = `${addresses.auth}/login?note=signed-out`
  const there =
    session && (await companySignOutUrl(context, { userId: session.userId, sessionId: session.id, returnUrl }))
  await leave(visit)
  if (there === undefined) return { to: '/login?note=signed-out', cookie: 'end' }
  return {
    ...leavingPage({ ...visit, session: undefined }, there, visit.language.account.company.signOutThere),
    cookie: 'end',
  }
}

/** Ends the session that this browser had, on the server too. */
const leave = async (visit: Visit): Promise<void> => {
  const session = visit.session ?? visit.halfway
  if (session) await run({ ...visit, session }, endSession, { uuid: session.id })
}

export const loginPages: PageTable = {
  'GET /login': showLogin,
  'POST /login': signIn,
  'GET /login/code': askForCode,
  'POST /login/code': giveCode,
  'POST /logout': signOut,
}
