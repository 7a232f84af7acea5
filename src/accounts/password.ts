import { Problem, unavailable } from '#contract/problem.ts'
import { hashPassword, isPassword } from '#platform/crypto/password.ts'

const minCharacters = 10
const maxBytes = 256

/** Passwords that are long enough, but among the first that an attacker tries. */
const commonest = new Set([
  ...['1234567890', '0123456789', '9876543210', '0987654321', '12345678910', '123456789a', '1q2w3e4r5t', '1qaz2wsx3edc', 'qwertyuiop', 'asdfghjkl1'],
  ...['qwerty12345', 'qwerty1234', 'password12', 'password123', 'password1234', 'passw0rd123', 'letmein123', 'iloveyou123', 'welcome123', 'administrator'],
  ...['openslot123', 'changeme123', 'football123', 'princess123', 'sunshine123', 'abcdefghij', 'abcdefghijk', 'abc1234567'],
])

/** Without the signs and digits that are put around a name to make it look like a password. */
const lettersOf = (text: string): string => text.replaceAll(/[\d\W_]/g, '')

/** Why this cannot be somebody's password; undefined when it can. Length is what counts, so there are no rules about signs. */
export const whyNotPassword = (password: string, { email }: { readonly email: string }): string | undefined => {
  if ([...password].length < minCharacters) return `Use at least ${minCharacters} characters.`
  if (Buffer.byteLength(password) > maxBytes) return 'Use a shorter one: at most 256 bytes.'
  const plain = password.normalize('NFKC').toLowerCase()
  const mailbox = lettersOf(email.toLowerCase().split('@')[0] ?? '')
  if (plain === email.toLowerCase() || (mailbox.length > 2 && lettersOf(plain) === mailbox)) return 'Choose something else than your e-mail address.'
  if (commonest.has(plain) || new Set(plain).size < 4) return 'Choose something that is harder to guess.'
  return undefined
}

/** A hash of nobody's password, with the cost of a real one: checking against it takes as long. */
export const nobodysHash = `scrypt$65536$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`

const maxAtOnce = 2
const maxWaiting = 40

let running = 0
const waiting: (() => void)[] = []

/** Each takes 64 MiB and a core: a flood of passwords must take neither all memory nor all cores. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= maxAtOnce) {
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

/** Takes the same time whether there is an account or not, so that nobody learns which. Never inside a transaction. */
export const provesPassword = async (given: string, stored: string | null | undefined): Promise<boolean> => {
  const isRight = await inTurn(() => isPassword(Buffer.byteLength(given) > maxBytes ? '' : given, stored ?? nobodysHash))
  return isRight && stored !== null && stored !== undefined
}

/** Of a password that is allowed. Never inside a transaction. */
export const hashNewPassword = (password: string): Promise<string> => inTurn(() => hashPassword(password))
