import type { ComponentChildren } from 'preact'
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
import { listPersonalAccessTokens } from '#oauth/index.ts'
import { getCurrentUser } from '#organizations/index.ts'
import { counted, filled } from '#ui/format.ts'
import { type FieldErrors, Form, FormButton, TextField } from '#ui/forms.tsx'
import { attemptsOn } from './attempts.ts'
import { identitySection } from './company-sign-in.tsx'
import { confirmPassword } from './confirm-password.ts'
import { formOn } from './errors.ts'
import { mailSection, takeMailPreferences } from './mail-preferences.tsx'
import { memberPage, UsernameField, withNote } from './member-page.tsx'
import { dayOf, minuteOf } from './moments.ts'
import { pictureSection, takeAvatar } from './pictures.tsx'
import { ProfileForm, sentProfile } from './profile.tsx'
import { typedMark } from './return-to.ts'
import { list, run } from './run-operation.ts'
import { themes } from './theme.ts'
import { type PageHandler, type PageTable, type ShownPage, type SignedInVisit, signedIn } from './visit.ts'
import { recipientCaps } from './visitor-caps.ts'

const accountPage = async (visit: SignedInVisit, errors: FieldErrors = {}): Promise<ShownPage> => {
  const { language, formToken } = visit
  const { profile, factor, tokens, apps, calendars } = language.account
  const [user, sessions, secondFactor, ownTokens, mails, picture, identities] = await Promise.all([
    run(visit, getCurrentUser, {}),
    list(visit, listSessions),
    run(visit, getSecondFactor, {}),
    list(visit, listPersonalAccessTokens),
    mailSection(visit),
    pictureSection(visit, errors),
    identitySection(visit),
  ])
  const isOn = secondFactor.status === 'on'
  return memberPage(visit, {
    title: profile.title,
    errors,
    children: (
      <>
        <section>
          <h2>{profile.about}</h2>
          <ProfileForm visit={visit} user={user} errors={errors} />
        </section>
        {mails}
        {picture}
        <SignInSections visit={visit} errors={errors} />
        {identities}
        <LinkSection
          title={factor.title}
          hint={
            isOn ? `${factor.on} ${counted(language, secondFactor.recovery_codes_left, factor.codesLeft)}` : factor.off
          }
          href="/account/second-factor"
          link={isOn ? factor.change : factor.turnOn}
        />
        <LinkSection title={calendars.title} hint={calendars.hint} href="/app/integrations" link={calendars.see} />
        <LinkSection
          title={tokens.title}
          hint={tokens.about}
          href="/account/tokens"
          link={ownTokens.length > 0 ? tokens.seeAll : tokens.create}
        >
          {ownTokens.length > 0 && (
            <ul class="list">
              {ownTokens.slice(0, 5).map(({ uuid, name, hint, created_at }) => (
                <li key={uuid}>
                  <div>
                    {name}
                    <small>
                      {hint} · {filled(tokens.createdOn, { day: dayOf(language, created_at) })}
                    </small>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </LinkSection>
        <LinkSection title={apps.title} hint={apps.hint} href="/account/apps" link={apps.see} />
        <section>
          <h2>{profile.sessions}</h2>
          <p>{profile.sessionsHint}</p>
          <ul class="list">
            {sessions.map((session) => (
              <SessionLine key={session.uuid} visit={visit} session={session} />
            ))}
          </ul>
          {sessions.length > 1 && (
            <FormButton token={formToken} action="/account/sessions/end-others" button="second">
              {profile.signOutOthers}
            </FormButton>
          )}
        </section>
      </>
    ),
  })
}

interface LinkSectionProps {
  readonly title: string
  readonly hint: string
  readonly href?: string
  readonly link?: string
  readonly children?: ComponentChildren
}

/** What is set on a page of its own. */
const LinkSection = ({ title, hint, href, link, children }: LinkSectionProps) => (
  <section>
    <h2>{title}</h2>
    <p>{hint}</p>
    {children}
    {href !== undefined && (
      <a class="button second" href={href}>
        {link}
      </a>
    )}
  </section>
)

interface SignInSectionsProps {
  readonly visit: SignedInVisit
  readonly errors: FieldErrors
}

/** How they sign in: an address and a password. */
const SignInSections = ({ visit: { session, form, language, context, formToken }, errors }: SignInSectionsProps) => {
  const { profile, reset, email, password, yourPassword, newPassword, passwordHint } = language.account
  const { hasServer } = context.mail
  const emailHint = filled(hasServer ? profile.emailHint : profile.emailHintWithoutMail, { email: session.email })
  if (!session.hasPassword)
    return (
      <>
        <LinkSection title={email} hint={emailHint} />
        <LinkSection
          title={password}
          hint={profile.noPassword}
          href="/app/welcome/password"
          link={profile.choosePassword}
        />
      </>
    )
  return (
    <>
      <LinkSection title={email} hint={emailHint}>
        <details open={errors.email !== undefined || errors.email_password !== undefined}>
          <summary>{profile.changeEmail}</summary>
          <Form token={formToken} action="/account/email">
            <UsernameField email={session.email} />
            <TextField
              name="email"
              label={profile.newEmail}
              type="email"
              autocomplete="email"
              value={form.get('email')?.trim()}
              wrong={errors.email}
              maxLength={254}
              required
            />
            <TextField
              name="email_password"
              label={yourPassword}
              type="password"
              autocomplete="current-password"
              wrong={errors.email_password}
              required
            />
            <button class="second" type="submit">
              {hasServer ? profile.sendLink : reset.sendWithoutMail}
            </button>
          </Form>
        </details>
      </LinkSection>
      <LinkSection title={password} hint={profile.passwordHint}>
        <details open={errors.password !== undefined || errors.current_password !== undefined}>
          <summary>{profile.changePassword}</summary>
          <Form token={formToken} action="/account/password">
            <UsernameField email={session.email} />
            <TextField
              name="current_password"
              label={profile.currentPassword}
              type="password"
              autocomplete="current-password"
              wrong={errors.current_password}
              required
            />
            <TextField
              name="password"
              label={newPassword}
              type="password"
              autocomplete="new-password"
              hint={passwordHint}
              wrong={errors.password}
              required
            />
            <button class="second" type="submit">
              {profile.changePassword}
            </button>
          </Form>
        </details>
      </LinkSection>
    </>
  )
}

/** The page that the menu was on is shown again. */
const takeTheme: PageHandler = async ({ form, formPage = '/account' }) => {
  const [path, query] = formPage.split('?')
  const kept = new URLSearchParams(query)
  kept.delete(typedMark)
  const to = kept.size === 0 ? `${path}` : `${path}?${kept}`
  const theme = themes.find((one) => one === form.get('theme'))
  return theme ? { to, theme } : { to }
}

type Session = Awaited<ReturnType<typeof list<(typeof listSessions)['input'], (typeof listSessions)['output']>>>[number]

interface SessionLineProps {
  readonly visit: SignedInVisit
  readonly session: Session
}

const SessionLine = ({ visit, session }: SessionLineProps) => {
  const { profile, signOut } = visit.language.account
  const browser = session.browser ?? profile.unknownBrowser
  const device = session.system === null ? browser : filled(profile.deviceOn, { browser, system: session.system })
  const times = { since: minuteOf(visit, session.created_at), last: minuteOf(visit, session.last_seen_at) }
  return (
    <li>
      <div>
        {device} {session.is_current && <span class="tag">{profile.thisBrowser}</span>}
        <small>{filled(profile.sessionTimes, times)}</small>
      </div>
      {!session.is_current && (
        <FormButton
          token={visit.formToken}
          action="/account/sessions/end"
          fields={{ session: session.uuid }}
          button="quiet"
          label={filled(profile.signOutOf, { device, since: times.since })}
        >
          {signOut}
        </FormButton>
      )}
    </li>
  )
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
  'POST /account/theme': takeTheme,
  'POST /account/mails': takeMailPreferences,
  'POST /account/avatar': taking(takeAvatar),
  'POST /account/email': takeEmail,
  'POST /account/password': takePassword,
  'POST /account/sessions/end': endOne,
  'POST /account/sessions/end-others': endOthers,
}
