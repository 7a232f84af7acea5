import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { MembershipResource, toMembershipResource } from '../resources.ts'
import { listMemberships } from '../store/memberships.ts'
import { findTeam } from '../store/teams.ts'

export const listTeamMembers = list({
  name: 'list_team_members',
  summary: 'List the members of a team',
  scopes: ['organizations:read'],
  sorting: { fields: [], default: 'created_at:asc' },
  input: z.object({ team: referenceTo('teams') }),
  output: MembershipResource,

  async run({ reader, principal, links, page }, { team: teamId }) {
    const { id } = existing(await findTeam(reader, principal.organizationId, teamId))
    if (!isAdmin(principal)) throw refuse('no_access')
    return mapPage(await listMemberships(reader, principal.organizationId, { teamId: id }, page), (membership) =>
      toMembershipResource(links, membership),
    )
  },
})
