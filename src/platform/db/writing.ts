import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import type { Work } from './database.ts'
import { DatabaseAway, faultOf } from './faults.ts'

const maxAttempts = 4

/**
 * One transaction, begun anew when another one was in its way. Also when a unique index or a foreign key refused: what
 * the work had looked for came or went meanwhile, and the second time it sees it. After that, the database counts as
 * away; but a row that was in the way every time is no other transaction's: the work is wrong, and its error is thrown
 * as it is.
 */
export const writeWith =
  (kysely: Kysely<Tables>) =>
  async <T>(work: Work<T>): Promise<T> => {
    const refusals = new Set<string>()
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await kysely.transaction().execute(work)
      } catch (error) {
        if (error instanceof DatabaseAway) throw error
        const fault = faultOf(error)
        const wasInTheWay = fault === 'try_again' || fault === 'conflict'
        if (fault === 'conflict') refusals.add(refusalOf(error))
        if (fault === 'away') throw new DatabaseAway(error)
        if (!wasInTheWay || (fault === 'conflict' && attempt === maxAttempts && refusals.size === 1)) throw error
        if (attempt === maxAttempts) throw new DatabaseAway(error)
        await pause(attempt * 10)
      }
    }
  }

/** Which rule refused, and which values. Kept in memory only: a detail quotes them. */
const refusalOf = (error: unknown): string => {
  const { code, constraint, detail } = error as { code?: string; constraint?: string; detail?: string }
  return `${code} ${constraint} ${detail}`
}
