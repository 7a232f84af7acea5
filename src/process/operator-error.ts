/** What was asked cannot be done; the sentence says why, and what the operator can do. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

/** The words on the command line cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
