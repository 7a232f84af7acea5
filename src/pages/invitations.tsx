import { z } from 'zod'
import { beginSession, deviceOf, hashNewPassword, whyNotPassword } from '#accounts/index.ts'
import { parseInput } from '#contract/input.ts'
import { idInUri, line, zoneName } from '#contract/wire.ts'
import { performOpen } from '#execution/perform.ts'
import {
  acceptOrganizationInvitation,
  declineOrganizationInvitation,
  findInvitationByCode,
  findInviter,
  type Invitation,
  invitationCodeHash,
} from '#organizations/index.ts'
import { filled, filledWith } from '#ui/format.ts'
import { type FieldErrors, Form, FormButton, TextField } from '#ui/forms.tsx'
import { attemptsOn } from './attempts.ts'
import { errorsIn, reasonText } from './errors.ts'
import { memberPage, UsernameField, withNote } from './member-page.tsx'
import { loginPath } from './return-to.ts'
import type { PageAnswer, PageHandler, PageTable, ShownPage, Visit } from './visit.ts'
import { ZoneField } from './zone-field.tsx'

interface Invited {
  readonly code: string
  readonly invitation: Invitation
  readonly inviter: { readonly name: string; readonly timezone: string } | undefined
}

const deadInvitation = (visit: Visit): ShownPage => {
  const { invitation } = visit.language.account
  return memberPage(visit, {
    title: invitation.deadTitle,
    status: 404,
    isCapability: true,
    children: <p>{invitation.dead}</p>,
  })
}

/** For the holder of the code of a pending invitation. */
const invited =
  (page: (visit: Visit, invited: Invited) => Promise<PageAnswer>): PageHandler =>
  async (visit) => {
    const { context, params } = visit
    const { reader } = context.database
    const code = params.code ?? ''
    await visit.count(...attemptsOn(visit, 'link', ''))
    const invitation = await findInvitationByCode(reader, invitationCodeHash(code))
    if (invitation?.status !== 'pending' || invitation.organization.memberCount === 0) return deadInvitation(visit)
    return page(visit, {
      code,
      invitation,
      inviter: await findInviter(reader, invitation.organizationId, invitation.id),
    })
  }

const pathTo = (code: string, answer = ''): string => `/invitations/${encodeURIComponent(code)}${answer}`

const Person = z.object({ name: line(255), timezone: zoneName })

type NewAccountFields = z.output<typeof Person>

const invitationPage = (
  visit: Visit,
  offered: Invited,
  errors: FieldErrors = {},
  typed?: NewAccountFields,
): ShownPage => {
  const { invitation, inviter } = offered
  const { email, organization } = invitation
  const { invitation: texts } = visit.language.account
  const values = { organization: organization.name, email: <strong>{email}</strong>, name: inviter?.name ?? '' }
  return memberPage(visit, {
    title: filled(texts.title, { organization: organization.name }),
    heading: filled(texts.heading, { organization: organization.name }),
    isCapability: true,
    errors,
    children: (
      <>
        <p class="soft">{filledWith(inviter ? texts.invitedBy : texts.invited, values)}</p>
        {visit.session === undefined ? (
          <NewAccount
            visit={visit}
            offered={offered}
            typed={typed ?? { name: '', timezone: inviter?.timezone ?? 'Etc/UTC' }}
            errors={errors}
          />
        ) : (
          <SignedInAnswer visit={visit} offered={offered} session={visit.session} />
        )}
        <details>
          <summary>{texts.no}</summary>
          <Form token={visit.formToken} action={pathTo(offered.code, '/decline')}>
            <p class="soft">{texts.declineHint}</p>
            <button class="second" type="submit">
              {texts.decline}
            </button>
          </Form>
        </details>
      </>
    ),
  })
}

interface SignedInAnswerProps {
  readonly visit: Visit
  readonly offered: Invited
  readonly session: NonNullable<Visit['session']>
}

