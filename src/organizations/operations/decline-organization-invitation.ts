import { z } from 'zod'
import { recordFact, system } from '#activity/index.ts'
import { missing } from '#contract/problem.ts'
import { open } from '#execution/operation.ts'
import { invitationCodeHash } from '../invitation.ts'
import { InvitationResource, toInvitationResource } from '../resources.ts'
import { findInvitationByCode, settleInvitation } from '../store/invitations.ts'

export const declineOrganizationInvitation = open({
  name: 'decline_organization_invitation',
  summary: 'Decline an invitation',
  input: z.object({ code: z.string().max(200) }),
  output: InvitationResource,

  async run({ tx, links, now }, { code }) {
    const invitation = await findInvitationByCode(tx, invitationCodeHash(code))
    if (invitation?.status !== 'pending') throw missing()
    const { organizationId } = invitation
    if (!(await settleInvitation(tx, organizationId, invitation.id, { status: 'declined' }, now))) throw missing()

    const resource = toInvitationResource(links, { ...invitation, status: 'declined', updatedAt: now })
    await recordFact(tx, {
      name: 'organization_invitation.declined',
      organizationId,
      actor: system,
      subject: resource,
      occurredAt: now,
    })
    return resource
  },
})
