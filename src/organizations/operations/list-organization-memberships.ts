import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin, roles } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import { email, referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { currentMember } from '../membership.ts'
import { MembershipResource, toMembershipResource } from '../resources.ts'
import { findMembershipOfUser, listMemberships } from '../store/memberships.ts'

export const listOrganizationMemberships = list({
  name: 'list_organization_memberships',
  summary: 'List the members of your organization',
  description: 'Owners and admins see all members; other users see their own membership.',
  scopes: ['organizations:read'],
  sorting: { fields: [], default: 'created_at:asc' },
  input: z.object({
    organization: referenceTo('organizations').optional(),
    user: referenceTo('users').optional(),
    email: email.optional(),
    role: z.enum(roles).optional(),
  }),
  output: MembershipResource,

  async run({ reader, principal, links, page }, { organization: organizationId, user: userId, email, role }) {
    if (organizationId !== undefined && organizationId !== principal.organizationId) throw missing()
    const mayOnlySeeSelf = !isAdmin(principal)
    const meansSelf = userId === principal.userId || (userId === undefined && organizationId === undefined)
    if (mayOnlySeeSelf && userId === undefined && organizationId !== undefined) throw refuse('no_access')

    const asked = mayOnlySeeSelf && meansSelf ? principal.userId : userId
    const found =
      mayOnlySeeSelf && !meansSelf
        ? undefined
        : await listMemberships(reader, principal.organizationId, { userId: asked, email, role }, page)
    if (found && (found.items.length > 0 || asked === undefined || asked === principal.userId)) {
      return mapPage(found, (membership) => toMembershipResource(links, membership))
    }

    // Empty for another user: they are unknown, have left, are not visible to the caller, or match no filter.
    currentMember(await findMembershipOfUser(reader, principal.organizationId, asked as string))
    if (!found) throw refuse('no_access')
    return { items: [], next: undefined, previous: undefined }
  },
})
