import { accountLink, requestEmailChange } from '#accounts/index.ts'
import { OperatorError } from '#process/operator-error.ts'
import { facts, minuteOf } from '../columns.ts'
import { tenantCommand } from '../tenant-command.ts'

const change = tenantCommand({
  name: 'email change',
  summary: "Create a link that changes a person's email address",
  description:
    "Opening the link confirms the new address. It works once and expires in an hour. The change revokes the account's tokens.",
  options: {
    email: { value: 'EMAIL', of: 'member', summary: "The person's current email address", required: true },
    to: { value: 'EMAIL', summary: 'The new email address', required: true },
  },
  example: '--email user@demo.test --to user@demo.example',
  run: async (tenant, { email, to }) => {
    const { links, codes } = tenant.context
    const sent = await tenant.act(requestEmailChange, { email: to }, await tenant.actor(email))
    if (!sent) throw new OperatorError(`An account with the address ${to} already exists.`)
    return {
      email,
      to: sent.email,
      link: accountLink(links, codes, 'email_change', sent.uuid),
      expires_at: sent.expires_at,
    }
  },
  show: ({ email, to, link, expires_at }) =>
    facts({ Account: email, 'New address': to, Link: link, Expires: `${minuteOf(expires_at)} UTC` }),
})

export const commands = [change]
