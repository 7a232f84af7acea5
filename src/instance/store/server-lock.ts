import { setTimeout as pause } from 'node:timers/promises'
import { OwnConnection } from '#platform/db/own-connection.ts'

/**
 * `only` for a process that must be the only server on its database, `one_of_several` for a process beside others of
 * its kind.
 */
export type ServerKind = 'only' | 'one_of_several'

/**
 * `worker` for a process that does background work beside any others, `nobody_else` for a command that must be alone on
 * the database.
 */
export type LockKind = ServerKind | 'worker' | 'nobody_else'

/** Lost with its connection, it is tried again until it is ours again. */
export type LockState = 'held' | 'taken_by_another' | 'out_of_reach'

export interface ServerLock {
  release(): Promise<void>
}

// Advisory locks of the two-number kind, one for servers and one for workers; the migrations' lock is of the other.
const statements: Readonly<Record<LockKind, string>> = {
  only: 'select pg_try_advisory_lock(7203, 115) as held',
  one_of_several: 'select pg_try_advisory_lock_shared(7203, 115) as held',
  worker: 'select pg_try_advisory_lock_shared(7203, 116) as held',
  nobody_else: 'select pg_try_advisory_lock(7203, 115) and pg_try_advisory_lock(7203, 116) as held',
}

const answerMilliseconds = 5_000
/** The connection of a process that was just killed may live a moment longer. */
const patienceMilliseconds = 3_000
const betweenTriesMilliseconds = 100
const renewEveryMilliseconds = 5_000

/**
 * A session lock that lasts as long as the process, even if it is killed. Undefined while a process is running that
 * this one cannot run beside. Later changes are told of.
 */
export const takeServerLock = async (
  url: string,
  kind: LockKind,
  onChange: (state: LockState) => void,
): Promise<ServerLock | undefined> => {
  const connection = new OwnConnection(url, { purpose: 'server', answerMilliseconds })
  const take = async (): Promise<boolean> =>
    (await connection.query<{ held: boolean }>(`lock_${kind}`, statements[kind], []))[0]?.held === true
  const takeSoon = async (): Promise<boolean> => {
    const end = performance.now() + patienceMilliseconds
    while (!(await take())) {
      if (performance.now() > end) return false
      await pause(betweenTriesMilliseconds)
    }
    return true
  }

  let isHeld = false
  try {
    isHeld = await takeSoon()
  } finally {
    if (!isHeld) await connection.close()
  }
  if (!isHeld) return undefined
  let state: LockState = 'held'
  let isReleased = false
  // On the same connection it is held already and this changes nothing; after a lost connection it is taken again.
  const renew = async (): Promise<void> => {
    const found = await take().then(
      (isOurs) => (isOurs ? 'held' : 'taken_by_another'),
      () => 'out_of_reach' as const,
    )
    if (found === state || isReleased) return
    state = found
    onChange(state)
  }
  const timer = setInterval(() => void renew(), renewEveryMilliseconds)
  timer.unref()
  return {
    release: async () => {
      isReleased = true
      clearInterval(timer)
      await connection.close()
    },
  }
}
