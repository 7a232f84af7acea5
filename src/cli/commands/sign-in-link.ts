import { accountLink, issueSignInLink } from '#accounts/index.ts'
import { performOpen } from '#execution/perform.ts'
import { findOwner } from '#organizations/index.ts'
import { OperatorError } from '#process/operator-error.ts'
import { facts, minuteOf } from '../columns.ts'
import { databaseCommand } from '../command.ts'
import { chooseOrganization } from '../tenant.ts'

const signInLink = databaseCommand({
  name: 'sign-in-link',
  summary: 'Show a link that signs somebody in, once',
  description:
    'For those who have no password yet, or cannot receive mail. Whoever holds the link is signed in, once and within an hour; an earlier one stops working. A second factor is still asked for.',
  options: {
    email: { value: 'EMAIL', summary: 'The address they sign in with; the owner of the only organization if left out' },
  },
  example: '--email user@demo.test',
  run: async (context, { email }) => {
    const organization = await chooseOrganization(context, { organization: undefined, email })
    const address = email ?? (await findOwner(context.database.reader, organization.id))?.user.email
    const issued = address === undefined ? null : await performOpen(context, issueSignInLink, { email: address })
    if (!issued) throw new OperatorError(`There is no account with the address ${email}. See: openslot member list`)
    return {
      email: issued.email,
      link: accountLink(context.links, context.codes, 'sign_in', issued.uuid),
      expires_at: issued.expires_at,
    }
  },
  show: ({ email, link, expires_at }) =>
    facts(
      { Account: email, Link: link, 'Works until': `${minuteOf(expires_at)} UTC` },
      'Whoever holds the link is signed in, once: give it to nobody else.',
    ),
})

export const commands = [signInLink]