const SignedInAnswer = ({ visit, offered: { code, invitation }, session: { email, name } }: SignedInAnswerProps) => {
  const { invitation: texts, signOut } = visit.language.account
  const isTheirs = email.toLowerCase() === invitation.email.toLowerCase()
  return (
    <>
      {isTheirs ? (
        <p>{filled(texts.signedIn, { name })}</p>
      ) : (
        <p class="note">{filled(texts.otherAddress, { email })}</p>
      )}
      <FormButton token={visit.formToken} action={isTheirs ? pathTo(code, '/accept') : '/logout'} button="full">
        {isTheirs ? texts.accept : signOut}
      </FormButton>
    </>
  )
}

interface NewAccountProps {
  readonly visit: Visit
  readonly offered: Invited
  readonly typed: NewAccountFields
  readonly errors: FieldErrors
}

const NewAccount = ({
  visit: { language, form, formToken },
  offered: { code, invitation },
  typed: { name, timezone },
  errors,
}: NewAccountProps) => {
  const { invitation: texts, password, passwordHint, timeZone } = language.account
  return (
    <>
      <Form token={formToken} action={pathTo(code, '/accept')}>
        <UsernameField email={invitation.email} />
        <TextField
          name="name"
          label={texts.yourName}
          autocomplete="name"
          value={name}
          hint={texts.yourNameHint}
          wrong={errors.name}
          maxLength={255}
          required
        />
        <TextField
          name="password"
          label={password}
          type="password"
          autocomplete="new-password"
          hint={passwordHint}
          wrong={errors.password}
          required
        />
        <ZoneField language={language} label={timeZone} value={timezone} isGuess={form.get('timezone') === null} />
        <button class="full" type="submit">
          {texts.acceptNew}
        </button>
      </Form>
      <p class="more">
        {texts.haveAccount} <a href={loginPath(pathTo(code))}>{texts.signIn}</a>
      </p>
    </>
  )
}

const accept = invited(async (visit, offered) => {
  const { session, form } = visit
  try {
    return await (session ? acceptSignedIn(visit, offered, session.userId) : acceptAsNew(visit, offered))
  } catch (error) {
    return invitationPage(visit, offered, errorsIn(visit.language, error), {
      name: form.get('name') ?? '',
      timezone: form.get('timezone') ?? '',
    })
  }
})

const acceptSignedIn = async ({ context }: Visit, { code }: Invited, userId: string): Promise<PageAnswer> => {
  await performOpen(context, acceptOrganizationInvitation, { code, acceptor: { user_id: userId } })
  return { to: withNote('/account', 'joined') }
}

const acceptAsNew = async (visit: Visit, offered: Invited): Promise<PageAnswer> => {
  const { context, form } = visit
  const password = form.get('password') ?? ''
  const person = parseInput(Person, { name: form.get('name') ?? '', timezone: form.get('timezone') ?? '' })
  const reason = whyNotPassword(password, offered.invitation)
  if (reason) return invitationPage(visit, offered, { password: reasonText(visit.language, { reason }) }, person)
  const passwordHash = await hashNewPassword(password)
  const acceptor = {
    ...person,
    locale: visit.language.locale,
    time_notation: visit.notation,
    password_hash: passwordHash,
  }
  const membership = await performOpen(context, acceptOrganizationInvitation, { code: offered.code, acceptor })
  const userId = idInUri(membership.user.uri)
  const begun = await performOpen(context, beginSession, {
    user_id: userId,
    password_hash: passwordHash,
    device: deviceOf(visit.userAgent),
  })
  return begun
    ? { to: '/app/welcome/hours', cookie: { key: begun.key, expiresAt: begun.expires_at } }
    : { to: '/login' }
}

const decline = invited(async (visit, { code, invitation }) => {
  await performOpen(visit.context, declineOrganizationInvitation, { code })
  const { invitation: texts } = visit.language.account
  return memberPage(visit, {
    title: texts.declinedTitle,
    isCapability: true,
    children: <p>{filled(texts.declined, { organization: invitation.organization.name })}</p>,
  })
})

export const invitationPages: PageTable = {
  'GET /invitations/:code': invited(async (visit, offered) => invitationPage(visit, offered)),
  'POST /invitations/:code/accept': accept,
  'POST /invitations/:code/decline': decline,
}
