import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'

// 64 MiB and about a fifth of a second: dear for a guesser, bearable at a sign-in.
const cost = { N: 2 ** 16, r: 8, p: 1 }
const maxMemoryBytes = 128 * 1024 * 1024

const derive = (password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> =>
  new Promise((done, fail) =>
    scrypt(password.normalize('NFKC'), salt, 32, { N, r, p, maxmem: maxMemoryBytes }, (error, key) =>
      error ? fail(error) : done(key),
    ),
  )

/** `scrypt$65536$8$1$salt$hash`. Takes its time: never inside a transaction. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

export const isPassword = async (password: string, stored: string): Promise<boolean> => {
  const [kind, N, r, p, salt, hash] = stored.split('$')
  if (kind !== 'scrypt' || !salt || !hash) return false
  const expected = Buffer.from(hash, 'base64url')
  const given = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return expected.length === given.length && timingSafeEqual(expected, given)
}

// No letters that look like digits, because people copy these by hand.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Five groups of four: 99 bits, and it can be read out over the telephone. */
export const newPassword = (): string =>
  Array.from({ length: 5 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  )

/** A password, with what the database keeps of it. */
export interface NewPassword {
  readonly password: string
  readonly hash: string
}

/** Before a transaction begins, because hashing takes its time. */
export const makePassword = async (): Promise<NewPassword> => {
  const password = newPassword()
  return { password, hash: await hashPassword(password) }
}
