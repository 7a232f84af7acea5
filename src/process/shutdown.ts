import { within } from '#platform/deadline.ts'
import { errorFields, type Log } from '#platform/log.ts'

type Step = (withinMilliseconds: number) => Promise<unknown>

/** For the whole shutdown, without what is logged last. Supervisors rarely wait longer than 15 s before they kill. */
export const shutdownMilliseconds = 13_500

/** Kept for what comes after: even when requests take all the time they may, the database is closed properly. */
const shareOfEach = 0.8

/**
 * What must be undone when the process ends: the last opened first. One that fails or hangs does not keep the rest from
 * ending.
 */
export class Shutdown {
  readonly #log: Log
  readonly #steps: { readonly name: string; readonly end: Step }[] = []

  constructor(log: Log) {
    this.#log = log
  }

  add(name: string, end: Step): void {
    this.#steps.push({ name, end })
  }

  async run(): Promise<void> {
    const last = performance.now() + shutdownMilliseconds - 500
    for (const { name, end } of this.#steps.splice(0).reverse()) {
      const left = Math.max(0, last - performance.now()) * shareOfEach
      try {
        await within(left + 100, end(left))
      } catch (error) {
        this.#log.error({ step: name, ...errorFields(error) }, 'a step of the shutdown failed')
      }
    }
  }
}
