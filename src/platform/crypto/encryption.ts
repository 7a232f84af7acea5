import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts what must be read again but never stand open in the database. The key is the instance's, kept outside it. A
 * seal is for one purpose and one row: put anywhere else, it does not open.
 */
export class Encryption {
  readonly #key: Buffer

  constructor(key: Buffer) {
    this.#key = key
  }

  encrypt(text: string, ...context: readonly string[]): Buffer {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(associatedBytes(context))
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  }

  /** Throws when it was encrypted with another key, for another context, or was changed since. */
  decrypt(encrypted: Buffer, ...context: readonly string[]): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, encrypted.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(associatedBytes(context)).setAuthTag(encrypted.subarray(encrypted.length - tagBytes))
    return Buffer.concat([
      decipher.update(encrypted.subarray(nonceBytes, encrypted.length - tagBytes)),
      decipher.final(),
    ]).toString('utf8')
  }
}

const associatedBytes = (context: readonly string[]): Buffer => Buffer.from(JSON.stringify(context))
