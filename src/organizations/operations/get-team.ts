import { z } from 'zod'
import { existing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { TeamResource, toTeamResource } from '../resources.ts'
import { findTeam } from '../store/teams.ts'

export const getTeam = read({
  name: 'get_team',
  summary: 'Get a team of your organization',
  scopes: ['organizations:read'],
  input: z.object({ uuid: pathId }),
  output: TeamResource,

  async run({ reader, principal, links }, { uuid }) {
    const team = existing(await findTeam(reader, principal.organizationId, uuid))
    return toTeamResource(links, team)
  },
})
