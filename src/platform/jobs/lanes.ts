/** Something that is under way in a lane. */
export interface Stay {
  readonly lane: string
  readonly since: number
}

/** An answer that takes longer is not expected any more: the lane counts as one that does not answer, until it does. */
const patienceMilliseconds = 2_000

// Beyond that a lane has its full share, as if it answered: an attempt more, and nothing lost.
const maxRemembered = 5000

/** What a process knows of the lanes it has work in: what is under way in each, and which of them do not answer. */
export class Lanes {
  /** In the order in which they began. */
  readonly #underWay = new Map<string, Set<Stay>>()
  /** Whichever was tried longest ago comes first. */
  readonly #failed = new Set<string>()
  #total = 0

  begin(lane: string, now = performance.now()): Stay {
    const stay = { lane, since: now }
    const stays = this.#underWay.get(lane)
    if (stays) stays.add(stay)
    else this.#underWay.set(lane, new Set([stay]))
    this.#total += 1
    return stay
  }

  end(stay: Stay, isAway: boolean): void {
    const { lane } = stay
    const stays = this.#underWay.get(lane)
    stays?.delete(stay)
    if (stays?.size === 0) this.#underWay.delete(lane)
    this.#total -= 1
    this.#failed.delete(lane)
    if (isAway && this.#failed.size < maxRemembered) this.#failed.add(lane)
  }

  get total(): number {
    return this.#total
  }

  /** Lanes that do not answer, and how much is under way in them. */
  slow(now = performance.now()): { readonly lanes: readonly string[]; readonly underWay: number } {
    const lanes = new Set(this.#failed)
    for (const [lane, stays] of this.#underWay) {
      const [oldest] = stays
      if (oldest && now - oldest.since > patienceMilliseconds) lanes.add(lane)
    }
    let underWay = 0
    for (const lane of lanes) underWay += this.#underWay.get(lane)?.size ?? 0
    return { lanes: [...lanes], underWay }
  }
}
