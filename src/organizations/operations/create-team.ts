import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { invalid, refuse } from '#contract/problem.ts'
import { line } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { TeamResource, toTeamResource } from '../resources.ts'
import { slugText } from '../slug.ts'
import { findTeam, insertTeam } from '../store/teams.ts'

export const createTeam = write({
  name: 'create_team',
  summary: 'Create a team',
  scopes: ['organizations:write'],
  input: z.object({
    name: line(255),
    slug: slugText
      .optional()
      .meta({ description: 'The last part of the address of its page, if it is free. By default its name' }),
  }),
  output: TeamResource,

  async run({ tx, principal, links, now }, { name, slug = name }) {
    const { organizationId } = principal
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')
    const id = await insertTeam(tx, organizationId, { name, slug }, now)
    if (id === undefined) throw invalid({ parameter: 'name', reason: 'team_name_taken' })

    const team = await findTeam(tx, organizationId, id)
    if (!team) throw new Error('A new team cannot be found.')
    const resource = toTeamResource(links, team)
    await recordChange({ tx, principal, now }, 'team.created', resource)
    return resource
  },
})
