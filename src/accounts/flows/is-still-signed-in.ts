import type { AppContext } from '#execution/perform.ts'
import type { BrowserSession } from '../session.ts'
import { isSessionLive } from '../store/sessions.ts'

/**
 * Whether a session that was live a while ago still is, in the same organization and role. Asking is no use of it: an
 * open page alone keeps no session alive.
 */
export const isStillSignedIn = async (
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  session: BrowserSession,
): Promise<boolean> => isSessionLive(database.reader, session, clock.now())
