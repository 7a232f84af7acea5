import { accountLink, removeSecondFactor, requestPasswordReset } from '#accounts/index.ts'
import { act } from '#execution/act.ts'
import { performOpen } from '#execution/perform.ts'
import { actingAs } from '#organizations/index.ts'
import { OperatorError } from '#process/operator-error.ts'
import { facts, minuteOf } from '../columns.ts'
import { databaseCommand } from '../command.ts'
import { chooseOrganization, memberOf } from '../tenant.ts'

const reset = databaseCommand({
  name: 'password reset',
  summary: 'Show a link with which somebody sets a new password',
  description:
    'Whoever holds the link may set the password, once and for an hour. Then everybody is signed out of that account, and its tokens stop working. A second factor stays, unless it is removed too.',
  options: {
    email: { value: 'EMAIL', summary: 'The address they sign in with', required: true },
    'remove-second-factor': { summary: 'Also turn their second factor off, because they have lost it' },
  },
  example: '--email user@demo.test',
  run: async (context, { email, 'remove-second-factor': removes }) => {
    const sent = await performOpen(context, requestPasswordReset, { email })
    if (!sent) throw new OperatorError(`There is no account with the address ${email}. See: openslot member list`)
    const organization = await chooseOrganization(context, { organization: undefined, email })
    const removed = removes
      ? await act(context, removeSecondFactor, actingAs(await memberOf(context, organization, email), organization), {})
      : { removed: false }
    return {
      email: sent.email,
      link: accountLink(context.links, context.codes, 'password_reset', sent.uuid),
      expires_at: sent.expires_at,
      second_factor_removed: removed.removed,
    }
  },
  show: ({ email, link, expires_at, second_factor_removed: removed }) =>
    facts(
      { Account: email, Link: link, 'Works until': `${minuteOf(expires_at)} UTC` },
      ...(removed ? ['Their second factor is off.'] : []),
      'Whoever holds the link may set the password: give it to nobody else.',
    ),
})

export const commands = [reset]
