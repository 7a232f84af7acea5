import { acceptOrganizationInvitation } from '#organizations/index.ts'
import type { TestApp } from './app.ts'
import { type MadeInvitation, type Person, personBy } from './cast.ts'

/** Who accepted an invitation with a new account. */
export const accepted = async (app: TestApp, { code, email, uri }: MadeInvitation): Promise<Person> => {
  const name = email.split('@')[0] as string
  await app.runOpen(acceptOrganizationInvitation, {
    code,
    acceptor: { name, timezone: 'Europe/Berlin', password_hash: null },
  })
  return personBy(app, uri.split('/').at(-3) as string, email)
}
