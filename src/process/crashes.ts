import { errorFields, type Log } from '#platform/log.ts'

/** What nobody caught leaves the process in a state that nobody knows: it says so and ends. A supervisor starts it anew. */
export const endOnCrash = (log: Log): void => {
  const end = (error: unknown): void => {
    log.error(errorFields(error), 'an error that nobody caught ends this process')
    log.flush()
    process.exit(1)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}
