import { accountLink, issueSignInLink } from '#accounts/index.ts'
import { performOpen } from '#execution/perform.ts'
import { findOwner } from '#organizations/index.ts'
import { OperatorError } from '#process/operator-error.ts'
import { facts, minuteOf } from '../columns.ts'
import { databaseCommand } from '../command.ts'
import { chooseOrganization } from '../tenant.ts'

const signInLink = databaseCommand({
  name: 'sign-in-link',
  summary: 'Create a single-use sign-in link',
  description:
    "For people who have no password yet or can't receive email. Anyone with the link can sign in. It works once, expires in an hour, and replaces an earlier link. Two-factor authentication still applies.",
  options: {
    email: { value: 'EMAIL', summary: "The person's email address; by default the owner of the only organization" },
  },
  example: '--email user@demo.test',
  run: async (context, { email }) => {
    const organization = await chooseOrganization(context, { organization: undefined, email })
    const address = email ?? (await findOwner(context.database.reader, organization.id))?.user.email
    const issued = address === undefined ? null : await performOpen(context, issueSignInLink, { email: address })
    if (!issued) throw new OperatorError(`No account has the address ${email}. See: openslot member list`)
    return {
      email: issued.email,
      link: accountLink(context.links, context.codes, 'sign_in', issued.uuid),
      expires_at: issued.expires_at,
    }
  },
  show: ({ email, link, expires_at }) =>
    facts(
      { Account: email, Link: link, Expires: `${minuteOf(expires_at)} UTC` },
      'Anyone with the link can sign in. Give it only to this person.',
    ),
})

export const commands = [signInLink]
