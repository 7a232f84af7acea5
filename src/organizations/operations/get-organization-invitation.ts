import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { existing, missing, refuse } from '#contract/problem.ts'
import { pathId, referenceTo } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { InvitationResource, toInvitationResource } from '../resources.ts'
import { findInvitation } from '../store/invitations.ts'

export const getOrganizationInvitation = read({
  name: 'get_organization_invitation',
  summary: 'Get an invitation to your organization',
  scopes: ['organizations:read'],
  input: z.object({ organization: referenceTo('organizations').optional(), uuid: pathId }),
  output: InvitationResource,

  async run(
    { reader, principal, links },
    { organization: organizationId = principal.organizationId, uuid: invitationId },
  ) {
    if (organizationId !== principal.organizationId) throw missing()
    const invitation = existing(await findInvitation(reader, principal.organizationId, invitationId))
    if (!isAdmin(principal)) throw refuse('no_access')
    return toInvitationResource(links, invitation)
  },
})
