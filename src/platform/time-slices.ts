/** Lets the event loop run whenever this much of it was used without a pause, so that long work in memory holds up nobody. */
export class TimeSlices {
  readonly #milliseconds: number
  #began = performance.now()

  constructor(milliseconds = 10) {
    this.#milliseconds = milliseconds
  }

  async pause(): Promise<void> {
    if (performance.now() - this.#began < this.#milliseconds) return
    await new Promise((done) => setImmediate(done))
    this.#began = performance.now()
  }
}
