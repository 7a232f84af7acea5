import type { Principal } from '#contract/principal.ts'
import { Problem, unauthenticated } from '#contract/problem.ts'
import type { Tx } from '#platform/db/database.ts'

/**
 * Locks the account before something is created that gives access without the password. A change of the password or the
 * e-mail address locks the same row, and ends all sessions and tokens: what was created before is ended by it, and a
 * creation that comes after it waits here, and then proceeds only if its caller is still signed in.
 */
export const lockCaller = async (tx: Tx, { userId, via }: Pick<Principal, 'userId' | 'via'>): Promise<void> => {
  // A statement of its own, so that the next one sees what was committed while this one waited.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute()
  if (!(await isStillSignedIn(tx, via))) throw new Problem(unauthenticated)
}

const isStillSignedIn = async (tx: Tx, via: Principal['via']): Promise<boolean> => {
  if (via.kind === 'command_line') return true
  const found =
    via.kind === 'session'
      ? await tx.selectFrom('sessions').select('id').where('id', '=', via.sessionId).executeTakeFirst()
      : await tx
          .selectFrom('tokens')
          .select('id')
          .where('id', '=', via.tokenId)
          .where('revoked_at', 'is', null)
          .executeTakeFirst()
  return found !== undefined
}
