import { z } from 'zod'
import { existing } from '#contract/problem.ts'
import { read } from '#execution/operation.ts'
import { toUserResource, UserResource } from '../resources.ts'
import { findMembershipOfUser } from '../store/memberships.ts'

export const getCurrentUser = read({
  name: 'get_current_user',
  summary: 'Get the user the token belongs to',
  description: "Usually a client's first request: it returns the URIs of the user and their organization.",
  scopes: ['users:read'],
  input: z.object({}),
  output: UserResource,

  async run({ reader, principal, links }) {
    const membership = existing(await findMembershipOfUser(reader, principal.organizationId, principal.userId))
    return toUserResource(links, membership.user, membership.organizationId)
  },
})
