import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, missing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { toTeamResource } from '../resources.ts'
import { deleteTeam as deleteTeamRow, findTeam } from '../store/teams.ts'

export const deleteTeam = write({
  name: 'delete_team',
  summary: 'Delete a team; its members stay in the organization',
  scopes: ['organizations:write'],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal, links, now }, { uuid }) {
    const { organizationId } = principal
    const team = existing(await findTeam(tx, organizationId, uuid))
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')

    if (!(await deleteTeamRow(tx, organizationId, uuid))) throw missing()
    await recordChange({ tx, principal, now }, 'team.deleted', toTeamResource(links, team))
  },
})
