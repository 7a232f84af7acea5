const defaultMilliseconds = 5

/**
 * Lets work begin for a few milliseconds in each round of the event loop; what is more waits for the next. Whatever else has come
 * is seen to in between: new connections above all, of which Node lets in one each round. Who comes alone never waits.
 */
export class Rounds {
  readonly #milliseconds: number
  readonly #waiting: (() => void)[] = []
  #began: number | undefined

  constructor({ milliseconds = defaultMilliseconds }: { readonly milliseconds?: number } = {}) {
    this.#milliseconds = milliseconds
  }

  pass(): Promise<void> {
    if (this.#began === undefined) {
      this.#began = performance.now()
      setImmediate(() => void this.#next())
    }
    return this.#waiting.length > 0 || this.#isOver() ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve()
  }

  #isOver(): boolean {
    return performance.now() - (this.#began ?? 0) >= this.#milliseconds
  }

  async #next(): Promise<void> {
    this.#began = performance.now()
    while (this.#waiting.length > 0 && !this.#isOver()) {
      this.#waiting.shift()?.()
      // They begin before the clock is looked at again.
      await Promise.resolve()
    }
    if (this.#waiting.length > 0) setImmediate(() => void this.#next())
    else this.#began = undefined
  }
}
