/**
 * Names that are each had once, whatever their case. Who finds a name taken gets it with a number: that nobody has, or
 * the one they had before. No number is tried twice, so that ten thousand of one name are ten thousand steps.
 */
export class FreeNames {
  readonly #holders = new Map<string, string>()
  readonly #namesOf = new Map<string, string>()
  readonly #nextNumber = new Map<string, number>()

  constructor(holders: Iterable<readonly [name: string, id: string]>) {
    for (const [name, id] of holders) this.#give(name, id)
  }

  take(wanted: string, id: string): string {
    const before = this.#namesOf.get(id)
    const key = wanted.toLowerCase()
    if (before !== undefined && isNumbered(before.toLowerCase(), key) && this.isTaken(wanted, id)) return before
    if (!this.isTaken(wanted, id)) return this.#give(wanted, id)
    let number = this.#nextNumber.get(key) ?? 2
    while (this.isTaken(`${wanted} ${number}`, id)) number += 1
    this.#nextNumber.set(key, number + 1)
    return this.#give(`${wanted} ${number}`, id)
  }

  /** Whether somebody else has it. */
  isTaken(name: string, id: string): boolean {
    return (this.#holders.get(name.toLowerCase()) ?? id) !== id
  }

  #give(name: string, id: string): string {
    this.#holders.set(name.toLowerCase(), id)
    this.#namesOf.set(id, name)
    return name
  }
}

const isNumbered = (name: string, wanted: string): boolean =>
  name.startsWith(`${wanted} `) && /^\d+$/.test(name.slice(wanted.length + 1))
