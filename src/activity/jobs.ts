import type { Database, Tx } from '#platform/db/database.ts'
import { faultOf } from '#platform/db/faults.ts'
import { errorFields, type Log } from '#platform/log.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { RecordedFact } from './fact.ts'
import { findOldestUnannounced, lockUnannounced, markAnnounced, postponeAnnouncement } from './store/facts.ts'
import { logFacts } from './store/log.ts'

/** Called once with each fact, in the transaction that marks it as announced: what follows from it is saved there. */
export type Listener = (tx: Tx, facts: readonly RecordedFact[], now: Date) => Promise<void>

interface Dependencies {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** Called once they are committed as announced. */
  readonly onAnnounced?: (facts: readonly RecordedFact[]) => void
}

const factsAtOnce = 100

/**
 * Adds facts to the log and calls the listeners. Facts are marked in the same transaction, so that what follows from one follows once, and only when it
 * was committed. Any number of processes may do it at once.
 */
export const announceTo =
  (listeners: readonly Listener[], { database, clock, log, onAnnounced = () => {} }: Dependencies) =>
  async (): Promise<{ readonly more: boolean }> => {
    const now = clock.now()
    // Most of the time there is nothing: a read is cheaper than a transaction.
    if ((await findOldestUnannounced(database.reader, now)) === undefined) return { more: false }
    try {
      const facts = await database.write((tx) => announce(tx, listeners, factsAtOnce, now))
      onAnnounced(facts)
      return { more: facts.length === factsAtOnce }
    } catch (error) {
      if (faultOf(error) === 'away') throw error
      return announceOneByOne(listeners, { database, clock, log, onAnnounced })
    }
  }

const announce = async (tx: Tx, listeners: readonly Listener[], limit: number, now: Date, onLocked?: (facts: readonly RecordedFact[]) => void) => {
  const facts = await lockUnannounced(tx, limit, now)
  if (facts.length === 0) return facts
  onLocked?.(facts)
  await logFacts(tx, facts)
  const audible = facts.filter(({ isSilent }) => !isSilent)
  if (audible.length > 0) for (const listen of listeners) await listen(tx, audible, now)
  await markAnnounced(tx, facts)
  return facts
}

/** One fact makes a listener fail. It is postponed, twice as long each time, and the others are announced. */
const announceOneByOne = async (listeners: readonly Listener[], { database, clock, log, onAnnounced }: Required<Dependencies>): Promise<{ more: boolean }> => {
  for (let count = 0; count < factsAtOnce; count += 1) {
    const now = clock.now()
    let tried: RecordedFact | undefined
    try {
      const facts = await database.write((tx) =>
        announce(tx, listeners, 1, now, ([fact]) => {
          tried = fact
        }),
      )
      if (facts.length === 0) return { more: false }
      onAnnounced(facts)
    } catch (error) {
      if (faultOf(error) === 'away' || tried === undefined) throw error
      const { id, name, occurredAt } = tried
      log.error({ fact: name, factId: id, ...errorFields(error) }, 'a fact could not be announced; it is tried again')
      const age = Math.max(now.getTime() - occurredAt.getTime(), 10_000)
      await database.write((tx) => postponeAnnouncement(tx, id, new Date(now.getTime() + age)))
    }
  }
  return { more: true }
}
