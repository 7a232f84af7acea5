const defaultMilliseconds = 5

/**
 * Lets requests begin for a few milliseconds in each turn of the event loop; the rest wait for the next turn. In
 * between the loop serves everything else, above all new connections, of which Node accepts one per turn. A single
 * request never waits.
 */
export class AdmissionThrottle {
  readonly #milliseconds: number
  readonly #waiting: (() => void)[] = []
  #began: number | undefined

  constructor({ milliseconds = defaultMilliseconds }: { readonly milliseconds?: number } = {}) {
    this.#milliseconds = milliseconds
  }

  admit(): Promise<void> {
    if (this.#began === undefined) {
      this.#began = performance.now()
      setImmediate(() => void this.#next())
    }
    return this.#waiting.length > 0 || this.#isOver()
      ? new Promise((resolve) => this.#waiting.push(resolve))
      : Promise.resolve()
  }

  #isOver(): boolean {
    return performance.now() - (this.#began ?? 0) >= this.#milliseconds
  }

  async #next(): Promise<void> {
    this.#began = performance.now()
    while (this.#waiting.length > 0 && !this.#isOver()) {
      this.#waiting.shift()?.()
      // They begin before the clock is read again.
      await Promise.resolve()
    }
    if (this.#waiting.length > 0) setImmediate(() => void this.#next())
    else this.#began = undefined
  }
}
