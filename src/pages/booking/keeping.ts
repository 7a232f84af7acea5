/**
 * Reads that many strangers ask for at once are done once: whoever asks while one is under way gets the same answer, and so
 * does whoever asks within a second. A flood of visitors costs the database a few reads a second, however large it is.
 */
export class Keeping<Value> {
  readonly #kept = new Map<string, { readonly until: number; readonly value: Promise<Value> }>()
  readonly #milliseconds: number
  readonly #max: number

  constructor({ milliseconds = 1000, max = 500 }: { readonly milliseconds?: number; readonly max?: number } = {}) {
    this.#milliseconds = milliseconds
    this.#max = max
  }

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const now = performance.now()
    const known = this.#kept.get(key)
    if (known && known.until > now) return known.value
    if (this.#kept.size >= this.#max) this.#kept.clear()
    const value = read()
    this.#kept.set(key, { until: now + this.#milliseconds, value })
    value.catch(() => this.#kept.delete(key))
    return value
  }

  /** Something has changed, and the next to ask must see it. */
  forget(prefix: string): void {
    for (const key of this.#kept.keys()) if (key.startsWith(prefix)) this.#kept.delete(key)
  }
}
