import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#platform/db/database.ts'
import { findRestoredAt } from './restored.ts'

const patienceMilliseconds = 2_000

/** Known within two seconds: whether the database is held as a copy, or undefined when it does not answer now. */
export const lookAt = async (database: Database): Promise<{ readonly isHeld: boolean } | undefined> => {
  const asked = findRestoredAt(database.reader).then(
    (restoredAt) => ({ isHeld: restoredAt !== null }),
    () => undefined,
  )
  return Promise.race([asked, pause(patienceMilliseconds, undefined, { ref: false })])
}
