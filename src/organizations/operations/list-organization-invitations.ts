import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import { email, referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { invitationStatuses } from '../invitation.ts'
import { InvitationResource, toInvitationResource } from '../resources.ts'
import { listInvitations } from '../store/invitations.ts'

export const listOrganizationInvitations = list({
  name: 'list_organization_invitations',
  summary: 'List the invitations to your organization',
  description: 'For owners and admins. Revoked invitations are not listed.',
  scopes: ['organizations:read'],
  sorting: { fields: ['created_at', 'updated_at', 'email'], default: 'created_at:asc' },
  input: z.object({
    organization: referenceTo('organizations'),
    email: email.optional(),
    status: z.enum(invitationStatuses).optional(),
  }),
  output: InvitationResource,

  async run({ reader, principal, links, page }, { organization: organizationId, email, status }) {
    if (organizationId !== principal.organizationId) throw missing()
    if (!isAdmin(principal)) throw refuse('no_access')
    const found = await listInvitations(reader, principal.organizationId, { email, status }, page)
    return mapPage(found, (invitation) => toInvitationResource(links, invitation))
  },
})
