import { findCredentialsOf, provesPassword } from '#accounts/index.ts'
import { invalid } from '#contract/problem.ts'
import { attemptsOn, browserAccount } from './attempts.ts'
import type { SignedInVisit } from './visit.ts'

/**
 * A user confirms their password before changing how they sign in, because a browser may be left unattended. Returns
 * the hash that it matched. Attempts are counted for each session.
 */
export const confirmPassword = async (visit: SignedInVisit, fieldName = 'current_password'): Promise<string> => {
  const { context, session, form } = visit
  await visit.count(...attemptsOn(visit, 'sign-in', browserAccount(session.id)))
  const stored = (await findCredentialsOf(context.database.reader, session.userId))?.passwordHash
  const isRight = await provesPassword(form.get(fieldName) ?? '', stored)
  if (!stored || !isRight) throw invalid({ parameter: fieldName, reason: 'wrong_password' })
  return stored
}
