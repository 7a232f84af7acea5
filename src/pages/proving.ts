import { findCredentialsOf, provesPassword } from '#accounts/index.ts'
import { attemptsOn } from './attempts.ts'
import type { SignedInVisit } from './visit.ts'

/**
 * Before somebody changes how they sign in they show that they know their password: a browser may be left alone. Gives the
 * hash it was right for, or undefined. Tries are counted with those to sign in.
 */
export const provePassword = async (visit: SignedInVisit, fieldName = 'current_password'): Promise<string | undefined> => {
  const { context, session, form } = visit
  await visit.count(...attemptsOn(visit, 'sign-in', session.email))
  const stored = (await findCredentialsOf(context.database.reader, session.userId))?.passwordHash
  const isRight = await provesPassword(form.get(fieldName) ?? '', stored)
  return isRight ? (stored ?? undefined) : undefined
}

export const wrongPassword = 'The password is not right.'
