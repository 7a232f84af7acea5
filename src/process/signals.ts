import { Worker } from 'node:worker_threads'
import { errorFields, type Log } from '#platform/log.ts'

const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * At a terminal, npm passes on the Ctrl-C that the process has got already: one that follows at once is the same one.
 */
const echoMilliseconds = 1_000

const numbers = { SIGINT: 2, SIGTERM: 15 } as const

/** More than it takes to write the last lines of the log, and to end. */
const endMilliseconds = 2_000

/** What a signal to stop asks for: an orderly end, nothing if it is an echo of the first one, or the end at once. */
export const effectOfSignal = (firstAt: number | undefined, now: number): 'stop' | 'nothing' | 'exit' => {
  if (firstAt === undefined) return 'stop'
  return now - firstAt > echoMilliseconds ? 'exit' : 'nothing'
}

/** The first request to stop. A second one ends the process at once. */
export const firstStopSignal = (): Promise<NodeJS.Signals> =>
  new Promise((stop) => {
    let askedAt: number | undefined
    for (const signal of signals) {
      process.on(signal, () => {
        const now = performance.now()
        const effect = effectOfSignal(askedAt, now)
        askedAt ??= now
        if (effect === 'stop') stop(signal)
        if (effect === 'exit') {
          killAfter(endMilliseconds)
          process.exit(128 + numbers[signal])
        }
      })
    }
  })

/**
 * Ends the process after this time, whatever holds it up: from a thread of its own, which runs even while this one is
 * in an endless loop.
 */
export const killAfter = (milliseconds: number): void => {
  new Worker(`setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${milliseconds})`, { eval: true }).unref()
}

/**
 * A write to a pipe that is full and that nobody reads is waited for by the end of the process, by `process.exit` too:
 * then it is killed.
 */
export const writeLastLines = async (log: Log): Promise<void> => {
  if (!(await log.flush())) killAfter(endMilliseconds)
}

/**
 * What nobody caught leaves the process in a state that nobody knows: it says so and ends. A supervisor starts it anew.
 */
export const endOnCrash = (log: Log): void => {
  const end = (error: unknown): void => {
    killAfter(endMilliseconds)
    log.error(errorFields(error), 'an uncaught error ends this process')
    void log.flush().finally(() => process.exit(1))
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}
