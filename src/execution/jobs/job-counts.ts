/**
 * `again`: it did not work out, and is tried later. `given_up`: it did not, and is not. `failed`: our own code failed,
 * and it is tried later.
 */
export type JobOutcome = 'done' | 'again' | 'given_up' | 'failed'

/** What became of jobs in this process, for an operator to watch. */
export class JobCounts {
  readonly #counts = new Map<string, { readonly kind: string; readonly outcome: JobOutcome; count: number }>()

  add(kind: string, outcome: JobOutcome): void {
    const key = `${kind} ${outcome}`
    const known = this.#counts.get(key)
    if (known) known.count += 1
    else this.#counts.set(key, { kind, outcome, count: 1 })
  }

  all(): readonly { readonly kind: string; readonly outcome: JobOutcome; readonly count: number }[] {
    return [...this.#counts.values()]
  }
}
