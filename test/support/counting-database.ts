import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import type { Tables } from '#schema/tables.ts'

/** Round trips: statements of reads, and transactions. */
export interface Tally {
  reads: number
  writes: number
}

/** A database that is watched. */
export const countingDatabase =
  (tally: Tally) =>
  (database: Database): Database => ({
    ...database,
    reader: (database.reader as Kysely<Tables>).withPlugin({
      transformQuery: ({ node }) => node,
      // Counted when it comes back: a query may be built once and sent many times.
      transformResult: async ({ result }) => {
        tally.reads += 1
        return result
      },
    }),
    write: (work) => {
      tally.writes += 1
      return database.write(work)
    },
  })
