import type { Database } from '#platform/db/database.ts'
import type { Clock } from '#platform/time/clock.ts'

/**
 * Codes, links and limits of several processes go by the clock of each, so they must agree; leases of jobs go by the
 * database's.
 */
const maxClockDifferenceSeconds = 5

const samples = 3

/**
 * How many seconds this process is ahead of the database, at the least: the time that the question may have taken is
 * subtracted.
 */
export const clockDifference = (database: Database, clock: Clock): Promise<number> =>
  database.session(async (session) => {
    let nearest = Number.POSITIVE_INFINITY
    for (let asked = 0; asked < samples; asked += 1) {
      const [before, began] = [clock.now().getTime(), performance.now()]
      const [row] = await session.query<{ now: number }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
      )
      const took = performance.now() - began
      const difference = before + took / 2 - Number(row?.now)
      const certain = Math.sign(difference) * Math.max(0, Math.abs(difference) - took / 2)
      if (Math.abs(certain) < Math.abs(nearest)) nearest = certain
    }
    return nearest / 1000
  })

/** The sentence for an operator; undefined where the two agree. On the embedded database there is one clock. */
export const clockRefusal = async (database: Database, clock: Clock): Promise<string | undefined> => {
  if (database.kind === 'embedded') return undefined
  const seconds = await clockDifference(database, clock)
  if (Math.abs(seconds) <= maxClockDifferenceSeconds) return undefined
  return (
    `The clock of this machine is ${Math.round(Math.abs(seconds))} s ${seconds > 0 ? 'ahead of' : 'behind'} that of PostgreSQL, ` +
    `and may differ by ${maxClockDifferenceSeconds} s: codes and links would expire at the wrong time. Set both by NTP, then start again.`
  )
}
