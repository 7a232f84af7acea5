import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, invalid, Problem, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { invitationCode, invitationCodeHash } from '../invitation.ts'
import { invitationRace } from '../problems.ts'
import { InvitationResource, toInvitationResource } from '../resources.ts'
import { findInvitation, renewInvitation } from '../store/invitations.ts'

export const resendOrganizationInvitation = write({
  name: 'resend_organization_invitation',
  summary: 'Send a pending invitation again',
  description: 'With a new link: the one that was sent before stops working.',
  scopes: ['organizations:write'],
  input: z.object({ uuid: pathId }),
  output: InvitationResource,

  async run({ tx, principal, links, codes, now }, { uuid }) {
    const before = existing(await findInvitation(tx, principal.organizationId, uuid))
    if (!isAdmin(principal)) throw refuse('no_permission')
    if (before.status !== 'pending')
      throw invalid({ parameter: 'base', reason: 'invitation_settled', values: { status: before.status } })

    const renewed = await renewInvitation(
      tx,
      principal.organizationId,
      uuid,
      invitationCodeHash(invitationCode(codes, uuid, now)),
      now,
    )
    if (!renewed) throw new Problem(invitationRace)
    const resource = toInvitationResource(links, { ...before, lastSentAt: now, updatedAt: now })
    await recordChange({ tx, principal, now }, 'organization_invitation.resent', resource)
    return resource
  },
})
