/** What a process knows of the lanes it has work in: how much is under way in each, and which of them do not answer. */
export class Lanes {
  readonly #underWay = new Map<string, number>()
  readonly #away = new Set<string>()

  begin(lane: string): void {
    this.#underWay.set(lane, (this.#underWay.get(lane) ?? 0) + 1)
  }

  end(lane: string, isAway: boolean): void {
    const left = (this.#underWay.get(lane) ?? 1) - 1
    if (left === 0) this.#underWay.delete(lane)
    else this.#underWay.set(lane, left)
    this.#away.delete(lane)
    if (isAway && this.#away.size < maxRemembered) this.#away.add(lane)
  }

  get total(): number {
    let total = 0
    for (const count of this.#underWay.values()) total += count
    return total
  }

  /** Whichever was tried longest ago comes first. */
  get away(): readonly string[] {
    return [...this.#away]
  }

  /** How much is under way where nobody answers. */
  get totalAway(): number {
    let total = 0
    for (const lane of this.#away) total += this.#underWay.get(lane) ?? 0
    return total
  }
}

// Beyond that a lane has its full share, as if it answered: an attempt more, and nothing lost.
const maxRemembered = 5000
