import type { Database } from '../db/database.ts'
import { mergeWindows, type StoredWindow, withdrawWindows } from '../db/rate-windows.ts'
import type { MemoryLimiter } from './memory.ts'
import type { NamedWindow } from './window.ts'
import { storedKey } from './window-store.ts'

/** Enough for every long window; a few callers' current minutes may be forgotten. */
const maxCarried = 10_000
/** Small transactions: requests wait for the rows they hold. */
const perTransaction = 1000

/** Moves what was counted in memory into the table, where the other processes and the next start find it. */
export const handOver = async (memory: MemoryLimiter, database: Database, now: Date): Promise<void> => {
  const windows = memory.drain(now, maxCarried).map(toStored)
  for (let from = 0; from < windows.length; from += perTransaction) {
    await database.write((tx) => mergeWindows(tx, windows.slice(from, from + perTransaction), now))
  }
}

/** Moves what the table holds into memory. */
export const takeOver = async (memory: MemoryLimiter, database: Database, now: Date): Promise<void> => {
  const windows = await database.write((tx) => withdrawWindows(tx, now, maxCarried))
  memory.absorb(windows.map(fromStored), now)
}

const toStored = (window: NamedWindow): StoredWindow => ({ key: storedKey(window), used: window.used, endsAt: new Date(window.endsAt) })

const fromStored = ({ key, used, endsAt }: StoredWindow): NamedWindow => {
  const end = key.lastIndexOf(':')
  return { key: key.slice(0, end), seconds: Number(key.slice(end + 1)), used, endsAt: endsAt.getTime() }
}
