import { facts } from './columns.ts'
import type { Founded } from './founding.ts'

/** The secrets of a new organization, and a request that works at that address. Shown once, on standard output. */
export const welcome = ({ organization, owner, password, token }: Founded, address: string, keptIn?: string): string =>
  [
    facts({ Organization: organization.name, Owner: owner.email, Password: password, Token: token, 'Sign in at': `${address}/login` }),
    '',
    keptIn === undefined ? 'The password and the token are shown only this once. Try:' : `Everybody's passwords and tokens are in ${keptIn}. Try:`,
    '',
    `  curl -H "Authorization: Bearer ${token}" ${address}/users/me`,
  ].join('\n')
