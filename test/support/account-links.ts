import { accountLink } from '#accounts/account-link.ts'
import { issueSignInLink, requestEmailChange, requestPasswordReset } from '#accounts/index.ts'
import type { TestApp } from './app.ts'
import type { Person } from './cast.ts'

const pathOf = (link: string): string => new URL(link).pathname

/** The path of the link that is sent when a new password is asked for. */
export const aPasswordLink = async (app: TestApp, email: string): Promise<string> => {
  const sent = await app.runOpen(requestPasswordReset, { email })
  return pathOf(accountLink(app.context.links, app.context.codes, 'password_reset', sent.uuid))
}

/** The path of the link that is sent to a new address of an account. */
export const anEmailLink = async (app: TestApp, { principal }: Person, email: string): Promise<string> => {
  const sent = await app.run(requestEmailChange, principal, { email })
  return pathOf(accountLink(app.context.links, app.context.codes, 'email_change', sent.uuid))
}

/** Where a link leads that signs somebody in. */
export const aSignInLink = async (app: TestApp, email: string): Promise<string> => {
  const issued = await app.runOpen(issueSignInLink, { email })
  return pathOf(accountLink(app.context.links, app.context.codes, 'sign_in', issued.uuid))
}
