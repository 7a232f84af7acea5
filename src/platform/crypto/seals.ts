import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts what must be read again but never stand open in the database. The key is the instance's, kept outside it. A seal
 * is for one purpose and one row: put anywhere else, it does not open.
 */
export class Seals {
  readonly #key: Buffer

  constructor(key: Buffer) {
    this.#key = key
  }

  seal(text: string, ...place: readonly string[]): Buffer {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(placeBytes(place))
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  }

  /** Throws when it was sealed with another key, for another place, or was changed since. */
  open(sealed: Buffer, ...place: readonly string[]): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decipher.setAAD(placeBytes(place)).setAuthTag(sealed.subarray(sealed.length - tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes)), decipher.final()]).toString('utf8')
  }
}

const placeBytes = (place: readonly string[]): Buffer => Buffer.from(JSON.stringify(place))
