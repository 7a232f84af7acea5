import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { currentMember } from '../membership.ts'
import { TeamResource, toTeamResource } from '../resources.ts'
import { findMembershipOfUser } from '../store/memberships.ts'
import { listTeams } from '../store/teams.ts'

export const listOrganizationTeams = list({
  name: 'list_teams',
  summary: 'List the teams of your organization',
  description:
    'With `user`: the teams of that user. Without it: all teams for owners and admins, your own teams otherwise.',
  scopes: ['organizations:read'],
  sorting: { fields: [], default: 'created_at:asc' },
  input: z.object({ user: referenceTo('users').optional() }),
  output: TeamResource,

  async run({ reader, principal, links, page }, { user: userId = isAdmin(principal) ? undefined : principal.userId }) {
    if (userId !== undefined && userId !== principal.userId) {
      currentMember(await findMembershipOfUser(reader, principal.organizationId, userId))
      if (!isAdmin(principal)) throw refuse('no_access')
    }
    const found = await listTeams(reader, principal.organizationId, { userId }, page)
    return mapPage(found, (team) => toTeamResource(links, team))
  },
})
