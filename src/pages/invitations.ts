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
import { zoneNames } from '#platform/time/zones.ts'
import { attemptsOn } from './attempts.ts'
import { complaintsIn } from './complaints.ts'
import { type Complaints, errorSummary, field, usernameField } from './fields.ts'
import { formTo } from './layout.ts'
import { withNote } from './notes.ts'
import { loginPath } from './return-to.ts'
import type { PageAnswer, PageHandler, PageTable, ShownPage, Visit } from './visit.ts'

interface Invited {
  readonly code: string
  readonly invitation: Invitation
  readonly inviter: { readonly name: string; readonly timezone: string } | undefined
}

const deadInvitation: ShownPage = {
  title: 'This invitation does not work',
  status: 404,
  isCapability: true,
  body: html`<h1>This invitation does not work</h1><p>It was answered or taken back, or a newer one was sent. Ask whoever invited you for another.</p>`,
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
    if (invitation?.status !== 'pending' || invitation.organization.memberCount === 0) return deadInvitation
    return page(visit, { code, invitation, inviter: await findInviter(reader, invitation.organizationId, invitation.id) })
  }

const pathTo = (code: string, answer = ''): string => `/invitations/${encodeURIComponent(code)}${answer}`

const Person = z.object({ name: line(255), timezone: zoneName })

type NewAccountFields = z.output<typeof Person>

const invitationPage = (visit: Visit, { code, invitation, inviter }: Invited, complaints: Complaints = {}, filled?: NewAccountFields): ShownPage => {
  const { email, organization } = invitation
  const { session } = visit
  const isTheirs = session?.email.toLowerCase() === email.toLowerCase()
  return {
    title: `Invitation to ${organization.name}`,
    isCapability: true,
    status: Object.keys(complaints).length > 0 ? 400 : 200,
    body: html`<h1>Join ${organization.name}</h1>
${errorSummary(complaints)}
<p class="soft">${inviter ? html`${inviter.name} invites <b>${email}</b>` : html`<b>${email}</b> is invited`} to ${organization.name} on Openslot.</p>
${
  session === undefined
    ? newAccount(visit, code, filled ?? { name: '', timezone: inviter?.timezone ?? 'Etc/UTC' }, email, complaints)
    : isTheirs
      ? html`<p>You are signed in as ${session.name}. If you are alone in an organization now, you leave it. Its tokens stop working.</p>
${formTo(visit, pathTo(code, '/accept'), html`<button class="full" type="submit">Accept</button>`)}`
      : html`<p class="note">You are signed in as ${session.email}. Sign out to answer with the address that is invited.</p>
${formTo(visit, '/logout', html`<button class="full" type="submit">Sign out</button>`)}`
}
<details><summary>You would rather not?</summary>
${formTo(visit, pathTo(code, '/decline'), html`<p class="soft">Whoever invited you will see that you declined.</p><button class="second" type="submit">Decline</button>`)}
</details>`,
  }
}

const newAccount = (visit: Visit, code: string, { name, timezone }: NewAccountFields, email: string, complaints: Complaints): Markup => html`${formTo(
  visit,
  pathTo(code, '/accept'),
  html`${usernameField(email)}
${field({ name: 'name', label: 'Your name', autocomplete: 'name', value: name, hint: 'As people who meet you will see it.', maxlength: 255, wrong: complaints.name })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: 'At least 10 characters. A few words are good.', wrong: complaints.password })}
<div class="field"><label for="timezone">Time zone</label><select id="timezone" name="timezone" autocomplete="off">${zoneNames().map((zone) => html`<option${zone === timezone && html` selected`}>${zone}</option>`)}</select></div>
<button class="full" type="submit">Accept, and make my account</button>`,
)}
<p class="more">You have an account with this address? <a href="${loginPath(pathTo(code))}">Sign in to accept</a></p>`

const accept = invited(async (visit, offered) => {
  const { session, form } = visit
  try {
    return await (session ? acceptSignedIn(visit, offered, session.userId) : acceptAsNew(visit, offered))
  } catch (error) {
    return invitationPage(visit, offered, complaintsIn(error), { name: form.get('name') ?? '', timezone: form.get('timezone') ?? '' })
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
  if (reason) return invitationPage(visit, offered, { password: reason }, person)
  const passwordHash = await hashNewPassword(password)
  const acceptor = { ...person, password_hash: passwordHash }
  const membership = await performOpen(context, acceptOrganizationInvitation, { code: offered.code, acceptor })
  const userId = idInUri(membership.user.uri)
  const begun = await performOpen(context, beginSession, { user_id: userId, password_hash: passwordHash, device: deviceOf(visit.userAgent) })
  return begun ? { to: withNote('/account', 'welcome'), cookie: { key: begun.key, expiresAt: begun.expires_at } } : { to: '/login' }
}

const decline = invited(async (visit, { code, invitation }) => {
  await performOpen(visit.context, declineOrganizationInvitation, { code })
  return {
    title: 'You declined',
    isCapability: true,
    body: html`<h1>You declined</h1><p>You have not joined ${invitation.organization.name}. If you change your mind, ask for a new invitation.</p>`,
  }
})

export const invitationPages: PageTable = {
  'GET /invitations/:code': invited(async (visit, offered) => invitationPage(visit, offered)),
  'POST /invitations/:code/accept': accept,
  'POST /invitations/:code/decline': decline,
}
