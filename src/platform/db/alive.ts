import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from './database.ts'

const patienceMilliseconds = 2_000

/** Whether the database answers now, told within two seconds. */
export const isAlive = async (database: Database): Promise<boolean> => {
  const asked = database.reader
    .selectFrom('instance')
    .select('only_row')
    .execute()
    .then(
      () => true,
      () => false,
    )
  return Promise.race([asked, pause(patienceMilliseconds, false, { ref: false })])
}
