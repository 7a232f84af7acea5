/** Keeps values for a short time, by key; callers that ask while one is being loaded share it. */
export class TtlCache<Value> {
  readonly #entries = new Map<string, { readonly until: number; readonly value: Promise<Value> }>()
  readonly #milliseconds: number
  readonly #max: number

  constructor({ milliseconds = 1000, max = 500 }: { readonly milliseconds?: number; readonly max?: number } = {}) {
    this.#milliseconds = milliseconds
    this.#max = max
  }

  get(key: string, load: () => Promise<Value>): Promise<Value> {
    const now = performance.now()
    const known = this.#entries.get(key)
    if (known && known.until > now) return known.value
    if (this.#entries.size >= this.#max) this.#entries.clear()
    const value = load()
    this.#entries.set(key, { until: now + this.#milliseconds, value })
    value.catch(() => this.#entries.delete(key))
    return value
  }

  /** After a change that the next caller must see. */
  deleteByPrefix(prefix: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#entries.delete(key)
  }
}
