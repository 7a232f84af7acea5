import { DatabaseAway } from './db/faults.ts'

const maxWaitMilliseconds = 2_000

interface Permits {
  running: number
  readonly waiters: (() => void)[]
}

/**
 * Runs at most a few pieces of work per key at once; the others wait in order of arrival, but not for ever. Work on the
 * same rows would wait in the database otherwise, each with a connection, until none is left for anything else.
 */
export class KeyedSemaphore {
  readonly #permits = new Map<string, Permits>()
  readonly #maxRunning: number

  constructor({ maxRunning = 3 }: { readonly maxRunning?: number } = {}) {
    this.#maxRunning = maxRunning
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const permits = this.#permits.get(key) ?? { running: 0, waiters: [] }
    this.#permits.set(key, permits)
    if (permits.running >= this.#maxRunning) await waitIn(permits)
    else permits.running += 1
    try {
      return await work()
    } finally {
      // A permit that is released goes to the first waiter, if there is one.
      const next = permits.waiters.shift()
      if (next) next()
      else permits.running -= 1
      if (permits.running === 0) this.#permits.delete(key)
    }
  }
}

const waitIn = ({ waiters }: Permits): Promise<void> =>
  new Promise((resolve, reject) => {
    const admit = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiters.splice(waiters.indexOf(admit), 1)
      reject(new DatabaseAway(new Error('Too many requests wait for the same thing.')))
    }, maxWaitMilliseconds)
    waiters.push(admit)
  })
