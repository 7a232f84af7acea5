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

const groupOption = { group: { value: 'NAME', summary: 'Which group, by its name', required: true } } as const

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
      `Nobody in "${organization.name}" has the address ${email}, and nobody with it is invited. See: openslot member list`,
    )
  return { invitation: idOf(invitation) }
}

const create = tenantCommand({
  name: 'group create',
  summary: 'Create a group',
  options: { name: { value: 'NAME', summary: 'What it is called', required: true } },
  example: '--name "EMEA sales"',
  run: async ({ act }, { name }) => ({ resource: await act(createGroup, { name }) }),
  show: ({ resource }) => `There is a group "${resource.name}" now.`,
})

const rename = tenantCommand({
  name: 'group rename',
  summary: 'Give a group another name',
  options: { ...groupOption, name: { value: 'NAME', summary: 'What it is called from now on', required: true } },
  example: '--group "EMEA sales" --name "European sales"',
  run: async (tenant, { group, name }) => ({
    resource: await tenant.act(renameGroup, { uuid: idOf(await groupNamed(tenant, group)), name }),
  }),
  show: ({ resource }) => `The group is called "${resource.name}" now.`,
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
  show: ({ deleted }) => `The group "${deleted}" is gone.`,
})

const list = listCommand({
  name: 'group list',
  summary: 'List the groups of an organization, with who is in them',
  list: async ({ collect }) => {
    const relationships = await collect(listGroupRelationships, {})
    const peopleIn = (uri: string) =>
      relationships
        .filter(({ group }) => group === uri)
        .map(({ role, owner: person }) => ({ email: emailOf(person), role }))
    return (await collect(listOrganizationGroups, {})).map((group) => ({ ...group, people: peopleIn(group.uri) }))
  },
  none: 'There are no groups.',
  headings: ['name', 'people', 'created'],
  row: ({ name, people, created_at }) => [
    name,
    people.map(({ email, role }) => (role === 'admin' ? `${email} (admin)` : email)).join(', ') || 'nobody',
    minuteOf(created_at),
  ],
})

const emailOf = (person: { readonly user: { readonly email: string } } | { readonly email: string }): string =>
  'user' in person ? person.user.email : person.email

const personOptions = {
  ...groupOption,
  email: { value: 'EMAIL', of: 'member', summary: 'A member, or somebody who is invited', required: true },
  admin: { summary: 'As an admin of the group, not as a member of it' },
} as const

const add = tenantCommand({
  name: 'group add',
  summary: 'Put somebody into a group, or make them its admin',
  description: 'One is a member of one group at most, and may be the admin of several.',
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
      ? `${email} is an admin of the group "${group}" now.`
      : `${email} is in the group "${group}" now.`,
})

const takeOut = tenantCommand({
  name: 'group remove',
  summary: 'Take somebody out of a group, or take the admin role of it from them',
  options: personOptions,
  example: '--group "Demo Support" --email user@demo.test',
  run: async (tenant, { group, email, admin }) => {
    const { uri, name } = await groupNamed(tenant, group)
    const relationships = await tenant.collect(listGroupRelationships, { group: uri })
    const role = admin ? 'admin' : 'member'
    const relationship = relationships.find(
      (candidate) => candidate.role === role && emailOf(candidate.owner).toLowerCase() === email.toLowerCase(),
    )
    if (!relationship) throw new OperatorError(`${email} is no ${role} of the group "${name}".`)
    await tenant.act(removeGroupMember, { uuid: idOf(relationship) })
    return { removed: email, role, group: name }
  },
  show: ({ removed, role, group }) => `${removed} is no ${role} of the group "${group}" any more.`,
})

export const commands = [create, rename, remove, list, add, takeOut]
