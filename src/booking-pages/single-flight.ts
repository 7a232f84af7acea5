import { DatabaseAway } from '#platform/db/faults.ts'

const maxWaitMilliseconds = 2_000

interface Flight<Answer> {
  readonly running: Promise<Answer>
  next?: Promise<Answer> | undefined
}

/**
 * Callers that ask for the same key at once share one piece of work. It always begins after each of them asked, so that
 * none gets a stale answer: a caller that arrives while work runs waits, with all others that do, for the next run. No
 * one waits for ever.
 */
export class SingleFlight<Answer> {
  readonly #flights = new Map<string, Flight<Answer>>()
  readonly #maxWait: number

  constructor({ maxWait = maxWaitMilliseconds }: { readonly maxWait?: number } = {}) {
    this.#maxWait = maxWait
  }

  run(key: string, work: () => Promise<Answer>): Promise<Answer> {
    const flight = this.#flights.get(key)
    if (flight === undefined) return this.#begin(key, work)
    flight.next ??= this.#wait(flight, () => this.#begin(key, work))
    return flight.next
  }

  #begin(key: string, work: () => Promise<Answer>): Promise<Answer> {
    const flight: Flight<Answer> = { running: work() }
    this.#flights.set(key, flight)
    const leave = (): void => {
      if (flight.next === undefined) this.#flights.delete(key)
    }
    flight.running.then(leave, leave)
    return flight.running
  }

  #wait(flight: Flight<Answer>, begin: () => Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let isOver = false
      const timer = setTimeout(() => {
        isOver = true
        flight.next = undefined
        reject(new DatabaseAway(new Error('The run that is under way takes too long.')))
      }, this.#maxWait)
      const goOn = (): void => {
        clearTimeout(timer)
        if (!isOver) resolve(begin())
      }
      flight.running.then(goOn, goOn)
    })
  }
}
