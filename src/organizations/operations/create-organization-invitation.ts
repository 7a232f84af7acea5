import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { missing, Problem, refuse } from '#contract/problem.ts'
import { isEmail, referenceTo } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { invitationCode, invitationCodeHash } from '../invitation.ts'
import { alreadyInvited, alreadyMember, invalidEmail, invitationRace } from '../problems.ts'
import { InvitationResource, toInvitationResource } from '../resources.ts'
import { findInvitation, insertInvitation } from '../store/invitations.ts'
import { findMembershipByEmail } from '../store/memberships.ts'

export const createOrganizationInvitation = write({
  name: 'create_organization_invitation',
  summary: 'Invite a person to your organization',
  description: 'For owners and admins.',
  scopes: ['organizations:write'],
  problems: [invalidEmail, alreadyMember, alreadyInvited, invitationRace],
  fixed: ['status', 'user'],
  input: z.object({
    organization: referenceTo('organizations'),
    email: z
      .string()
      .trim()
      .min(1)
      .max(1000)
      .meta({ format: 'email', examples: ['new.hire@acme.test'] }),
  }),
  output: InvitationResource,

  async run({ tx, principal, links, codes, now, checkFixed }, { organization: organizationId, email }) {
    if (organizationId !== principal.organizationId) throw missing()
    if (!isAdmin(principal)) throw refuse('no_permission')
    // The contract gives a malformed address a title of its own, so it is a rule here and not syntax.
    if (!isEmail(email)) throw new Problem(invalidEmail, { reason: 'invalid_email', values: { email } })
    if (await findMembershipByEmail(tx, organizationId, email))
      throw new Problem(alreadyMember, { reason: 'already_member', values: { email } })

    const id = randomUUID()
    const codeHash = invitationCodeHash(invitationCode(codes, id, now))
    const inserted = await insertInvitation(
      tx,
      organizationId,
      { id, email, codeHash, invitedBy: principal.membershipId },
      now,
    )
    if (!inserted) throw new Problem(alreadyInvited, { reason: 'already_invited', values: { email } })

    const invitation = await findInvitation(tx, organizationId, id)
    if (!invitation) throw new Problem(invitationRace)
    const resource = toInvitationResource(links, invitation)
    checkFixed(resource)
    await recordChange({ tx, principal, now }, 'organization_invitation.created', resource)
    return resource
  },
})
