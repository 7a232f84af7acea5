// A server process as far as single-use links go, before there is a page: books through each link as often as ordered,
// at once.
import { createContext } from '#app.ts'
import { bookThroughLink } from '#bookings/index.ts'
import { Problem } from '#contract/problem.ts'
import { performOpen } from '#execution/perform.ts'
import { readConfig } from '#platform/config.ts'
import { DatabaseAway } from '#platform/db/faults.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { systemClock } from '#platform/time/clock.ts'

export interface LinkOrder {
  readonly codes: readonly string[]
  /** How often each is tried, at the same instant. */
  readonly takers: number
  /** One for each try, so that a time that is gone is no reason to be refused. */
  readonly startTimes: readonly string[]
}

/** By code: how often it was booked through, and why not, for each other time. */
export type LinkOutcome = readonly { readonly booked: number; readonly refusals: readonly string[] }[]

const [url = '', secret = ''] = process.argv.slice(2)
const database = openPostgres(url, () => {})
const context = await createContext(readConfig({ DATABASE_URL: url, OPENSLOT_SECRET: secret }), database, systemClock)

const tryOnce = async (code: string, start_time: string): Promise<string> => {
  try {
    await performOpen(context, bookThroughLink, {
      code,
      start_time,
      invitee: { name: 'Demo Invitee', email: 'invitee@client.test', timezone: 'Europe/Paris' },
    })
    return 'booked'
  } catch (error) {
    if (error instanceof DatabaseAway) return '503'
    return error instanceof Problem ? `${error.details[0]?.code ?? error.kind.status}` : `fault: ${error}`
  }
}

process.on('message', async ({ codes, takers, startTimes }: LinkOrder) => {
  const outcome = []
  for (const [index, code] of codes.entries()) {
    const results = await Promise.all(
      Array.from({ length: takers }, (_, taker) => tryOnce(code, startTimes[index * takers + taker] ?? '')),
    )
    outcome.push({
      booked: results.filter((word) => word === 'booked').length,
      refusals: [...new Set(results.filter((word) => word !== 'booked'))],
    })
  }
  process.send?.(outcome satisfies LinkOutcome)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
