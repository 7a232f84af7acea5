import type { Principal } from '#contract/principal.ts'
import { mcpScopes, scopes } from '#contract/scopes.ts'
import { idOf } from '#contract/wire.ts'
import { act, collect } from '#execution/act.ts'
import { type AppContext, performOpen } from '#execution/perform.ts'
import { createApp, createPersonalAccessToken } from '#oauth/index.ts'
import {
  acceptOrganizationInvitation,
  actingAs,
  addGroupMember,
  addOrganizationMember,
  addTeamMember,
  createGroup,
  createOrganizationInvitation,
  createTeam,
  declineOrganizationInvitation,
  findAccountByEmail,
  findMembershipByEmail,
  findOrganization,
  foundOrganization,
  invitationLink,
  listOrganizationInvitations,
  removeOrganizationMember,
} from '#organizations/index.ts'
import type { NewPassword } from '#platform/crypto/password.ts'
import type { Clock } from '#platform/time/clock.ts'
import { day, minute } from '#platform/time/durations.ts'
import { readInstant } from '#platform/time/instant.ts'
import { fillBookings } from './bookings.ts'
import {
  demoAdmin,
  demoApp,
  demoFormerMember,
  demoGroupAdmin,
  demoGroups,
  demoInvited,
  demoOutsider,
  demoOwner,
  demoTeam,
  demoUser,
} from './cast.ts'
import { fillEventTypes } from './event-types.ts'
import { fillRoutingForm } from './routing-form.ts'

export interface DemoAddresses {
  readonly base_url: string
  readonly auth_url: string
  readonly mcp_url: string
  readonly site_url: string
}

/** Those who can sign in. */
export const demoPeople = ['owner', 'admin', 'user', 'groupAdmin', 'former', 'outsider'] as const

/** Made before the transaction. */
export type DemoPasswords = Readonly<Record<(typeof demoPeople)[number], NewPassword>>

/** What is in demo.json, for programs that want to try the service. */
export type Demo = Readonly<Awaited<ReturnType<typeof fillDemo>>>

/** Everything that is in the demo, by the operations that make it anywhere else. */
export const fillDemo = async (presentContext: AppContext, passwords: DemoPasswords, addresses: DemoAddresses) => {
  const context = { ...presentContext, clock: clockFromThen(presentContext.clock.now()) }
  const organization = await foundFor(context, demoOwner, passwords.owner)
  const owner = await principalOf(context, demoOwner.email)
  const add = (member: typeof demoAdmin | typeof demoUser | typeof demoFormerMember, { hash }: NewPassword) =>
    act(context, addOrganizationMember, owner, { ...member, password_hash: hash })
  const invite = (email: string) => act(context, createOrganizationInvitation, owner, { organization, email })

  const admin = await add(demoAdmin, passwords.admin)
  const user = await add(demoUser, passwords.user)
  const former = await add(demoFormerMember, passwords.former)

  const { name, timezone, email } = demoGroupAdmin
  const acceptor = { name, timezone, password_hash: passwords.groupAdmin.hash }
  const groupAdmin = await performOpen(context, acceptOrganizationInvitation, {
    code: codeOf(context, await invite(email)),
    acceptor,
  })
  await performOpen(context, declineOrganizationInvitation, {
    code: codeOf(context, await invite(demoInvited.declined)),
  })
  const pending = await invite(demoInvited.pending)

  const sales = await act(context, createGroup, owner, { name: demoGroups.sales })
  const support = await act(context, createGroup, owner, { name: demoGroups.support })
  const put = (
    group: { uri: string },
    person: { membership: string } | { invitation: string },
    role: 'member' | 'admin',
  ) => act(context, addGroupMember, owner, { group: group.uri, ...person, role })
  await put(sales, { membership: admin.uri }, 'member')
  await put(sales, { invitation: pending.uri }, 'member')
  await put(support, { membership: groupAdmin.uri }, 'admin')
  await put(support, { membership: user.uri }, 'member')

  const team = await act(context, createTeam, owner, { name: demoTeam })
  for (const member of [admin, user])
    await act(context, addTeamMember, owner, { team: team.uri, membership: member.uri })

  const eventTypes = await fillEventTypes(context, {
    owner,
    ownerUri: `${context.links.api}/users/${owner.userId}`,
    adminUri: admin.user.uri,
    userUri: user.user.uri,
  })

  const { form, submission } = await fillRoutingForm(context, owner, eventTypes)
  const scheduledEvents = await fillBookings({
    earlier: context,
    present: presentContext,
    owner,
    eventTypes,
    submission,
  })

  await act(context, removeOrganizationMember, owner, { uuid: idOf(former) })
  const outsiderOrganization = await foundFor(context, demoOutsider, passwords.outsider)
  const invitations = await collect(context, listOrganizationInvitations, owner, { organization })

  return {
    ...addresses,
    organization,
    users: {
      owner: await personBy(context, demoOwner.email, passwords.owner),
      admin: await personBy(context, demoAdmin.email, passwords.admin),
      user: await personBy(context, demoUser.email, passwords.user),
      group_admin: await personBy(context, demoGroupAdmin.email, passwords.groupAdmin),
      outsider: await personBy(context, demoOutsider.email, passwords.outsider),
    },
    groups: [sales, support].map((group) => ({ uri: group.uri, name: group.name })),
    teams: [{ uri: team.uri, name: team.name }],
    event_types: eventTypes,
    routing_forms: [form],
    scheduled_events: scheduledEvents,
    invitations: invitations.map((invitation) => ({
      uri: invitation.uri,
      email: invitation.email,
      status: invitation.status,
    })),
    // Not in the organization any more; the token is for the organization of their own.
    removed_member: { ...(await personBy(context, demoFormerMember.email, passwords.former)), membership: former.uri },
    outsider_organization: outsiderOrganization,
    oauth_app: await registerApp(context, owner),
  }
}

