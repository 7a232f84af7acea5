import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import type { Work } from './database.ts'
import { DatabaseAway, faultOf } from './faults.ts'

const maxAttempts = 4

/**
 * One transaction, begun anew when another one was in its way. Also when a unique index or a foreign key refused: what the
 * work had looked for came or went meanwhile, and the second time it sees it. After that, the database counts as away.
 */
export const writeWith =
  (kysely: Kysely<Tables>) =>
  async <T>(work: Work<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await kysely.transaction().execute(work)
      } catch (error) {
        if (error instanceof DatabaseAway) throw error
        const fault = faultOf(error)
        const wasInTheWay = fault === 'try_again' || fault === 'conflict'
        if (fault === 'away' || (wasInTheWay && attempt === maxAttempts)) throw new DatabaseAway(error)
        if (!wasInTheWay) throw error
        await pause(attempt * 10)
      }
    }
  }
