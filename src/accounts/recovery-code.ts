import { createHash, randomInt } from 'node:crypto'

// No letters that look like digits, because people copy these by hand.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Three groups of five: 74 bits. */
const newRecoveryCode = (): string =>
  Array.from({ length: 3 }, () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  )

/** For users who lost their phone: each works once. */
export const newRecoveryCodes = (): readonly string[] => Array.from({ length: 10 }, newRecoveryCode)

/** Ignores case and separators. Salted with the account, so that equal codes of two accounts differ. */
export const recoveryHash = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`recovery ${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
    .digest('base64url')
