import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { ownRaces } from '#schema/races.ts'
import type { Tables } from '#schema/tables.ts'
import type { Work } from './database.ts'
import { DatabaseAway, faultOf } from './faults.ts'

const maxAttempts = 4

/**
 * One transaction, begun anew when another one was in its way. Also when a constraint refused that is named as one of
 * our own races: what the work had looked for came or went meanwhile, and the second time the work sees it. After four
 * attempts the database counts as away, unless the same row was in the way every time: then no other transaction was,
 * and the work is wrong. Errors that are our own mistakes are thrown as they are.
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
        if (fault === 'away') throw new DatabaseAway(error)
        const isRace = fault === 'conflict' && ownRaces.has((error as Refusal).constraint ?? '')
        if (fault !== 'try_again' && !isRace) throw error
        if (isRace) refusals.add(rowInTheWay(error as Refusal))
        if (attempt === maxAttempts) throw isRace && refusals.size === 1 ? error : new DatabaseAway(error)
        await pause(attempt * 10)
      }
    }
  }

interface Refusal {
  readonly constraint?: string
  /** Quotes the values: it is compared here, and never logged. */
  readonly detail?: string
}

const rowInTheWay = ({ constraint, detail }: Refusal): string => `${constraint} ${detail}`
