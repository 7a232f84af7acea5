import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto

/**
 * In the processes of tests a password is hashed with a sixty-fourth of the work, and kept as if with all of it: pages
 * are asked for many. The tests beside the code that hashes, and services in processes of their own, do all of it.
 */
const cheapScrypt = (
  password: BinaryLike,
  salt: BinaryLike,
  bytes: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
): void => scrypt(password, salt, bytes, { ...options, N: Math.min(options.N ?? 1024, 1024) }, done)

crypto.scrypt = cheapScrypt as typeof scrypt
syncBuiltinESMExports()
