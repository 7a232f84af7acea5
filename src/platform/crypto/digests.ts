import { createHmac } from 'node:crypto'

/** Tells whether two things are the same without keeping them. Without the key nobody can try what they were. */
export class Digests {
  readonly #key: Buffer

  constructor(key: Buffer) {
    this.#key = key
  }

  of(...parts: readonly string[]): Buffer {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest()
  }
}
