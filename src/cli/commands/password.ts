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
  summary: "Create a link that resets a person's password",
  description:
    'Anyone with the link can set a new password. It works once and expires in an hour. A new password signs out all sessions of the account and revokes its tokens. Two-factor authentication stays on unless you remove it too.',
  options: {
    email: { value: 'EMAIL', summary: "The person's email address", required: true },
    'remove-second-factor': { summary: 'Also turn off two-factor authentication, for people who lost their device' },
  },
  example: '--email user@demo.test',
  run: async (context, { email, 'remove-second-factor': removes }) => {
    const sent = await performOpen(context, requestPasswordReset, { email })
    if (!sent) throw new OperatorError(`No account has the address ${email}. See: openslot member list`)
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
      { Account: email, Link: link, Expires: `${minuteOf(expires_at)} UTC` },
      ...(removed ? ['Two-factor authentication is off.'] : []),
      'Anyone with the link can set the password. Give it only to this person.',
    ),
})

export const commands = [reset]
