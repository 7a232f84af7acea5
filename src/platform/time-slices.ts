/**
 * Lets the event loop run whenever this much of it was used without a pause, so that long work in memory holds up
 * nobody.
 */
export class TimeSlices {
  /** Of all of them: one that begins where another one ends does not begin anew. */
  static #began = performance.now()
  readonly #milliseconds: number

  constructor(milliseconds = 10) {
    this.#milliseconds = milliseconds
  }

  /** Whether a pause would be one: asked in the innermost loops, where even to wait for nothing takes its time. */
  get isOver(): boolean {
    return performance.now() - TimeSlices.#began >= this.#milliseconds
  }

  async pause(): Promise<void> {
    if (!this.isOver) return
    await new Promise((done) => setImmediate(done))
    TimeSlices.#began = performance.now()
  }
}
