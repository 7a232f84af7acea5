import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, invalid, missing, refuse } from '#contract/problem.ts'
import { line, pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { TeamResource, toTeamResource } from '../resources.ts'
import { findTeam, findTeamByName, updateTeamName } from '../store/teams.ts'

export const renameTeam = write({
  name: 'rename_team',
  summary: 'Rename a team',
  scopes: ['organizations:write'],
  input: z.object({ uuid: pathId, name: line(255) }),
  output: TeamResource,

  async run({ tx, principal, links, now }, { uuid, name }) {
    const { organizationId } = principal
    const team = existing(await findTeam(tx, organizationId, uuid))
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')
    if (team.name === name) return toTeamResource(links, team)
    const namesake = await findTeamByName(tx, organizationId, name)
    if (namesake && namesake.id !== team.id) throw invalid({ parameter: 'name', reason: 'team_name_taken' })

    if (!(await updateTeamName(tx, organizationId, uuid, name, now))) throw missing()
    const resource = toTeamResource(links, { ...team, name })
    await recordChange({ tx, principal, now }, 'team.renamed', resource)
    return resource
  },
})
