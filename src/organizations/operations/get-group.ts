import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { GroupResource, toGroupResource } from '../resources.ts'
import { findGroupSeenBy } from '../store/groups.ts'

export const getGroup = read({
  name: 'get_group',
  summary: 'Get a group of your organization',
  description: 'For owners, admins, and the members of the group.',
  scopes: ['groups:read'],
  input: z.object({ uuid: pathId }),
  output: GroupResource,

  async run({ reader, principal, links }, { uuid }) {
    const group = existing(await findGroupSeenBy(reader, principal.organizationId, uuid, principal.membershipId))
    if (!isAdmin(principal) && group.ownRoles.length === 0) throw refuse('no_access')
    return toGroupResource(links, group)
  },
})
