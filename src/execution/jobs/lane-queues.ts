/** What is claimed and waits until its lane has room, in the order in which it came. */
export class LaneQueues<T> {
  readonly #queues = new Map<string, T[]>()
  #total = 0

  get total(): number {
    return this.#total
  }

  add(lane: string, one: T): void {
    const queue = this.#queues.get(lane)
    if (queue) queue.push(one)
    else this.#queues.set(lane, [one])
    this.#total += 1
  }

  take(lane: string): T | undefined {
    const queue = this.#queues.get(lane)
    const first = queue?.shift()
    if (queue?.length === 0) this.#queues.delete(lane)
    if (first !== undefined) this.#total -= 1
    return first
  }
}
