import { type LoggerOptions, pino } from 'pino'
import type { LogLevel } from './config.ts'
import { within } from './deadline.ts'
import { systemClock } from './time/clock.ts'

export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** Writes what waits, and waits at most a second for it: nobody may be reading. Says whether it was written. */
  flush(): Promise<boolean>
}

const flushMilliseconds = 1_000

/** JSON lines on standard error; standard output is for people. Nothing personal and no secret is ever a field. */
export const openLog = (level: LogLevel): Log => {
  // Lines wait in memory until there are many: a busy server writes in few large pieces, a quiet one within a second.
  const destination = pino.destination({ fd: 2, sync: false, minLength: 4096 })
  const timer = setInterval(() => destination.flush(), 500)
  timer.unref()
  const options: LoggerOptions = {
    level,
    base: null,
    messageKey: 'message',
    timestamp: () => `,"time":"${systemClock.now().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
  }
  const logger = pino(options, destination)
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    flush: async () => {
      clearInterval(timer)
      return within(flushMilliseconds, new Promise<boolean>((done) => destination.flush(() => done(true)))).catch(
        () => false,
      )
    },
  }
}

/**
 * An error as log fields. What the database says may quote a value, so of its errors only the code and the place are
 * kept.
 */
export const errorFields = (error: unknown): object => {
  if (!(error instanceof Error)) return { error: String(error) }
  const { name, message, stack, cause } = error
  const { code, severity, constraint, routine } = error as {
    code?: unknown
    severity?: unknown
    constraint?: unknown
    routine?: unknown
  }
  if (severity !== undefined) return { error: { name: 'DatabaseError', code, constraint, routine } }
  return { error: { name, message, code, stack, ...(cause === undefined ? {} : { cause: errorFields(cause) }) } }
}
