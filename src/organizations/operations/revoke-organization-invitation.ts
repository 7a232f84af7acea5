import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, missing, Problem, refuse } from '#contract/problem.ts'
import { pathId, referenceTo } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { invitationAlreadyAccepted } from '../problems.ts'
import { toInvitationResource } from '../resources.ts'
import { deleteInvitation, findInvitation } from '../store/invitations.ts'

export const revokeOrganizationInvitation = write({
  name: 'revoke_organization_invitation',
  summary: 'Revoke an invitation to your organization',
  description: 'For owners and admins. The link in the email stops working.',
  scopes: ['organizations:write'],
  problems: [invitationAlreadyAccepted],
  input: z.object({ organization: referenceTo('organizations').optional(), uuid: pathId }),
  output: z.void(),

  async run(
    { tx, principal, links, now },
    { organization: organizationId = principal.organizationId, uuid: invitationId },
  ) {
    if (organizationId !== principal.organizationId) throw missing()
    const invitation = existing(await findInvitation(tx, organizationId, invitationId))
    if (!isAdmin(principal)) throw refuse('no_access')
    if (!(await deleteInvitation(tx, organizationId, invitationId))) {
      throw (await findInvitation(tx, organizationId, invitationId))
        ? new Problem(invitationAlreadyAccepted)
        : missing()
    }

    await recordChange(
      { tx, principal, now },
      'organization_invitation.revoked',
      toInvitationResource(links, invitation),
    )
  },
})
