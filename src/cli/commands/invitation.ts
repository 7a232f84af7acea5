import { idOf } from '#contract/wire.ts'
import { performOpen } from '#execution/perform.ts'
import {
  acceptOrganizationInvitation,
  createOrganizationInvitation,
  declineOrganizationInvitation,
  invitationLink,
  listOrganizationInvitations,
  resendOrganizationInvitation,
  revokeOrganizationInvitation,
} from '#organizations/index.ts'
import { makePassword } from '#platform/crypto/password.ts'
import { readInstant } from '#platform/time/instant.ts'
import { OperatorError } from '#process/operator-error.ts'
import { showNewMember } from '../banner.ts'
import { facts, minuteOf } from '../columns.ts'
import { databaseCommand } from '../command.ts'
import { machineZone } from '../founding.ts'
import { orRefuse } from '../or-refuse.ts'
import type { Tenant } from '../tenant.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const emailOption = { email: { value: 'EMAIL', summary: 'The invited email address', required: true } } as const

const codeOption = {
  code: { value: 'CODE', summary: 'The invitation link or the code at its end', required: true },
} as const

const linkTo = (
  { context: { codes, links } }: Tenant,
  invitation: { readonly uri: string; readonly last_sent_at: string | null },
): string => {
  const sentAt = invitation.last_sent_at === null ? undefined : readInstant(invitation.last_sent_at)
  if (!sentAt)
    throw new OperatorError('This invitation was never sent, so it has no link. See: openslot invitation resend --help')
  return invitationLink(links, codes, idOf(invitation), sentAt)
}

const pendingFor = async ({ organization, collect }: Tenant, email: string) => {
  const [pending] = await collect(listOrganizationInvitations, {
    organization: organization.id,
    email,
    status: 'pending',
  })
  if (!pending)
    throw new OperatorError(
      `No invitation to "${organization.name}" is pending for ${email}. See: openslot invitation list`,
    )
  return pending
}

const create = tenantCommand({
  name: 'invitation create',
  summary: 'Invite a person and show the invitation link',
  options: { ...emailOption },
  example: '--email new.hire@demo.test',
  run: async (tenant, { email }) => {
    const resource = await tenant.act(createOrganizationInvitation, { organization: tenant.organization.id, email })
    return { resource, link: linkTo(tenant, resource) }
  },
  show: ({ resource, link }) => facts({ Invited: resource.email, To: resource.name, Link: link }),
})

const list = listCommand({
  name: 'invitation list',
  summary: 'List invitations',
  options: {
    status: {
      value: 'STATUS',
      summary: 'Only invitations with this status',
      choices: ['pending', 'accepted', 'declined'],
    },
  },
  example: '--status pending',
  list: (tenant, { status }) =>
    tenant.collect(listOrganizationInvitations, {
      organization: tenant.organization.id,
      ...(status === undefined ? {} : { status }),
    }),
  none: 'No invitations.',
  headings: ['email', 'status', 'sent', 'id'],
  row: (invitation) => [invitation.email, invitation.status, minuteOf(invitation.last_sent_at ?? ''), idOf(invitation)],
})

const resend = tenantCommand({
  name: 'invitation resend',
  summary: 'Resend a pending invitation; the previous link stops working',
  options: { ...emailOption },
  example: '--email new.hire@demo.test',
  run: async (tenant, { email }) => {
    const resource = await tenant.act(resendOrganizationInvitation, { uuid: idOf(await pendingFor(tenant, email)) })
    return { resource, link: linkTo(tenant, resource) }
  },
  show: ({ resource, link }) => facts({ Invited: resource.email, To: resource.name, Link: link }),
})

const revoke = tenantCommand({
  name: 'invitation revoke',
  summary: 'Revoke a pending invitation',
  options: { ...emailOption },
  example: '--email pending@demo.test',
  run: async (tenant, { email }) => {
    await tenant.act(revokeOrganizationInvitation, { uuid: idOf(await pendingFor(tenant, email)) })
    return { revoked: email }
  },
  show: ({ revoked }) => `${revoked} is no longer invited.`,
})

const link = tenantCommand({
  name: 'invitation link',
  summary: 'Show the link of a pending invitation',
  description: 'Anyone with the link can accept the invitation.',
  options: { ...emailOption },
  example: '--email new.hire@demo.test',
  run: async (tenant, { email }) => ({ link: linkTo(tenant, await pendingFor(tenant, email)) }),
  show: (document) => document.link,
})

/** The whole link will do: people copy what they see. */
const codeIn = (text: string): string => text.slice(text.lastIndexOf('/') + 1)

const unknownCode =
  'No pending invitation has this code. It may have been answered, revoked, or resent. See: openslot invitation list'

const accept = databaseCommand({
  name: 'invitation accept',
  summary: 'Accept an invitation with a new account and show its password once',
  options: {
    ...codeOption,
    name: { value: 'NAME', summary: 'The name of the new member', required: true },
    timezone: { value: 'ZONE', summary: 'The time zone, such as Europe/Lisbon; by default that of this machine' },
  },
  example: '--code CODE --name "Demo Hire" --timezone Europe/Lisbon',
  run: async (context, { code, name, timezone = machineZone() }) => {
    const { password, hash } = await makePassword()
    const acceptor = { name, timezone, password_hash: hash }
    return {
      resource: await orRefuse(
        performOpen(context, acceptOrganizationInvitation, { code: codeIn(code), acceptor }),
        unknownCode,
      ),
      password,
    }
  },
  show: (document) => showNewMember(document),
})

const decline = databaseCommand({
  name: 'invitation decline',
  summary: 'Decline an invitation',
  options: codeOption,
  example: '--code CODE',
  run: async (context, { code }) => ({
    resource: await orRefuse(performOpen(context, declineOrganizationInvitation, { code: codeIn(code) }), unknownCode),
  }),
  show: ({ resource }) => `${resource.email} has declined the invitation to "${resource.name}".`,
})

export const commands = [create, list, resend, revoke, link, accept, decline]
