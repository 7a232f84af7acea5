import { idOf } from '#contract/wire.ts'
import { act, collect } from '#execution/act.ts'
import type { AppContext } from '#execution/perform.ts'
import { addTeamMember, createTeam, deleteTeam, listOrganizationTeams, removeTeamMember, renameTeam } from '#organizations/index.ts'
import { OperatorError } from '#process/operator-error.ts'
import { table } from '../columns.ts'
import { databaseCommand } from '../command.ts'
import { orRefuse } from '../or-refuse.ts'
import { enter, memberOf, organizationOption, type Tenant } from '../tenant.ts'

const teamOption = { team: { value: 'NAME', summary: 'Which team, by its name', required: true } } as const

const teamNamed = async (context: AppContext, { organization, owner }: Tenant, name: string) => {
  const teams = await collect(context, listOrganizationTeams, owner, {})
  const team = teams.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase())
  if (!team)
    throw new OperatorError(
      `There is no team "${name}" in "${organization.name}". There are: ${teams.map((candidate) => `"${candidate.name}"`).join(', ') || 'none'}.`,
    )
  return team
}

const create = databaseCommand({
  name: 'team create',
  summary: 'Create a team',
  options: { name: { value: 'NAME', summary: 'What it is called', required: true }, ...organizationOption },
  example: '--name "Sales EMEA"',
  run: async (context, { name, organization }) => ({ resource: await act(context, createTeam, (await enter(context, { organization })).owner, { name }) }),
  show: ({ resource }) => `There is a team "${resource.name}" now, at ${resource.scheduling_url}`,
})

const rename = databaseCommand({
  name: 'team rename',
  summary: 'Give a team another name',
  options: { ...teamOption, name: { value: 'NAME', summary: 'What it is called from now on', required: true }, ...organizationOption },
  example: '--team "Sales EMEA" --name "European sales"',
  run: async (context, { team, name, organization }) => {
    const tenant = await enter(context, { organization })
    return { resource: await act(context, renameTeam, tenant.owner, { uuid: idOf(await teamNamed(context, tenant, team)), name }) }
  },
  show: ({ resource }) => `The team is called "${resource.name}" now.`,
})

const remove = databaseCommand({
  name: 'team delete',
  summary: 'Delete a team; its members stay in the organization',
  options: { ...teamOption, ...organizationOption },
  example: '--team "Sales EMEA"',
  run: async (context, { team, organization }) => {
    const tenant = await enter(context, { organization })
    const { name, ...found } = await teamNamed(context, tenant, team)
    await act(context, deleteTeam, tenant.owner, { uuid: idOf(found) })
    return { deleted: name }
  },
  show: ({ deleted }) => `The team "${deleted}" is gone.`,
})

const list = databaseCommand({
  name: 'team list',
  summary: 'List the teams of an organization',
  options: { email: { value: 'EMAIL', summary: 'Only those that this member is in' }, ...organizationOption },
  example: '--email colleague@acme.test',
  run: async (context, { email, organization: wanted }) => {
    const { organization, owner } = await enter(context, { organization: wanted, email })
    const user = email === undefined ? undefined : (await memberOf(context, organization, email)).user.id
    return { collection: await collect(context, listOrganizationTeams, owner, user === undefined ? {} : { user }) }
  },
  show: ({ collection }) =>
    collection.length === 0
      ? 'There are no teams.'
      : table(
          ['name', 'page'],
          collection.map(({ name, scheduling_url }) => [name, scheduling_url]),
        ),
})

const memberOptions = { ...teamOption, email: { value: 'EMAIL', summary: 'Which member', required: true }, ...organizationOption } as const

const add = databaseCommand({
  name: 'team add',
  summary: 'Put a member into a team',
  options: memberOptions,
  example: '--team "Sales EMEA" --email colleague@acme.test',
  run: async (context, { team, email, organization: wanted }) => {
    const tenant = await enter(context, { organization: wanted, email })
    const { uri } = await teamNamed(context, tenant, team)
    const { id } = await memberOf(context, tenant.organization, email)
    return { resource: await act(context, addTeamMember, tenant.owner, { team: uri, membership: id }), added: email }
  },
  show: ({ resource, added }) => `${added} is in the team "${resource.name}" now.`,
})

const takeOut = databaseCommand({
  name: 'team remove',
  summary: 'Take a member out of a team',
  options: memberOptions,
  example: '--team "Sales EMEA" --email colleague@acme.test',
  run: async (context, { team, email, organization: wanted }) => {
    const tenant = await enter(context, { organization: wanted, email })
    const { uri, name } = await teamNamed(context, tenant, team)
    const { id } = await memberOf(context, tenant.organization, email)
    await orRefuse(act(context, removeTeamMember, tenant.owner, { team: uri, membership: id }), `${email} is not in the team "${name}".`)
    return { removed: email, team: name }
  },
  show: ({ removed, team }) => `${removed} is no longer in the team "${team}".`,
})

export const commands = [create, rename, remove, list, add, takeOut]
