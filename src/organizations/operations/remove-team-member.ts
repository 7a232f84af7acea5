import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, missing, refuse } from '#contract/problem.ts'
import { referenceTo, uriOf } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { toTeamResource } from '../resources.ts'
import { deleteTeamMember, findTeam } from '../store/teams.ts'

export const removeTeamMember = write({
  name: 'remove_team_member',
  summary: 'Remove a member from a team',
  scopes: ['organizations:write'],
  input: z.object({ team: referenceTo('teams'), membership: referenceTo('organization_memberships') }),
  output: z.void(),

  async run({ tx, principal, links, now }, { team: teamId, membership: membershipId }) {
    const { organizationId } = principal
    const team = existing(await findTeam(tx, organizationId, teamId))
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')
    if (!(await deleteTeamMember(tx, organizationId, teamId, membershipId))) throw missing()

    const subject = { ...toTeamResource(links, team), member: uriOf(links, 'organization_memberships', membershipId) }
    await recordChange({ tx, principal, now }, 'team.member_removed', subject)
  },
})
