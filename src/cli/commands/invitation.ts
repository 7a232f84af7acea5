import { idOf } from '#contract/wire.ts'
import { act, collect } from '#execution/act.ts'
import { type AppContext, performOpen } from '#execution/perform.ts'
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
import { facts, minuteOf, table } from '../columns.ts'
import { databaseCommand } from '../command.ts'
import { machineZone } from '../machine-zone.ts'
import { orRefuse } from '../or-refuse.ts'
import { enter, organizationOption, type Tenant } from '../tenant.ts'

const emailOption = { email: { value: 'EMAIL', summary: 'The address that is invited', required: true } } as const

const codeOption = { code: { value: 'CODE', summary: 'The link they were sent, or the code at its end', required: true } } as const

interface Sent {
  readonly uri: string
  readonly last_sent_at: string | null
}

const linkTo = ({ codes, links }: AppContext, invitation: Sent): string => {
  const sentAt = invitation.last_sent_at === null ? undefined : readInstant(invitation.last_sent_at)
  if (!sentAt) throw new OperatorError('This invitation was never sent, so it has no link. Run: openslot invitation resend --help')
  return invitationLink(links, codes, idOf(invitation), sentAt)
}

const pendingFor = async (context: AppContext, { organization, owner }: Tenant, email: string) => {
  const [pending] = await collect(context, listOrganizationInvitations, owner, { organization: organization.id, email, status: 'pending' })
  if (!pending) throw new OperatorError(`No invitation to "${organization.name}" is waiting for ${email}. See: openslot invitation list`)
  return pending
}

const create = databaseCommand({
  name: 'invitation create',
  summary: 'Invite somebody, and show the link to send them',
  options: { ...emailOption, ...organizationOption },
  example: '--email new.hire@acme.test',
  run: async (context, { email, organization: wanted }) => {
    const { organization, owner } = await enter(context, { organization: wanted })
    const resource = await act(context, createOrganizationInvitation, owner, { organization: organization.id, email })
    return { resource, link: linkTo(context, resource) }
  },
  show: ({ resource, link }) => facts({ Invited: resource.email, To: resource.name, Link: link }),
})

const list = databaseCommand({
  name: 'invitation list',
  summary: 'List invitations',
  options: { status: { value: 'STATUS', summary: 'Only those', choices: ['pending', 'accepted', 'declined'] }, ...organizationOption },
  example: '--status pending',
  run: async (context, { status, organization: wanted }) => {
    const { organization, owner } = await enter(context, { organization: wanted })
    return {
      collection: await collect(context, listOrganizationInvitations, owner, { organization: organization.id, ...(status === undefined ? {} : { status }) }),
    }
  },
  show: ({ collection }) =>
    collection.length === 0
      ? 'There are no such invitations.'
      : table(
          ['email', 'status', 'sent', 'id'],
          collection.map((invitation) => [invitation.email, invitation.status, minuteOf(invitation.last_sent_at ?? ''), idOf(invitation)]),
        ),
})

const resend = databaseCommand({
  name: 'invitation resend',
  summary: 'Renew a pending invitation; the link from before stops working',
  options: { ...emailOption, ...organizationOption },
  example: '--email new.hire@acme.test',
  run: async (context, { email, organization: wanted }) => {
    const tenant = await enter(context, { organization: wanted })
    const resource = await act(context, resendOrganizationInvitation, tenant.owner, { uuid: idOf(await pendingFor(context, tenant, email)) })
    return { resource, link: linkTo(context, resource) }
  },
  show: ({ resource, link }) => facts({ Invited: resource.email, To: resource.name, Link: link }),
})

const revoke = databaseCommand({
  name: 'invitation revoke',
  summary: 'Take a pending invitation back',
  options: { ...emailOption, ...organizationOption },
  example: '--email new.hire@acme.test',
  run: async (context, { email, organization: wanted }) => {
    const tenant = await enter(context, { organization: wanted })
    await act(context, revokeOrganizationInvitation, tenant.owner, { uuid: idOf(await pendingFor(context, tenant, email)) })
    return { revoked: email }
  },
  show: ({ revoked }) => `${revoked} is no longer invited.`,
})

const link = databaseCommand({
  name: 'invitation link',
  summary: 'Show the link of a pending invitation',
  description: 'Whoever holds the link can accept the invitation.',
  options: { ...emailOption, ...organizationOption },
  example: '--email new.hire@acme.test',
  run: async (context, { email, organization: wanted }) => ({
    link: linkTo(context, await pendingFor(context, await enter(context, { organization: wanted }), email)),
  }),
  show: (document) => document.link,
})

/** The whole link will do: people copy what they see. */
const codeIn = (text: string): string => text.slice(text.lastIndexOf('/') + 1)

const unknownCode = 'No pending invitation has this code. It may have been answered, revoked or sent anew. See: openslot invitation list'

const accept = databaseCommand({
  name: 'invitation accept',
  summary: 'Accept an invitation with a new account, and show its password, this once',
  options: {
    ...codeOption,
    name: { value: 'NAME', summary: 'The name of the new member', required: true },
    timezone: { value: 'ZONE', summary: 'Like Europe/Lisbon; the zone of this machine if left out' },
  },
  example: '--code 3q2-7wABCDEF --name "Demo Hire" --timezone Europe/Lisbon',
  run: async (context, { code, name, timezone = machineZone() }) => {
    const { password, hash } = await makePassword()
    const acceptor = { name, timezone, password_hash: hash }
    return { resource: await orRefuse(performOpen(context, acceptOrganizationInvitation, { code: codeIn(code), acceptor }), unknownCode), password }
  },
  show: ({ resource, password }) =>
    [
      facts({ Member: resource.user.name, Email: resource.user.email, Role: resource.role, Password: password }),
      '',
      'The password is shown only this once.',
    ].join('\n'),
})

const decline = databaseCommand({
  name: 'invitation decline',
  summary: 'Decline an invitation',
  options: codeOption,
  example: '--code 3q2-7wABCDEF',
  run: async (context, { code }) => ({ resource: await orRefuse(performOpen(context, declineOrganizationInvitation, { code: codeIn(code) }), unknownCode) }),
  show: ({ resource }) => `${resource.email} has declined the invitation to "${resource.name}".`,
})

export const commands = [create, list, resend, revoke, link, accept, decline]
