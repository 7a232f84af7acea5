import { z } from 'zod'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { toUserResource, UserResource } from '../resources.ts'
import { findMembershipOfUser } from '../store/memberships.ts'

export const getUser = read({
  name: 'get_user',
  summary: 'Get a user of your organization',
  description: '`me` stands for the user the token belongs to.',
  scopes: ['users:read'],
  input: z.object({ uuid: z.union([z.literal('me'), pathId]) }),
  output: UserResource,

  async run({ reader, principal, links }, { uuid }) {
    const membership = existing(
      await findMembershipOfUser(reader, principal.organizationId, uuid === 'me' ? principal.userId : uuid),
    )
    if (membership.endedAt) throw refuse('no_access')
    return toUserResource(links, membership.user, membership.organizationId)
  },
})
