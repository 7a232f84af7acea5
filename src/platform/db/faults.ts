/** What went wrong with the database, in the terms a caller can use. */
export type Fault = 'try_again' | 'away' | 'bad_input' | 'unknown'

/** The database cannot serve this now; the caller may try again a little later. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'

  constructor(cause: unknown) {
    super('The database is not available.', { cause })
  }
}

const tryAgain = new Set(['40001', '40P01'])

// 55P03 lock timeout, 57014 statement timeout, 57P01…57P05 shutting down or cut off, 53xxx out of something, 08xxx connection,
// 25P03 idle in transaction, 25006 a standby that is read-only, 58xxx the disk.
const away = /^(55P03|57014|57P0[1-5]|53\d{3}|08\w{3}|25P0[34]|25006|58\w{3})$/

// A value of the right shape that no column can hold: NUL, too large a number, an impossible date.
const badInput = /^22\w{3}$/

const awayWords =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after|not queryable|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT/

export const faultOf = (error: unknown): Fault => {
  if (error instanceof DatabaseAway) return 'away'
  if (!(error instanceof Error)) return 'unknown'
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string') {
    if (tryAgain.has(code)) return 'try_again'
    if (away.test(code) || awayWords.test(code)) return 'away'
    if (badInput.test(code)) return 'bad_input'
  }
  return awayWords.test(error.message) ? 'away' : 'unknown'
}

/** The name of the unique index or constraint that refused, when that is what happened. */
export const violatedConstraint = (error: unknown): string | undefined => {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return (code === '23505' || code === '23P01' || code === '23503') && typeof constraint === 'string' ? constraint : undefined
}
