import { facts } from './columns.ts'
import type { Founded, FoundedFirst } from './founding.ts'

interface WelcomeOptions {
  /** The file that holds the secrets, where they can be read again. */
  readonly keptIn?: string | undefined
  /** Whether the request can be tried at once. */
  readonly isRunning: boolean
}

/** The secrets of a new organization, and a request that works at that address. Shown once, on standard output. */
export const welcome = (
  { organization, owner, password, token }: Founded,
  address: string,
  { keptIn, isRunning }: WelcomeOptions,
): string =>
  [
    facts({
      Organization: organization.name,
      Owner: owner.email,
      Password: password,
      Token: token,
      'Sign in at': `${address}/login`,
    }),
    '',
    keptIn === undefined
      ? 'The password and the token are shown only once.'
      : `All passwords and tokens are in ${keptIn}.`,
    isRunning ? 'Try:' : "If the service isn't running yet, start it with: openslot start. Then try:",
    '',
    `  curl -H "Authorization: Bearer ${token}" ${address}/users/me`,
  ].join('\n')

/** What the first start shows, once: where to begin, and a request for those who write programs. */
export const firstSteps = ({ sign_in_link: link, token }: FoundedFirst, address: string): string =>
  [
    'Open this link in a browser to get started. It works once and expires in an hour. For another one, run `openslot sign-in-link`:',
    '',
    `  ${link}`,
    '',
    'An API token, shown only once:',
    '',
    `  curl -H "Authorization: Bearer ${token}" ${address}/users/me`,
  ].join('\n')

interface NewMember {
  readonly resource: { readonly user: { readonly name: string; readonly email: string }; readonly role: string }
  readonly password: string
}

/** A member with a new account. Shown once as well. */
export const showNewMember = ({ resource: { user, role }, password }: NewMember): string =>
  facts({ Member: user.name, Email: user.email, Role: role, Password: password }, 'The password is shown only once.')
