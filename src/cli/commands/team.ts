import { idOf } from '#contract/wire.ts'
import {
  addTeamMember,
  createTeam,
  deleteTeam,
  listOrganizationTeams,
  removeTeamMember,
  renameTeam,
} from '#organizations/index.ts'
import { oneNamed } from '../naming.ts'
import { orRefuse } from '../or-refuse.ts'
import type { Tenant } from '../tenant.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const teamOption = { team: { value: 'NAME', summary: 'The name of the team', required: true } } as const

const teamNamed = async (tenant: Tenant, name: string) =>
  oneNamed('team', tenant, await tenant.collect(listOrganizationTeams, {}), name)

const create = tenantCommand({
  name: 'team create',
  summary: 'Create a team',
  options: { name: { value: 'NAME', summary: 'The name', required: true } },
  example: '--name "Sales EMEA"',
  run: async ({ act }, { name }) => ({ resource: await act(createTeam, { name }) }),
  show: ({ resource }) => `Team "${resource.name}" created: ${resource.scheduling_url}`,
})

const rename = tenantCommand({
  name: 'team rename',
  summary: 'Rename a team',
  options: { ...teamOption, name: { value: 'NAME', summary: 'The new name', required: true } },
  example: '--team "Sales EMEA" --name "European sales"',
  run: async (tenant, { team, name }) => ({
    resource: await tenant.act(renameTeam, { uuid: idOf(await teamNamed(tenant, team)), name }),
  }),
  show: ({ resource }) => `Team renamed to "${resource.name}".`,
})

const remove = tenantCommand({
  name: 'team delete',
  summary: 'Delete a team; its members stay in the organization',
  options: teamOption,
  example: '--team "Demo Team"',
  run: async (tenant, { team }) => {
    const { name, ...found } = await teamNamed(tenant, team)
    await tenant.act(deleteTeam, { uuid: idOf(found) })
    return { deleted: name }
  },
  show: ({ deleted }) => `Team "${deleted}" deleted.`,
})

const list = listCommand({
  name: 'team list',
  summary: 'List the teams of an organization',
  options: { email: { value: 'EMAIL', of: 'member', summary: 'Only teams this member belongs to, by email address' } },
  example: '--email admin@demo.test',
  list: async ({ collect, member }, { email }) =>
    collect(listOrganizationTeams, email === undefined ? {} : { user: (await member(email)).user.id }),
  none: 'No teams.',
  headings: ['name', 'page'],
  row: ({ name, scheduling_url }) => [name, scheduling_url],
})

const memberOptions = {
  ...teamOption,
  email: { value: 'EMAIL', of: 'member', summary: 'Which member', required: true },
} as const

const add = tenantCommand({
  name: 'team add',
  summary: 'Add a member to a team',
  options: memberOptions,
  example: '--team "European sales" --email user@demo.test',
  run: async (tenant, { team, email }) => {
    const { uri } = await teamNamed(tenant, team)
    const { id } = await tenant.member(email)
    return { resource: await tenant.act(addTeamMember, { team: uri, membership: id }), added: email }
  },
  show: ({ resource, added }) => `${added} added to the team "${resource.name}".`,
})

const takeOut = tenantCommand({
  name: 'team remove',
  summary: 'Remove a member from a team',
  options: memberOptions,
  example: '--team "European sales" --email user@demo.test',
  run: async (tenant, { team, email }) => {
    const { uri, name } = await teamNamed(tenant, team)
    const { id } = await tenant.member(email)
    await orRefuse(
      tenant.act(removeTeamMember, { team: uri, membership: id }),
      `${email} is not in the team "${name}".`,
    )
    return { removed: email, team: name }
  },
  show: ({ removed, team }) => `${removed} is no longer in the team "${team}".`,
})

export const commands = [create, rename, remove, list, add, takeOut]
