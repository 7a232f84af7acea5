import type { Principal } from '#contract/principal.ts'
import { Problem, unauthenticated } from '#contract/problem.ts'
import type { Tx } from '#platform/db/database.ts'

/**
 * For what lets somebody in later without their password. Whoever changes the password or the address holds the account's
 * row, and ends the sessions and tokens there are: what is made before that is seen and ended, and whoever comes after it waits
 * here, and is still let in or makes nothing.
 */
export const holdCaller = async (tx: Tx, { userId, via }: Pick<Principal, 'userId' | 'via'>): Promise<void> => {
  // A statement of its own, so that the next one sees what was committed while this one waited.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute()
  if (!(await isStillIn(tx, via))) throw new Problem(unauthenticated)
}

const isStillIn = async (tx: Tx, via: Principal['via']): Promise<boolean> => {
  if (via.kind === 'command_line') return true
  const found =
    via.kind === 'session'
      ? await tx.selectFrom('sessions').select('id').where('id', '=', via.sessionId).executeTakeFirst()
      : await tx.selectFrom('tokens').select('id').where('id', '=', via.tokenId).where('revoked_at', 'is', null).executeTakeFirst()
  return found !== undefined
}
