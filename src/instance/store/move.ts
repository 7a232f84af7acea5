import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Database } from '#platform/db/database.ts'
import { dumpTables, loadTables } from './dump.ts'
import { type Home, settleAt } from './home.ts'

/** Rows on their way, at most: each line has some hundred. */
const linesAtOnce = 4

/**
 * Every row of one database into the tables of another, which must be empty and of the same schema version. All of them
 * or none.
 */
export const moveTables = async (source: Database, target: Database): Promise<Readonly<Record<string, number>>> => {
  const lines = new PassThrough({ objectMode: true, highWaterMark: linesAtOnce })
  const closed = new AbortController()
  lines.once('close', () => closed.abort())
  const unlessClosed = (error: unknown): void => {
    if (!closed.signal.aborted) throw error
  }
  let tellBegun = (): void => {}
  const begun = new Promise<void>((resolve) => {
    tellBegun = resolve
  })
  const dumped = dumpTables(source, async (line) => {
    tellBegun()
    if (!lines.write(line)) await once(lines, 'drain', { signal: closed.signal }).catch(unlessClosed)
  })
  dumped.then(
    () => lines.end(),
    (error: Error) => lines.destroy(error),
  )
  lines.on('error', () => {})
  // The embedded database holds up this process while it works, and a connection to PostgreSQL opened meanwhile would
  // time out.
  await Promise.race([begun, dumped])
  return loadTables(target, lines, async (_, loaded) => {
    const expected = await dumped
    const wrong = Object.keys(expected).find((table) => (loaded[table] ?? 0) !== expected[table])
    if (wrong !== undefined)
      throw new Error(`${expected[wrong]} rows of ${wrong} left, and ${loaded[wrong] ?? 0} arrived.`)
  })
}

/** The database is at home here from now on: it goes on where the other stopped. */
export const settleMoved = (target: Database, home: Home): Promise<void> => target.write((tx) => settleAt(tx, home))
