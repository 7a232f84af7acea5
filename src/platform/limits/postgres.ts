import type { OwnConnection } from '../db/own-connection.ts'
import { addWindows, countInWindows, endWindows, peekAtWindows } from '../db/rate-windows.ts'
import { within } from '../deadline.ts'
import type { Bucket } from './limiter.ts'
import type { Tally } from './window.ts'
import { storedKey, type WindowStore } from './window-store.ts'

/** Between adding a row and counting in it, it may be cleared away. More often than this, something else is wrong. */
const maxAttempts = 3

/**
 * Windows in PostgreSQL, for several processes without Redis. On a connection of its own: never behind a transaction.
 */
export const postgresWindows = (connection: OwnConnection, answerMilliseconds: number): WindowStore => {
  const count = async (buckets: readonly Bucket[], now: Date): Promise<Tally> => {
    const asked = askedFrom(buckets)
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const counted = await countInWindows(connection, asked, now)
      if (counted.complete || !counted.allowed) return counted
      await addWindows(connection, asked, now)
    }
    throw new Error('The rows of these windows vanish as soon as they are made.')
  }

  return {
    // The connection has a time limit for each statement; this one is for all of them together and for connecting.
    count: (buckets, now) => within(answerMilliseconds, count(buckets, now)),
    look: (buckets, now) => within(answerMilliseconds, peekAtWindows(connection, askedFrom(buckets), now)),
    forget: (buckets) => within(answerMilliseconds, endWindows(connection, askedFrom(buckets))),
    close: () => connection.close(),
  }
}

const askedFrom = (buckets: readonly Bucket[]): Bucket[] =>
  buckets.map((bucket) => ({ ...bucket, key: storedKey(bucket) }))
