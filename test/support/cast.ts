import { randomUUID } from 'node:crypto'
import type { Principal } from '#contract/principal.ts'
import { scopes } from '#contract/scopes.ts'
import { createPersonalAccessToken } from '#oauth/index.ts'
import {
  actingAs,
  addGroupMember,
  addOrganizationMember,
  changeOrganization,
  createGroup,
  createOrganizationInvitation,
  createTeam,
  findMembershipByEmail,
  findOrganization,
  foundOrganization,
  removeOrganizationMember,
} from '#organizations/index.ts'
import { invitationCode } from '#organizations/invitation.ts'
import type { TestApp } from './app.ts'

/** A person in a test, and the token they call with. */
export interface Person {
  readonly name: string
  readonly email: string
  readonly uri: string
  readonly id: string
  readonly membershipUri: string
  readonly membershipId: string
  readonly token: string
  readonly principal: Principal
}

export interface Cast {
  /** Part of every name in this cast, and of no other. */
  readonly tag: string
  readonly organization: string
  readonly organizationId: string
  readonly owner: Person
  readonly admin: Person
  readonly colleague: Person
  /** The owner of another organization. */
  readonly outsider: Person
  readonly outsiderOrganization: string
}

/** Two organizations that no other test uses: an owner, an admin and a colleague in one, an outsider in the other. */
export const aCast = async (app: TestApp): Promise<Cast> => {
  const tag = randomUUID().slice(0, 8)
  const owner = await aFounder(app, `owner ${tag}`)
  const outsider = await aFounder(app, `outsider ${tag}`)
  return {
    tag,
    organization: uriOf(app, 'organizations', owner.principal.organizationId),
    organizationId: owner.principal.organizationId,
    owner,
    admin: await aMember(app, owner, { name: `admin ${tag}`, role: 'admin' }),
    colleague: await aMember(app, owner, { name: `colleague ${tag}` }),
    outsider,
    outsiderOrganization: uriOf(app, 'organizations', outsider.principal.organizationId),
  }
}

const uriOf = (app: TestApp, ...path: readonly string[]): string => [app.context.links.api, ...path].join('/')

/** A person with an organization of their own. */
export const aFounder = async (app: TestApp, name = `founder ${randomUUID().slice(0, 8)}`): Promise<Person> => {
  const email = emailOf(name)
  const { organization } = await app.runOpen(foundOrganization, {
    name,
    email,
    organization: `Acme of ${name}`,
    timezone: 'Europe/Lisbon',
    password_hash: null,
  })
  return personBy(app, lastPart(organization.uri), email)
}

const emailOf = (name: string): string => `${name.replaceAll(' ', '.').toLowerCase()}@acme.test`

interface NewMember {
  readonly name?: string
  readonly role?: 'admin' | 'user'
}

export const aMember = async (
  app: TestApp,
  owner: Person,
  { name = `member ${randomUUID().slice(0, 8)}`, role = 'user' }: NewMember = {},
): Promise<Person> => {
  const email = emailOf(name)
  await app.run(addOrganizationMember, owner.principal, {
    name,
    email,
    role,
    timezone: 'Europe/Lisbon',
    password_hash: null,
  })
  return personBy(app, owner.principal.organizationId, email)
}

/** A former member; their token is from when they were one. */
export const aRemovedMember = async (app: TestApp, owner: Person): Promise<Person> => {
  const member = await aMember(app, owner, { name: `removed ${randomUUID().slice(0, 8)}` })
  await app.run(removeOrganizationMember, owner.principal, { uuid: member.membershipId })
  return member
}

/** A member of an organization as they are now, with a new token. */
export const personBy = async (
  app: TestApp,
  organizationId: string,
  email: string,
  granted: readonly string[] = scopes,
): Promise<Person> => {
  const { reader } = app.context.database
  const membership = await findMembershipByEmail(reader, organizationId, email)
  const organization = await findOrganization(reader, organizationId)
  if (!membership || !organization) throw new Error(`There is no member ${email}.`)
  const principal = actingAs(membership, organization)
  return {
    name: membership.user.name,
    email,
    uri: uriOf(app, 'users', membership.user.id),
    id: membership.user.id,
    membershipUri: uriOf(app, 'organization_memberships', membership.id),
    membershipId: membership.id,
    token: await aToken(app, principal, granted),
    principal,
  }
}

export const aToken = async (app: TestApp, principal: Principal, granted: readonly string[]): Promise<string> => {
  const { secret } = await app.run(createPersonalAccessToken, principal, { name: 'test', scopes: granted })
  return secret
}

/** Something that was made, with where it is. */
export interface Made {
  readonly id: string
  readonly uri: string
}

const made = ({ uri }: { readonly uri: string }): Made => ({ id: lastPart(uri), uri })

export const aGroup = async (app: TestApp, owner: Person, name = `Group ${randomUUID().slice(0, 8)}`): Promise<Made> =>
  made(await app.run(createGroup, owner.principal, { name }))

export const aTeam = async (app: TestApp, owner: Person, name = `Team ${randomUUID().slice(0, 8)}`): Promise<Made> =>
  made(await app.run(createTeam, owner.principal, { name }))

export interface MadeInvitation extends Made {
  readonly email: string
  /** What is in the link that was sent. */
  readonly code: string
}

export const anInvitation = async (
  app: TestApp,
  inviter: Person,
  email = `invited.${randomUUID().slice(0, 8)}@new.test`,
): Promise<MadeInvitation> => {
  const { organizationId } = inviter.principal
  const invitation = made(
    await app.run(createOrganizationInvitation, inviter.principal, { organization: organizationId, email }),
  )
  return { ...invitation, email, code: codeOf(app, invitation.id) }
}

/** The code of the link that is sent now. */
export const codeOf = (app: TestApp, invitationId: string): string =>
  invitationCode(app.context.codes, invitationId, app.clock.now())

/** Puts a member into a group, or an invitation. */
export const inGroup = async (
  app: TestApp,
  owner: Person,
  group: Made,
  who: { readonly membership: string } | { readonly invitation: string },
  role: 'member' | 'admin' = 'member',
): Promise<Made> => made(await app.run(addGroupMember, owner.principal, { group: group.uri, role, ...who }))

export const putOnPlan = async (
  app: TestApp,
  organizationId: string,
  plan: string,
  stage = 'active',
): Promise<void> => {
  await app.runOpen(changeOrganization, { organization: organizationId, plan, stage })
}

export const lastPart = (uri: string): string => uri.split('/').at(-1) ?? ''
