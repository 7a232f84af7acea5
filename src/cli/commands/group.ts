import { idOf } from '#contract/wire.ts'
import { act, collect } from '#execution/act.ts'
import type { AppContext } from '#execution/perform.ts'
import {
  addGroupMember,
  createGroup,
  deleteGroup,
  findMembershipByEmail,
  listGroupRelationships,
  listOrganizationGroups,
  listOrganizationInvitations,
  removeGroupMember,
  renameGroup,
} from '#organizations/index.ts'
import { OperatorError } from '#process/operator-error.ts'
import { minuteOf, table } from '../columns.ts'
import { databaseCommand } from '../command.ts'
import { enter, organizationOption, type Tenant } from '../tenant.ts'

const groupOption = { group: { value: 'NAME', summary: 'Which group, by its name', required: true } } as const

const groupNamed = async (context: AppContext, { organization, owner }: Tenant, name: string) => {
  const groups = await collect(context, listOrganizationGroups, owner, {})
  const group = groups.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase())
  if (!group)
    throw new OperatorError(
      `There is no group "${name}" in "${organization.name}". There are: ${groups.map((candidate) => `"${candidate.name}"`).join(', ') || 'none'}.`,
    )
  return group
}

/** A member, or somebody who is still invited: both can be in a group. */
const personBy = async (context: AppContext, { organization, owner }: Tenant, email: string) => {
  const membership = await findMembershipByEmail(context.database.reader, organization.id, email)
  if (membership) return { membership: membership.id }
  const [invitation] = await collect(context, listOrganizationInvitations, owner, { organization: organization.id, email, status: 'pending' })
  if (!invitation)
    throw new OperatorError(`Nobody in "${organization.name}" has the address ${email}, and nobody with it is invited. See: openslot member list`)
  return { invitation: idOf(invitation) }
}

const create = databaseCommand({
  name: 'group create',
  summary: 'Create a group',
  options: { name: { value: 'NAME', summary: 'What it is called', required: true }, ...organizationOption },
  example: '--name "EMEA sales"',
  run: async (context, { name, organization }) => ({ resource: await act(context, createGroup, (await enter(context, { organization })).owner, { name }) }),
  show: ({ resource }) => `There is a group "${resource.name}" now.`,
})

const rename = databaseCommand({
  name: 'group rename',
  summary: 'Give a group another name',
  options: { ...groupOption, name: { value: 'NAME', summary: 'What it is called from now on', required: true }, ...organizationOption },
  example: '--group "EMEA sales" --name "European sales"',
  run: async (context, { group, name, organization }) => {
    const tenant = await enter(context, { organization })
    return { resource: await act(context, renameGroup, tenant.owner, { uuid: idOf(await groupNamed(context, tenant, group)), name }) }
  },
  show: ({ resource }) => `The group is called "${resource.name}" now.`,
})

const remove = databaseCommand({
  name: 'group delete',
  summary: 'Delete a group; its members stay in the organization',
  options: { ...groupOption, ...organizationOption },
  example: '--group "EMEA sales"',
  run: async (context, { group, organization }) => {
    const tenant = await enter(context, { organization })
    const { name, ...found } = await groupNamed(context, tenant, group)
    await act(context, deleteGroup, tenant.owner, { uuid: idOf(found) })
    return { deleted: name }
  },
  show: ({ deleted }) => `The group "${deleted}" is gone.`,
})

const list = databaseCommand({
  name: 'group list',
  summary: 'List the groups of an organization, with who is in them',
  options: organizationOption,
  example: '',
  run: async (context, { organization }) => {
    const { owner } = await enter(context, { organization })
    const groups = await collect(context, listOrganizationGroups, owner, {})
    const relationships = await collect(context, listGroupRelationships, owner, {})
    const peopleIn = (uri: string) => relationships.filter(({ group }) => group === uri).map(({ role, owner: person }) => ({ email: emailOf(person), role }))
    return { collection: groups.map((group) => ({ ...group, people: peopleIn(group.uri) })) }
  },
  show: ({ collection }) =>
    collection.length === 0
      ? 'There are no groups.'
      : table(
          ['name', 'people', 'created'],
          collection.map(({ name, people, created_at }) => [
            name,
            people.map(({ email, role }) => (role === 'admin' ? `${email} (admin)` : email)).join(', ') || 'nobody',
            minuteOf(created_at),
          ]),
        ),
})

const emailOf = (
  person:
    | { readonly user: { readonly email: string }; readonly type: 'OrganizationMembership' }
    | { readonly email: string; readonly type: 'OrganizationInvitation' },
): string => (person.type === 'OrganizationMembership' ? person.user.email : person.email)

const personOptions = {
  ...groupOption,
  email: { value: 'EMAIL', summary: 'A member, or somebody who is invited', required: true },
  admin: { summary: 'As an admin of the group, not as a member of it' },
  ...organizationOption,
} as const

const add = databaseCommand({
  name: 'group add',
  summary: 'Put somebody into a group, or make them its admin',
  description: 'One is a member of one group at most, and may be the admin of several.',
  options: personOptions,
  example: '--group "EMEA sales" --email colleague@acme.test --admin',
  run: async (context, { group, email, admin, organization }) => {
    const tenant = await enter(context, { organization, email })
    const { uri, name } = await groupNamed(context, tenant, group)
    const person = await personBy(context, tenant, email)
    return { resource: await act(context, addGroupMember, tenant.owner, { group: uri, ...person, role: admin ? 'admin' : 'member' }), group: name, email }
  },
  show: ({ resource, group, email }) =>
    resource.role === 'admin' ? `${email} is an admin of the group "${group}" now.` : `${email} is in the group "${group}" now.`,
})

const takeOut = databaseCommand({
  name: 'group remove',
  summary: 'Take somebody out of a group, or take the admin role of it from them',
  options: personOptions,
  example: '--group "EMEA sales" --email colleague@acme.test',
  run: async (context, { group, email, admin, organization }) => {
    const tenant = await enter(context, { organization, email })
    const { uri, name } = await groupNamed(context, tenant, group)
    const relationships = await collect(context, listGroupRelationships, tenant.owner, { group: uri })
    const role = admin ? 'admin' : 'member'
    const relationship = relationships.find((candidate) => candidate.role === role && emailOf(candidate.owner).toLowerCase() === email.toLowerCase())
    if (!relationship) throw new OperatorError(`${email} is no ${role} of the group "${name}".`)
    await act(context, removeGroupMember, tenant.owner, { uuid: idOf(relationship) })
    return { removed: email, role, group: name }
  },
  show: ({ removed, role, group }) => `${removed} is no ${role} of the group "${group}" any more.`,
})

export const commands = [create, rename, remove, list, add, takeOut]
