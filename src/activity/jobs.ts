import type { Database, Tx } from '#platform/db/database.ts'
import { faultOf } from '#platform/db/faults.ts'
import { errorFields, type Log } from '#platform/log.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { RecordedFact } from './fact.ts'
import { type FactQueue, findOldestWaiting, lockWaiting, postpone, removeFromQueues } from './store/facts.ts'
import { logFactsOfFreeChains } from './store/log.ts'

/** Called once with each fact, in the transaction that marks it as announced: what follows from it is saved there. */
export type Listener = (tx: Tx, facts: readonly RecordedFact[], now: Date) => Promise<void>

interface Dependencies {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}

type Round = () => Promise<{ readonly more: boolean }>

const factsAtOnce = 100

/**
 * Calls the listeners with what happened, once and only when it was committed; then `onAnnounced`, outside the
 * transaction.
 */
export const announceTo = (
  listeners: readonly Listener[],
  {
    onAnnounced = () => {},
    ...dependencies
  }: Dependencies & { readonly onAnnounced?: (facts: readonly RecordedFact[]) => void },
): Round => {
  const announce: Follow = async (tx, facts, now) => {
    for (const listen of listeners) await listen(tx, facts, now)
    return facts
  }
  return followFacts('announce_at', announce, dependencies, onAnnounced)
}

/**
 * Adds what happened to the activity log. A log that another transaction is adding to has its turn in a later round.
 */
export const writeActivityLog = (dependencies: Dependencies): Round =>
  followFacts('log_at', logFactsOfFreeChains, dependencies, () => {})

/** Does something with facts, and returns those that are done with. The others stay in the queue. */
type Follow = (tx: Tx, facts: readonly RecordedFact[], now: Date) => Promise<readonly RecordedFact[]>

/** Works off a queue of facts, a batch at a time. Any number of processes may do it at once. */
const followFacts = (
  queue: FactQueue,
  follow: Follow,
  { database, clock, log }: Dependencies,
  onDone: (facts: readonly RecordedFact[]) => void,
): Round => {
  const batch = async (tx: Tx, limit: number, now: Date, onLocked?: (facts: readonly RecordedFact[]) => void) => {
    const facts = await lockWaiting(tx, queue, limit, now)
    if (facts.length === 0) return facts
    onLocked?.(facts)
    const done = await follow(tx, facts, now)
    if (done.length > 0) await removeFromQueues(tx, done, [queue])
    return done
  }

  /** One fact makes the work fail. It is postponed, twice as long each time, and the others go on. */
  const oneByOne: Round = async () => {
    for (let count = 0; count < factsAtOnce; count += 1) {
      const now = clock.now()
      let tried: RecordedFact | undefined
      try {
        const done = await database.write((tx) =>
          batch(tx, 1, now, ([fact]) => {
            tried = fact
          }),
        )
        if (done.length === 0) return { more: false }
        onDone(done)
      } catch (error) {
        if (faultOf(error) === 'away' || tried === undefined) throw error
        const { id, name, occurredAt } = tried
        log.error({ fact: name, factId: id, queue, ...errorFields(error) }, 'a listener failed on a fact; retrying')
        const age = Math.max(now.getTime() - occurredAt.getTime(), 10_000)
        await database.write((tx) => postpone(tx, queue, id, new Date(now.getTime() + age)))
      }
    }
    return { more: true }
  }

  return async () => {
    const now = clock.now()
    // Most of the time there is nothing: a read is cheaper than a transaction.
    if ((await findOldestWaiting(database.reader, queue, now)) === undefined) return { more: false }
    try {
      const done = await database.write((tx) => batch(tx, factsAtOnce, now))
      onDone(done)
      return { more: done.length === factsAtOnce }
    } catch (error) {
      if (faultOf(error) === 'away') throw error
      return oneByOne()
    }
  }
}
