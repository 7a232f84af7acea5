/** What went wrong with the database, in the terms a caller can use. */
export type Fault =
  /** Another transaction was in the way: the same again will do. */
  | 'try_again'
  /** It cannot serve now. */
  | 'away'
  /** No column can hold the value. */
  | 'bad_input'
  /** A rule between rows forbids it: a name is taken, a thing is still in use. */
  | 'conflict'
  /** Our own mistake. */
  | 'unknown'

/** The database cannot serve this now; the caller may try again a little later. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'

  constructor(cause: unknown) {
    super(
      (cause as { code?: unknown } | undefined)?.code === diskFull
        ? 'The disk of the database is full.'
        : 'The database is not available.',
      { cause },
    )
  }
}

const diskFull = '53100'

const tryAgain = /^(40001|40P01)$/

// 55P03 lock timeout, 57014 statement timeout, 57P01…57P05 shutting down or cut off, 53xxx out of something, 08xxx
// connection, 25P03 and 25P04 transaction timeouts, 25006 a standby that is read-only, 58xxx the disk, 28xxx and 3D000
// not let in (any more).
const away = /^(55P03|57014|57P0[1-5]|53\d{3}|08\w{3}|25P0[34]|25006|58\w{3}|28\w{3}|3D000)$/

// What the network says while connecting, and later.
const awayOnTheWay =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|EACCES)$/

// pg's own errors carry no code.
const awayWords =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|not queryable|Cannot use a pool after/

// A value of the right shape that no column can hold: NUL, too large a number, an impossible date; 54xxx, too long for
// its index.
const badInput = /^(22\w{3}|54\w{3}|23502|23514)$/

const conflict = /^(23505|23P01|23503|23001)$/

export const faultOf = (error: unknown): Fault => {
  if (error instanceof DatabaseAway) return 'away'
  if (!(error instanceof Error)) return 'unknown'
  const code = (error as { code?: unknown }).code
  if (typeof code !== 'string') return awayWords.test(error.message) ? 'away' : 'unknown'
  if (tryAgain.test(code) || isStalePlan(error)) return 'try_again'
  if (away.test(code) || awayOnTheWay.test(code)) return 'away'
  if (badInput.test(code)) return 'bad_input'
  return conflict.test(code) ? 'conflict' : 'unknown'
}

/**
 * The schema changed below a prepared statement, or the server forgot the statement. Sent without its name, it works.
 */
export const isStalePlan = (error: unknown): boolean => {
  const { code, routine } = error as { code?: unknown; routine?: unknown }
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery')
}

/** False when the connection itself may be at fault, and not only the statement. */
export const isFromStatement = (error: unknown): boolean =>
  (error as { severity?: unknown } | null)?.severity === 'ERROR'
