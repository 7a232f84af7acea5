import { DatabaseAway } from './db/faults.ts'

const maxWaitMilliseconds = 2_000

/** Who is at work on the same thing, and who waits for it. */
interface Crowd {
  inside: number
  readonly waiters: (() => void)[]
}

/**
 * Many who want the same thing would wait for each other in the database, each with a connection in hand, until there is none
 * left for anybody else. So only a few of them are let in at a time. The others wait here, where it costs nothing, in the
 * order in which they came; and not for ever.
 */
export class Crowds {
  readonly #crowds = new Map<string, Crowd>()
  readonly #maxInside: number

  constructor({ maxInside = 3 }: { readonly maxInside?: number } = {}) {
    this.#maxInside = maxInside
  }

  async few<T>(thing: string, work: () => Promise<T>): Promise<T> {
    const crowd = this.#crowds.get(thing) ?? { inside: 0, waiters: [] }
    this.#crowds.set(thing, crowd)
    if (crowd.inside >= this.#maxInside) await waitIn(crowd)
    else crowd.inside += 1
    try {
      return await work()
    } finally {
      const next = crowd.waiters.shift()
      if (next) next()
      else crowd.inside -= 1
      if (crowd.inside === 0) this.#crowds.delete(thing)
    }
  }
}

/** Whoever leaves gives their place to the first who waits. */
const waitIn = ({ waiters }: Crowd): Promise<void> =>
  new Promise((resolve, reject) => {
    const admit = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiters.splice(waiters.indexOf(admit), 1)
      reject(new DatabaseAway(new Error('Too many want the same thing at the same time.')))
    }, maxWaitMilliseconds)
    waiters.push(admit)
  })
