import { createHmac } from 'node:crypto'

/**
 * Somebody known by an address, within one organization: a keyed hash that every row about them carries, so that all of it
 * is found when they are to be forgotten. Whoever has the database but not the key cannot tell who it is.
 */
export class Persons {
  readonly #key: Buffer

  constructor(key: Buffer) {
    this.#key = key
  }

  of(organizationId: string, email: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([organizationId, email.trim().toLowerCase()]))
      .digest()
  }
}