// More than a weekend, so that something was booked that is over by now.
const daysAgo = 5

/**
 * One thing a minute, from a few days ago on: lists are in the same order in every demo, and nothing is in the future.
 */
const clockFromThen = (now: Date): Clock => {
  let time = now.getTime() - daysAgo * day
  return {
    now: () => {
      time += minute
      return new Date(time)
    },
  }
}

/** With all scopes. */
const registerApp = async (context: AppContext, owner: Principal) => {
  const { name, redirectUri } = demoApp
  const { app, client_secret } = await act(context, createApp, owner, {
    name,
    redirect_uris: [redirectUri],
    scopes: [...scopes, ...mcpScopes],
  })
  if (client_secret === null) throw new Error('The app of the demo has no secret.')
  return { client_id: app.client_id, client_secret, redirect_uri: redirectUri }
}

const foundFor = async (context: AppContext, founder: typeof demoOwner, { hash }: NewPassword): Promise<string> =>
  (await performOpen(context, foundOrganization, { ...founder, password_hash: hash })).organization.uri

const codeOf = (
  { links, codes }: AppContext,
  invitation: { readonly uri: string; readonly last_sent_at: string | null },
): string => {
  const sentAt = readInstant(invitation.last_sent_at ?? '')
  if (!sentAt) throw new Error('A new invitation was not sent.')
  return invitationLink(links, codes, idOf(invitation), sentAt).split('/').at(-1) ?? ''
}

/** In the organization they are in now. */
const principalOf = async ({ database: { reader } }: AppContext, email: string): Promise<Principal> => {
  const account = await findAccountByEmail(reader, email)
  const organization = account?.organizationId ? await findOrganization(reader, account.organizationId) : undefined
  const membership = organization && (await findMembershipByEmail(reader, organization.id, email))
  if (!membership) throw new Error(`The demo has nobody with the address ${email}.`)
  return actingAs(membership, organization)
}

/** Their token has all scopes. */
const personBy = async (context: AppContext, email: string, { password }: NewPassword) => {
  const principal = await principalOf(context, email)
  const membership = await findMembershipByEmail(context.database.reader, principal.organizationId, email)
  const { secret } = await act(context, createPersonalAccessToken, principal, { name: 'Demo', scopes: [...scopes] })
  return {
    uri: `${context.links.api}/users/${principal.userId}`,
    name: membership?.user.name ?? '',
    email,
    password,
    token: secret,
  }
}
