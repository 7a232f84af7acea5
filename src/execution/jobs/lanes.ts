/** Something that is under way in a lane. */
export interface RunningJob {
  readonly lane: string
  readonly since: number
}

/** An answer that takes longer is not expected any more: the lane counts as one that does not answer, until it does. */
const slowAfterMilliseconds = 2_000

// How many failing lanes are remembered. Forgetting one costs an attempt too many, and nothing else.
const maxRemembered = 5000

/** Ten thousand messages to a place that refuses each at once would otherwise be tried as fast as the machine can. */
const longestRestMilliseconds = 1_000

interface Failures {
  readonly inARow: number
  /** Nothing is tried there before. */
  readonly restsUntil: number
}

/** What a process knows of the lanes it has work in: what is under way in each, and which of them do not answer. */
export class Lanes {
  /** In the order in which they began. */
  readonly #underWay = new Map<string, Set<RunningJob>>()
  /** Whichever was tried longest ago comes first. */
  readonly #failed = new Map<string, Failures>()
  #total = 0

  begin(lane: string, now = performance.now()): RunningJob {
    const job = { lane, since: now }
    const running = this.#underWay.get(lane)
    if (running) running.add(job)
    else this.#underWay.set(lane, new Set([job]))
    this.#total += 1
    return job
  }

  end(job: RunningJob, isAway: boolean, now = performance.now()): void {
    const { lane } = job
    const inARow = (this.#failed.get(lane)?.inARow ?? 0) + 1
    const running = this.#underWay.get(lane)
    running?.delete(job)
    if (running?.size === 0) this.#underWay.delete(lane)
    this.#total -= 1
    this.#failed.delete(lane)
    if (isAway && this.#failed.size < maxRemembered)
      this.#failed.set(lane, { inARow, restsUntil: now + restAfter(inARow) })
  }

  get total(): number {
    return this.#total
  }

  underWayIn(lane: string): number {
    return this.#underWay.get(lane)?.size ?? 0
  }

  /** The last attempt got no answer. */
  isFailing(lane: string): boolean {
    return this.#failed.has(lane)
  }

  /** Lanes that do not answer, how much is under way in them, and which of them are not asked again just now. */
  slow(now = performance.now()): {
    readonly lanes: readonly string[]
    readonly resting: readonly string[]
    readonly underWay: number
  } {
    const lanes = new Set(this.#failed.keys())
    for (const [lane, running] of this.#underWay) {
      const [oldest] = running
      if (oldest && now - oldest.since > slowAfterMilliseconds) lanes.add(lane)
    }
    let underWay = 0
    for (const lane of lanes) underWay += this.underWayIn(lane)
    const resting = [...this.#failed].filter(([, { restsUntil }]) => restsUntil > now).map(([lane]) => lane)
    return { lanes: [...lanes], resting, underWay }
  }

  /** None rests any longer. */
  wake(): void {
    for (const lane of this.#failed.keys()) this.#failed.set(lane, { inARow: 0, restsUntil: 0 })
  }

  /** Until the next one may be asked again; undefined when none rests. */
  restMilliseconds(now = performance.now()): number | undefined {
    const ends = [...this.#failed.values()].map(({ restsUntil }) => restsUntil - now).filter((left) => left > 0)
    return ends.length === 0 ? undefined : Math.min(...ends)
  }
}

/** 1, 4, 9 … milliseconds, up to a second: a few messages do not notice. */
const restAfter = (failuresInARow: number): number => Math.min(failuresInARow ** 2, longestRestMilliseconds)
