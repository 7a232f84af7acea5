import type { AppContext } from '#execution/perform.ts'
import { type BrowserSession, isLive, seenEveryMilliseconds, sessionHash } from '../session.ts'
import { findSession, updateLastSeen } from '../store/sessions.ts'

/** The session of the browser that holds this key, also while its second factor is missing. */
export const currentSession = async (
  { database }: Pick<AppContext, 'database'>,
  key: string,
  now: Date,
): Promise<BrowserSession | undefined> => {
  const session = await findSession(database.reader, sessionHash(key))
  if (!session || !isLive(session, now)) return undefined
  if (now.getTime() - session.lastSeenAt.getTime() >= seenEveryMilliseconds)
    await database.write((tx) => updateLastSeen(tx, session.id, now))
  return session
}
