import { Problem, unavailable } from '#contract/problem.ts'
import type { ReasonCode } from '#contract/reasons.ts'
import { hashPassword, isPassword } from '#platform/crypto/password.ts'

const minCharacters = 10
const maxBytes = 256

/** Passwords that are long enough, but among the first that an attacker tries. */
const commonest = new Set([
  ...[
    '1234567890',
    '0123456789',
    '9876543210',
    '0987654321',
    '12345678910',
    '123456789a',
    '1q2w3e4r5t',
    '1qaz2wsx3edc',
    'qwertyuiop',
    'asdfghjkl1',
  ],
  ...[
    'qwerty12345',
    'qwerty1234',
    'password12',
    'password123',
    'password1234',
    'passw0rd123',
    'letmein123',
    'iloveyou123',
    'welcome123',
    'administrator',
  ],
  ...[
    'openslot123',
    'changeme123',
    'football123',
    'princess123',
    'sunshine123',
    'abcdefghij',
    'abcdefghijk',
    'abc1234567',
  ],
])

/** Without the digits and signs that people add to a name to make it a password. */
const lettersOf = (text: string): string => text.replaceAll(/[\d\W_]/g, '')

/**
 * Why this cannot be the user's password; undefined when it can. Length is what counts, so there are no rules about
 * characters.
 */
export const whyNotPassword = (password: string, { email }: { readonly email: string }): ReasonCode | undefined => {
  if ([...password].length < minCharacters) return 'short_password'
  if (Buffer.byteLength(password) > maxBytes) return 'long_password'
  const plain = password.normalize('NFKC').toLowerCase()
  const mailbox = lettersOf(email.toLowerCase().split('@')[0] ?? '')
  if (plain === email.toLowerCase() || (mailbox.length > 2 && lettersOf(plain) === mailbox))
    return 'password_is_address'
  if (commonest.has(plain) || new Set(plain).size < 4) return 'guessable_password'
  return undefined
}

/** A placeholder for accounts without a password, as costly as a real hash: checking against it takes as long. */
export const placeholderHash = `scrypt$65536$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`

const maxConcurrent = 2
const maxWaiting = 40

let running = 0
const waiting: (() => void)[] = []

/** Each hash takes 64 MiB and a core: concurrency is bounded, so that many attempts exhaust neither. */
const withinConcurrencyLimit = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= maxConcurrent) {
    if (waiting.length >= maxWaiting) throw new Problem(unavailable)
    await new Promise<void>((next) => waiting.push(next))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/**
 * Takes the same time whether there is an account or not, so that attackers cannot tell. Never inside a transaction.
 */
export const provesPassword = async (given: string, stored: string | null | undefined): Promise<boolean> => {
  const isRight = await withinConcurrencyLimit(() =>
    isPassword(Buffer.byteLength(given) > maxBytes ? '' : given, stored ?? placeholderHash),
  )
  return isRight && stored !== null && stored !== undefined
}

/** For an accepted password. Never inside a transaction. */
export const hashNewPassword = (password: string): Promise<string> =>
  withinConcurrencyLimit(() => hashPassword(password))
