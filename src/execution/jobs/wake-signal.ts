import type { Database } from '#platform/db/database.ts'

/** Sent when there may be something to do. It wakes the waiter; without one, the next waiter does not wait. */
export class WakeSignal {
  #isPending = false
  #wake: (() => void) | undefined

  /** Nobody has heard the last time yet. */
  get isPending(): boolean {
    return this.#isPending
  }

  notify(): void {
    this.#isPending = true
    this.#wake?.()
  }

  /** Until it is sent, or until that time is over. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.#isPending) {
      await new Promise<void>((done) => {
        const timer = setTimeout(done, milliseconds)
        this.#wake = () => {
          clearTimeout(timer)
          done()
        }
      })
      this.#wake = undefined
    }
    this.#isPending = false
  }
}

/**
 * The same database, which sends it after each change: what a request has just caused need not wait until somebody
 * looks.
 */
export const wakingOnCommit = (database: Database, wakeSignal: WakeSignal): Database => ({
  ...database,
  write: async (work) => {
    const result = await database.write(work)
    wakeSignal.notify()
    return result
  },
})
