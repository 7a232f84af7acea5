import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { invalid, missing, refuse } from '#contract/problem.ts'
import { referenceTo, uriOf } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { TeamResource, toTeamResource } from '../resources.ts'
import { findMembership, lockMemberships } from '../store/memberships.ts'
import { findTeam, insertTeamMember } from '../store/teams.ts'

export const addTeamMember = write({
  name: 'add_team_member',
  summary: 'Add a member to a team',
  scopes: ['organizations:write'],
  input: z.object({ team: referenceTo('teams'), membership: referenceTo('organization_memberships') }),
  output: TeamResource,

  async run({ tx, principal, links, now }, { team: teamId, membership: membershipId }) {
    const { organizationId } = principal
    await lockMemberships(tx, organizationId)
    const team = await findTeam(tx, organizationId, teamId)
    const membership = await findMembership(tx, organizationId, membershipId)
    if (!team || !membership) throw missing()
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')
    if (membership.endedAt) throw refuse('not_a_member')
    if (!(await insertTeamMember(tx, organizationId, teamId, membershipId, now)))
      throw invalid({ parameter: 'membership', reason: 'in_team_already' })

    const resource = toTeamResource(links, team)
    await recordChange({ tx, principal, now }, 'team.member_added', {
      ...resource,
      member: uriOf(links, 'organization_memberships', membershipId),
    })
    return resource
  },
})
