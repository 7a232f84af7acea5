import { createHash, randomInt } from 'node:crypto'

// No letters that look like digits, because people copy these by hand.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Three groups of five: 74 bits. */
const newRecoveryCode = (): string => Array.from({ length: 3 }, () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')).join('-')

/** For when the telephone is lost: each works once. */
export const newRecoveryCodes = (): readonly string[] => Array.from({ length: 10 }, newRecoveryCode)

/** However it is written. Of this account only, so that nobody sees whether two have the same one. */
export const recoveryHash = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`recovery ${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
    .digest('base64url')
