import { createHmac } from 'node:crypto'

/**
 * Codes for links that are sent later by somebody else: made from the instance's key and what the link is for, so that a
 * worker can write the link and the database need only hold a digest. 256 bits.
 */
export class Codes {
  readonly #key: Buffer

  constructor(key: Buffer) {
    this.#key = key
  }

  of(...parts: readonly string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64url')
  }
}
