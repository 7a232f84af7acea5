import { accountLink, requestEmailChange } from '#accounts/index.ts'
import { OperatorError } from '#process/operator-error.ts'
import { facts, minuteOf } from '../columns.ts'
import { tenantCommand } from '../tenant-command.ts'

const change = tenantCommand({
  name: 'email change',
  summary: 'Show a link with which somebody takes another e-mail address',
  description:
    'Whoever opens the link confirms that the address is theirs, once and for an hour. Then the tokens of that account stop working.',
  options: {
    email: { value: 'EMAIL', of: 'member', summary: 'The address they sign in with now', required: true },
    to: { value: 'EMAIL', summary: 'The address they want to have', required: true },
  },
  example: '--email user@demo.test --to user@demo.example',
  run: async (tenant, { email, to }) => {
    const { links, codes } = tenant.context
    const sent = await tenant.act(requestEmailChange, { email: to }, await tenant.actor(email))
    if (!sent) throw new OperatorError(`There is an account with the address ${to} already.`)
    return {
      email,
      to: sent.email,
      link: accountLink(links, codes, 'email_change', sent.uuid),
      expires_at: sent.expires_at,
    }
  },
  show: ({ email, to, link, expires_at }) =>
    facts({ Account: email, 'New address': to, Link: link, 'Works until': `${minuteOf(expires_at)} UTC` }),
})

export const commands = [change]
