import { idOf } from '#contract/wire.ts'
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
import { minuteOf } from '../columns.ts'
import { oneNamed } from '../naming.ts'
import type { Tenant } from '../tenant.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const groupOption = { group: { value: 'NAME', summary: 'The name of the group', required: true } } as const

const groupNamed = async (tenant: Tenant, name: string) =>
  oneNamed('group', tenant, await tenant.collect(listOrganizationGroups, {}), name)

/** A member, or somebody who is still invited: both can be in a group. */
const personBy = async ({ context, organization, collect }: Tenant, email: string) => {
  const membership = await findMembershipByEmail(context.database.reader, organization.id, email)
  if (membership) return { membership: membership.id }
  const [invitation] = await collect(listOrganizationInvitations, {
    organization: organization.id,
    email,
    status: 'pending',
  })
  if (!invitation)
    throw new OperatorError(
      `No member or invited person of "${organization.name}" has the address ${email}. See: openslot member list`,
    )
  return { invitation: idOf(invitation) }
}

const create = tenantCommand({
  name: 'group create',
  summary: 'Create a group',
  options: { name: { value: 'NAME', summary: 'The name', required: true } },
  example: '--name "EMEA sales"',
  run: async ({ act }, { name }) => ({ resource: await act(createGroup, { name }) }),
  show: ({ resource }) => `Group "${resource.name}" created.`,
})

const rename = tenantCommand({
  name: 'group rename',
  summary: 'Rename a group',
  options: { ...groupOption, name: { value: 'NAME', summary: 'The new name', required: true } },
  example: '--group "EMEA sales" --name "European sales"',
  run: async (tenant, { group, name }) => ({
    resource: await tenant.act(renameGroup, { uuid: idOf(await groupNamed(tenant, group)), name }),
  }),
  show: ({ resource }) => `Group renamed to "${resource.name}".`,
})

const remove = tenantCommand({
  name: 'group delete',
  summary: 'Delete a group; its members stay in the organization',
  options: groupOption,
  example: '--group "Demo Sales"',
  run: async (tenant, { group }) => {
    const { name, ...found } = await groupNamed(tenant, group)
    await tenant.act(deleteGroup, { uuid: idOf(found) })
    return { deleted: name }
  },
  show: ({ deleted }) => `Group "${deleted}" deleted.`,
})

const list = listCommand({
  name: 'group list',
  summary: 'List the groups of an organization and their members',
  list: async ({ collect }) => {
    const relationships = await collect(listGroupRelationships, {})
    const peopleIn = (uri: string) =>
      relationships
        .filter(({ group }) => group === uri)
        .map(({ role, owner: person }) => ({ email: emailOf(person), role }))
    return (await collect(listOrganizationGroups, {})).map((group) => ({ ...group, people: peopleIn(group.uri) }))
  },
  none: 'No groups.',
  headings: ['name', 'people', 'created'],
  row: ({ name, people, created_at }) => [
    name,
    people.map(({ email, role }) => (role === 'admin' ? `${email} (admin)` : email)).join(', ') || 'no members',
    minuteOf(created_at),
  ],
})

const emailOf = (person: { readonly user: { readonly email: string } } | { readonly email: string }): string =>
  'user' in person ? person.user.email : person.email

const personOptions = {
  ...groupOption,
  email: { value: 'EMAIL', of: 'member', summary: 'A member or an invited person, by email address', required: true },
  admin: { summary: 'As an admin of the group instead of a member' },
} as const

const add = tenantCommand({
  name: 'group add',
  summary: 'Add a person to a group as a member or an admin',
  description: 'A person can be a member of one group and an admin of several.',
  options: personOptions,
  example: '--group "European sales" --email user@demo.test --admin',
  run: async (tenant, { group, email, admin }) => {
    const { uri, name } = await groupNamed(tenant, group)
    const person = await personBy(tenant, email)
    return {
      resource: await tenant.act(addGroupMember, { group: uri, ...person, role: admin ? 'admin' : 'member' }),
      group: name,
      email,
    }
  },
  show: ({ resource, group, email }) =>
    resource.role === 'admin'
      ? `${email} is now an admin of the group "${group}".`
      : `${email} added to the group "${group}".`,
})

const asMember = (role: string): string => (role === 'admin' ? 'an admin' : 'a member')

const takeOut = tenantCommand({
  name: 'group remove',
  summary: 'Remove a member or an admin from a group',
  options: personOptions,
  example: '--group "Demo Support" --email user@demo.test',
  run: async (tenant, { group, email, admin }) => {
    const { uri, name } = await groupNamed(tenant, group)
    const relationships = await tenant.collect(listGroupRelationships, { group: uri })
    const role = admin ? 'admin' : 'member'
    const relationship = relationships.find(
      (candidate) => candidate.role === role && emailOf(candidate.owner).toLowerCase() === email.toLowerCase(),
    )
    if (!relationship) throw new OperatorError(`${email} is not ${asMember(role)} of the group "${name}".`)
    await tenant.act(removeGroupMember, { uuid: idOf(relationship) })
    return { removed: email, role, group: name }
  },
  show: ({ removed, role, group }) => `${removed} is no longer ${asMember(role)} of the group "${group}".`,
})

export const commands = [create, rename, remove, list, add, takeOut]
