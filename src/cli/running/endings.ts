import { within } from '#platform/deadline.ts'
import { errorFields, type Log } from '#platform/log.ts'

type Ending = (withinMilliseconds: number) => Promise<unknown>

/** All of it together. A supervisor's patience is rarely longer, and ours must end first. */
const patienceMilliseconds = 15_000

/** Kept for what comes after: even when requests take all the time they may, the database is closed properly. */
const shareOfEach = 0.8

/** What must be undone when the process ends: the last opened first. One that fails or hangs does not keep the rest from ending. */
export class Endings {
  readonly #log: Log
  readonly #endings: { readonly name: string; readonly end: Ending }[] = []

  constructor(log: Log) {
    this.#log = log
  }

  add(name: string, end: Ending): void {
    this.#endings.push({ name, end })
  }

  async run(): Promise<void> {
    const last = performance.now() + patienceMilliseconds - 500
    for (const { name, end } of this.#endings.splice(0).reverse()) {
      const left = Math.max(0, last - performance.now()) * shareOfEach
      try {
        await within(left + 100, end(left))
      } catch (error) {
        this.#log.error({ ending: name, ...errorFields(error) }, 'something did not end as it should')
      }
    }
  }
}
