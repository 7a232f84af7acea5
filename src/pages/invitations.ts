import { z } from 'zod'
import { beginSession, deviceOf, hashNewPassword, whyNotPassword } from '#accounts/index.ts'
import { parseInput } from '#contract/input.ts'
import { idInUri, line, zoneName } from '#contract/wire.ts'
import { performOpen } from '#execution/perform.ts'
import { html, type Markup } from '#http/markup.ts'
import {
  acceptOrganizationInvitation,
  declineOrganizationInvitation,
  findInvitationByCode,
  findInviter,
  type Invitation,
  invitationCodeHash,
} from '#organizations/index.ts'
import { attemptsOn } from './attempts.ts'
import { errorsIn, reasonText } from './errors.ts'
import { errorSummary, type FieldErrors, field, usernameField } from './fields.ts'
import { formTo } from './layout.ts'
import { withNote } from './notes.ts'
import { loginPath } from './return-to.ts'
import { filled, filledMarkup, strong } from './texts.ts'
import type { PageAnswer, PageHandler, PageTable, ShownPage, Visit } from './visit.ts'
import { zoneField } from './zone-field.ts'

interface Invited {
  readonly code: string
  readonly invitation: Invitation
  readonly inviter: { readonly name: string; readonly timezone: string } | undefined
}

const deadInvitation = ({ language }: Pick<Visit, 'language'>): ShownPage => {
  const { invitation } = language.account
  return {
    title: invitation.deadTitle,
    status: 404,
    isCapability: true,
    body: html`<h1>${invitation.deadTitle}</h1><p>${invitation.dead}</p>`,
  }
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
  { code, invitation, inviter }: Invited,
  errors: FieldErrors = {},
  typed?: NewAccountFields,
): ShownPage => {
  const { email, organization } = invitation
  const { session } = visit
  const { invitation: texts, signOut } = visit.language.account
  const values = { organization: organization.name, email: strong(email), name: inviter?.name ?? '' }
  const isTheirs = session?.email.toLowerCase() === email.toLowerCase()
  return {
    title: filled(texts.title, { organization: organization.name }),
    isCapability: true,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    body: html`<h1>${filled(texts.heading, { organization: organization.name })}</h1>
${errorSummary(errors)}
<p class="soft">${filledMarkup(inviter ? texts.invitedBy : texts.invited, values)}</p>
${
  session === undefined
    ? newAccount(visit, code, typed ?? { name: '', timezone: inviter?.timezone ?? 'Etc/UTC' }, email, errors)
    : isTheirs
      ? html`<p>${filled(texts.signedIn, { name: session.name })}</p>
${formTo(visit, pathTo(code, '/accept'), html`<button class="full" type="submit">${texts.accept}</button>`)}`
      : html`<p class="note">${filled(texts.otherAddress, { email: session.email })}</p>
${formTo(visit, '/logout', html`<button class="full" type="submit">${signOut}</button>`)}`
}
<details><summary>${texts.no}</summary>
${formTo(visit, pathTo(code, '/decline'), html`<p class="soft">${texts.declineHint}</p><button class="second" type="submit">${texts.decline}</button>`)}
</details>`,
  }
}

const newAccount = (
  visit: Visit,
  code: string,
  { name, timezone }: NewAccountFields,
  email: string,
  errors: FieldErrors,
): Markup => {
  const { invitation: texts, password, passwordHint, timeZone } = visit.language.account
  return html`${formTo(
    visit,
    pathTo(code, '/accept'),
    html`${usernameField(email)}
${field({ name: 'name', label: texts.yourName, autocomplete: 'name', value: name, hint: texts.yourNameHint, maxlength: 255, wrong: errors.name })}
${field({ name: 'password', label: password, type: 'password', autocomplete: 'new-password', hint: passwordHint, wrong: errors.password })}
${zoneField(visit.language, { label: timeZone, value: timezone, isGuess: visit.form.get('timezone') === null })}
<button class="full" type="submit">${texts.acceptNew}</button>`,
  )}
<p class="more">${texts.haveAccount} <a href="${loginPath(pathTo(code))}">${texts.signIn}</a></p>`
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
  return {
    title: texts.declinedTitle,
    isCapability: true,
    body: html`<h1>${texts.declinedTitle}</h1><p>${filled(texts.declined, { organization: invitation.organization.name })}</p>`,
  }
})

export const invitationPages: PageTable = {
  'GET /invitations/:code': invited(async (visit, offered) => invitationPage(visit, offered)),
  'POST /invitations/:code/accept': accept,
  'POST /invitations/:code/decline': decline,
}
